import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import { sign, verify } from '@octokit/webhooks-methods'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness, startTestApp } from '#test/harness.ts'
import { startVendor } from '#test/vendor-server.ts'
import { called } from '#test/webhooks.ts'

const SECRET = "It's a Secret to Everybody"
const TOKEN = 'ghp_token_of_an_account'
const HOST = '/v1/webhooks/company-knowledge/code-host'
const TRACKER = '/v1/webhooks/company-knowledge/issue-tracker'

async function hosted(settings: object = {}, webhookSecret = SECRET) {
  const place = await called()
  const repository = `casa/docs-${newId()}`
  const secrets = { webhookSecret, apiKey: TOKEN }
  await place.connect({ kind: 'code_host', accounts: [repository], secrets, settings })
  const files = new Map<string, string>()
  const vendor = await startVendor(({ path, headers }) => {
    if (headers['authorization'] !== `Bearer ${TOKEN}`) return { status: 401 }
    const file = decodeURIComponent(path.replace(`/repos/${repository}/contents/`, '').split('?')[0] ?? '')
    const text = files.get(file)
    return text === undefined ? { status: 404 } : { body: text }
  })
  const push = (commit: object, fields: object = {}) => ({
    ref: 'refs/heads/main',
    commits: [{ id: newId(), added: [], removed: [], modified: [], ...commit }],
    repository: { full_name: repository, default_branch: 'main', html_url: `https://github.com/${repository}` },
    ...fields,
  })
  const send = async (body: object, event = 'push', delivery: string = newId()) => {
    const text = JSON.stringify(body)
    const headers = { 'x-github-event': event, 'x-github-delivery': delivery }
    return place.call(HOST, text, { ...headers, 'x-hub-signature-256': await sign(webhookSecret, text) })
  }
  const articles = async () => (await place.asAdmin.get('/articles')).body.items
  return { ...place, repository, files, vendor, push, send, articles, work: () => place.seen({ github: vendor.url }) }
}

test('an article follows each text of the repository: created, changed, withdrawn', async () => {
  const here = await hosted()
  here.files.set('guides/lock.md', '# The lock\n\nTurn it twice.')
  here.files.set('README.md', 'No heading here.')
  await here.send(here.push({ added: ['guides/lock.md', 'README.md', 'src/lock.ts'] }))
  await here.work()
  expect(await here.articles()).toMatchObject([
    { title: 'README', status: 'published' },
    {
      title: 'The lock',
      status: 'published',
      source: 'code-host',
      sourceUrl: `https://github.com/${here.repository}/blob/main/guides/lock.md`,
      category: here.repository,
    },
  ])
  here.files.set('guides/lock.md', '# The lock\n\nTurn it once.')
  here.files.delete('README.md')
  await here.send(here.push({ modified: ['guides/lock.md'], removed: ['README.md'] }))
  await here.work()
  expect((await here.kept())[0]).toMatchObject({ outcome: 'Articles: 1 changed, 1 withdrawn.' })
  expect((await here.articles()).map(({ status }: { status: string }) => status)).toEqual(['archived', 'published'])
  const found = await here.asAdmin.get('/knowledge/search?q=turn')
  expect(JSON.stringify(found.body)).toContain('Turn it once.')
  await here.send(here.push({ modified: ['guides/lock.md'] }))
  await here.work()
  expect((await here.kept())[0]).toMatchObject({ outcome: 'Articles: 1 unchanged.' })
})

test('a push that is seen to after a pause withdraws nothing, and follows when it is replayed', async () => {
  const here = await hosted()
  here.files.set('guides/lock.md', '# The lock\n\nTurn it twice.')
  await here.send(here.push({ added: ['guides/lock.md'] }))
  await here.work()
  const [{ id } = {}] = (await here.asAdmin.get('/integrations')).body.items
  here.files.delete('guides/lock.md')
  await here.send(here.push({ removed: ['guides/lock.md'] }))
  await here.asAdmin.patch(`/integrations/${id}`, { status: 'paused' })
  await expect(here.work()).rejects.toMatchObject({ isFinal: true, message: expect.stringContaining('paused') })
  expect(await here.articles()).toMatchObject([{ title: 'The lock', status: 'published' }])
  expect(here.vendor.asked).toHaveLength(1)
  await here.asAdmin.patch(`/integrations/${id}`, { status: 'active' })
  await here.work()
  expect(await here.articles()).toMatchObject([{ title: 'The lock', status: 'archived' }])
})

test('other branches, other folders and other events change nothing', async () => {
  const here = await hosted({ folder: 'docs', branch: 'live' })
  here.files.set('docs/a.md', 'A')
  here.files.set('b.md', 'B')
  await here.send(here.push({ added: ['docs/a.md'] }))
  await here.send(here.push({ added: ['b.md', 'docsier/c.md'] }, { ref: 'refs/heads/live' }))
  expect(
    (await here.send({ zen: 'Keep it simple.', repository: { full_name: here.repository } }, 'ping')).body.status,
  ).toBe('ignored')
  await here.work()
  expect(await here.articles()).toEqual([])
  await here.send(here.push({ added: ['docs/a.md'] }, { ref: 'refs/heads/live' }))
  await here.work()
  expect(await here.articles()).toMatchObject([{ title: 'a' }])
})

test('deliveries that the host’s own library signs are accepted, in both forms, and no others', async () => {
  const here = await hosted()
  const text = JSON.stringify(here.push({}))
  const headers = { 'x-code-host-event': 'push', 'x-code-host-delivery': newId() }
  const form = new URLSearchParams({ payload: text }).toString()
  const asForm = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
  expect((await here.call(HOST, form, { ...asForm, 'x-hub-signature-256': await sign(SECRET, form) })).status).toBe(200)
  const cases: [string, string][] = [
    ['missing', ''],
    ['cut', (await sign(SECRET, text)).slice(0, -1)],
    ['without its name', (await sign(SECRET, text)).replace('sha256=', '')],
    ['of another secret', await sign('another', text)],
    ['over other bytes', await sign(SECRET, `${text} `)],
  ]
  for (const [name, signature] of cases) {
    expect([name, signature !== '' && (await verify(SECRET, text, signature))]).toEqual([name, false])
    const refused = await here.call(HOST, text, { ...headers, 'x-hub-signature-256': signature })
    expect([name, refused.status]).toEqual([name, 401])
  }
  const unknown = JSON.stringify({ repository: { full_name: 'casa/unknown' } })
  expect(
    (await here.call(HOST, unknown, { ...headers, 'x-hub-signature-256': await sign(SECRET, unknown) })).status,
  ).toBe(401)
})

test('what an organization’s hook tells of itself is kept and ignored, by whom its secret fits', async () => {
  const [here, there] = [await hosted({}, `here ${newId()}`), await hosted({}, `there ${newId()}`)]
  const ping = { zen: 'Keep it simple.', hook_id: 1, organization: { login: 'casa' } }
  const told = await here.send(ping, 'ping')
  expect([told.status, told.body.status]).toEqual([200, 'ignored'])
  expect([(await here.kept()).length, (await there.kept()).length]).toEqual([1, 0])
  const text = JSON.stringify(ping)
  const forged = { 'x-github-event': 'ping', 'x-hub-signature-256': await sign('of nobody here', text) }
  expect((await here.call(HOST, text, forged)).status).toBe(401)
  expect((await here.send({ organization: { login: 'casa' } }, 'push')).status).toBe(422)
})

test('under the installation’s secret what names no repository is for nobody, whoever is proven', async () => {
  const server = await startTestApp({ config: { webhookSecrets: { CODE_HOST_WEBHOOK_SECRET: [SECRET] } } })
  onTestFinished(() => server.close())
  const here = await called(await harness(server))
  const secrets = { webhookSecret: 'of its own hook' }
  const { id } = await here.connect({ kind: 'code_host', accounts: ['casa/docs'], secrets })
  await run(server.runtime.database.pool, sql`update integrations set is_proven = true where id = ${id}`)
  const send = async (body: object) => {
    const text = JSON.stringify(body)
    const headers = { 'x-github-event': 'ping', 'x-hub-signature-256': await sign(SECRET, text) }
    return here.call(HOST, text, headers)
  }
  expect((await send({ organization: { login: 'casa' } })).body.status).toBe('ignored')
  expect(await here.kept()).toEqual([])
  expect((await send({ repository: { full_name: 'casa/docs' } })).body.status).toBe('ignored')
  expect(await here.kept()).toHaveLength(1)
})

test('the host’s published samples are read, whatever their kind', async () => {
  const here = await hosted()
  const samples: { name: string; examples: object[] }[] = createRequire(import.meta.url)('@octokit/webhooks-examples')
  for (const { name, examples } of samples.slice(0, 40)) {
    const [sample] = examples
    const body = { ...sample, repository: { full_name: here.repository, default_branch: 'main' } }
    expect([name, (await here.send(body, name)).status]).toEqual([name, 200])
  }
  await here.work()
  expect((await here.kept('?status=failed')).length).toBe(0)
})

async function tracked(secret = SECRET) {
  const place = await called()
  const organization = `org-${newId()}`
  await place.connect({ kind: 'knowledge_tracker', accounts: [organization], secrets: { webhookSecret: secret } })
  const send = (fields: object, data: object = {}) => {
    const base = {
      id: 'doc-1',
      title: 'House rules',
      content: '## Quiet\nFrom ten.',
      updatedAt: '2026-11-15T10:00:00.000Z',
    }
    const body = { action: 'create', type: 'Document', organizationId: organization, webhookTimestamp: Date.now() }
    const text = JSON.stringify({ ...body, ...fields, data: { ...base, ...data } })
    const signature = createHmac('sha256', secret).update(text).digest('hex')
    return place.call(TRACKER, text, { 'issue-tracker-signature': signature, 'issue-tracker-delivery': newId() })
  }
  const articles = async () => (await place.asAdmin.get('/articles')).body.items
  return { ...place, send, articles }
}

test('an article follows each text of the issue tracker, and older news do not undo newer ones', async () => {
  const here = await tracked()
  await here.send({})
  await here.send({ action: 'update' }, { title: 'Rules', updatedAt: '2026-11-15T12:00:00.000Z' })
  await here.send({ action: 'update' }, { title: 'Old rules', updatedAt: '2026-11-15T11:00:00.000Z' })
  await here.send({ type: 'Issue' }, { id: 'iss-1', identifier: 'OPS-1', title: 'No text', content: undefined })
  expect((await here.send({ type: 'Reaction' })).body.status).toBe('ignored')
  await here.seen()
  expect(await here.articles()).toMatchObject([{ title: 'Rules', source: 'knowledge-tracker', status: 'published' }])
  await here.send({ action: 'remove' }, { updatedAt: '2026-11-15T13:00:00.000Z' })
  await here.seen()
  expect(await here.articles()).toMatchObject([{ status: 'archived' }])
})

test('a change that is sent again under a fresh id and at a later time is the same delivery', async () => {
  const here = await tracked()
  const first = await here.send({ webhookTimestamp: Date.now() - 20_000 })
  expect((await here.send({})).body).toMatchObject({ duplicate: true, eventId: first.body.eventId })
  expect((await here.send({}, { updatedAt: '2026-11-15T10:00:01.000Z' })).body).toMatchObject({ duplicate: false })
})

test('a text that is genuine and names no organization is read like all else', async () => {
  const here = await tracked(`lin_wh_${newId()}`)
  const refused = await here.send({ organizationId: undefined, type: 7 })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/type' }] } })
})

test('a push that is sent again under a fresh id is the same delivery, also when it comes as another event', async () => {
  const here = await hosted()
  here.files.set('guides/lock.md', '# The lock\n\nTurn it twice.')
  const body = here.push({ added: ['guides/lock.md'] })
  const first = await here.send(body)
  expect(first.body).toMatchObject({ status: 'accepted', duplicate: false })
  for (let again = 0; again < 3; again++) {
    expect((await here.send(body, 'push', newId())).body).toMatchObject({
      duplicate: true,
      eventId: first.body.eventId,
    })
  }
  expect((await here.send(body, 'create', newId())).body).toMatchObject({ status: 'ignored' })
  await here.work()
  expect((await here.kept()).filter(({ status }) => status === 'done')).toHaveLength(1)
  expect(here.vendor.asked).toHaveLength(1)
  // Pushing the same change again counts as a new push.
  expect((await here.send(here.push({ added: ['guides/lock.md'] }))).body).toMatchObject({ duplicate: false })
})
