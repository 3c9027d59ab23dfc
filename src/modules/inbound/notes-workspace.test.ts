import { signWebhookPayload, verifyWebhookSignature } from '@notionhq/client'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { startVendor } from '#test/vendor-server.ts'
import { called } from '#test/webhooks.ts'

const SETUP = 'a-setup-secret-of-ours'
const TOKEN = 'secret_verification_token_1'
const KEY = 'ntn_key_of_an_account'

const rich = (text: string) => [{ type: 'text', plain_text: text }]

async function noted() {
  const place = await called()
  const { id } = await place.connect({ kind: 'notes_workspace', secrets: { setupSecret: SETUP, apiKey: KEY } })
  const path = `/v1/webhooks/notes-workspace/${place.workspaceId}`
  const pages = new Map<string, { title: string; blocks: object[]; archived?: boolean }>()
  const vendor = await startVendor(({ path: asked, headers }) => {
    if (headers['authorization'] !== `Bearer ${KEY}`) return { status: 401 }
    const pageId = asked.split('/')[3] ?? ''
    const page = pages.get(pageId)
    if (!page) return { status: 404 }
    if (!asked.startsWith('/v1/blocks/')) {
      const properties = { Name: { type: 'title', title: rich(page.title) } }
      return {
        body: { id: pageId, archived: page.archived ?? false, url: `https://notes.example/${pageId}`, properties },
      }
    }
    const isFirst = !asked.includes('start_cursor')
    const results = isFirst ? page.blocks.slice(0, 2) : page.blocks.slice(2)
    return { body: { results, has_more: isFirst && page.blocks.length > 2, next_cursor: 'c2' } }
  })
  const event = (fields: object = {}) => ({
    id: newId(),
    timestamp: new Date().toISOString(),
    workspace_name: 'Casa',
    type: 'page.content_updated',
    attempt_number: 1,
    entity: { id: 'p-1', type: 'page' },
    ...fields,
  })
  const send = async (body: object, verificationToken = TOKEN) => {
    const text = JSON.stringify(body)
    return place.call(path, text, { 'x-notion-signature': await signWebhookPayload({ body: text, verificationToken }) })
  }
  const handshake = (at = `${path}/setup/${SETUP}`, headers: Record<string, string> = {}, token = TOKEN) =>
    place.call(at, JSON.stringify({ verification_token: token }), headers)
  const articles = async () => (await place.asAdmin.get('/articles')).body.items
  return {
    ...place,
    id,
    path,
    pages,
    vendor,
    event,
    send,
    handshake,
    articles,
    work: () => place.seen({ notion: vendor.url }),
  }
}

test('the handshake needs our setup secret, at any of its places', async () => {
  const here = await noted()
  for (const [at, headers] of [
    [here.path, {}],
    [`${here.path}/setup/wrong-secret`, {}],
    [`${here.path}?setup_secret=`, {}],
    [here.path, { 'x-service-webhook-setup-secret': 'wrong' }],
  ] as [string, Record<string, string>][]) {
    expect((await here.handshake(at, headers)).status).toBe(401)
  }
  expect((await here.send(here.event())).status).toBe(401)
  for (const [at, headers] of [
    [`${here.path}/setup/${SETUP}`, {}],
    [`${here.path}?setup_secret=${SETUP}`, {}],
    [`${here.path}?setup_secret_path=${SETUP}`, {}],
    [here.path, { 'x-service-webhook-setup-secret': SETUP }],
  ] as [string, Record<string, string>][]) {
    expect((await here.handshake(at, headers)).body).toEqual({ status: 'verification_token_kept' })
  }
  expect((await here.send(here.event())).status).toBe(200)
})

test('the token is shown to the administrator until it has served, and then no more', async () => {
  const here = await noted()
  const show = () => here.asAdmin.post(`/integrations/${here.id}/verification-token`)
  expect((await show()).body.code).toBe('verification_token_missing')
  await here.handshake()
  expect((await show()).body).toEqual({ verificationToken: TOKEN })
  await here.send(here.event())
  await here.work()
  expect((await show()).body.code).toBe('verification_token_missing')
  expect((await here.asAdmin.get(`/integrations/${here.id}`)).body.isProven).toBe(true)
})

test('a new handshake leaves the token before it good for a week, and what that signs does not hide the new one', async () => {
  const here = await noted()
  const next = 'secret_verification_token_2'
  const show = () => here.asAdmin.post(`/integrations/${here.id}/verification-token`)
  await here.handshake()
  await here.handshake(undefined, {}, next)
  expect([(await here.send(here.event())).status, (await here.send(here.event(), next)).status]).toEqual([200, 200])
  const { secretsShown } = (await here.asAdmin.get(`/integrations/${here.id}`)).body
  const kept = secretsShown.find(({ name }: { name: string }) => name === 'verificationToken')
  expect(Date.parse(kept.previousUntil) - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000)
  await here.handshake()
  await here.send(here.event(), next)
  await here.work()
  expect((await show()).body).toEqual({ verificationToken: TOKEN })
  await here.send(here.event())
  await here.work()
  expect((await show()).body.code).toBe('verification_token_missing')
})

test('once the handshake is answered, what is signed with its token is known', async () => {
  const here = await noted()
  for (let round = 0; round < 20; round++) {
    const token = `secret_of_round_${round}`
    await here.handshake(undefined, {}, token)
    expect([round, (await here.send(here.event(), token)).status]).toEqual([round, 200])
  }
  await here.work()
})

test('an article follows each page: created, changed, withdrawn', async () => {
  const here = await noted()
  await here.handshake()
  const block = (type: string, text: string) => ({
    id: newId(),
    type,
    has_children: false,
    [type]: { rich_text: rich(text) },
  })
  here.pages.set('p-1', {
    title: 'The pool',
    blocks: [block('heading_2', 'Hours'), block('paragraph', 'Nine to nine.'), block('bulleted_list_item', 'No glass')],
  })
  await here.send(here.event({ type: 'page.created' }))
  await here.work()
  const [article] = await here.articles()
  expect(article).toMatchObject({
    title: 'The pool',
    source: 'notes-workspace',
    sourceUrl: 'https://notes.example/p-1',
  })
  expect((await here.asAdmin.get(`/articles/${article.id}`)).body.body).toBe('## Hours\n\nNine to nine.\n\n- No glass')
  const changed = { title: 'The pool', blocks: [block('paragraph', 'Closed.')] }
  here.pages.set('p-1', changed)
  await here.send(here.event())
  await here.work()
  expect((await here.asAdmin.get(`/articles/${article.id}`)).body.body).toBe('Closed.')
  here.pages.set('p-1', { ...changed, archived: true })
  await here.send(here.event({ type: 'page.deleted' }))
  await here.work()
  expect(await here.articles()).toMatchObject([{ status: 'archived' }])
  here.pages.set('p-1', changed)
  await here.send(here.event({ type: 'page.undeleted' }))
  await here.work()
  expect(await here.articles()).toMatchObject([{ status: 'published' }])
  // One that comes late tells of what is no longer so.
  await here.send(here.event({ type: 'page.deleted' }))
  await here.work()
  expect(await here.articles()).toMatchObject([{ status: 'published' }])
  expect((await here.send(here.event({ type: 'comment.created' }))).body.status).toBe('ignored')
})

test('what is told of a page is not believed after a pause: nothing is withdrawn until it goes on', async () => {
  const here = await noted()
  await here.handshake()
  here.pages.set('p-1', { title: 'The pool', blocks: [] })
  await here.send(here.event({ type: 'page.created' }))
  await here.work()
  const change = (status: string) => here.asAdmin.patch(`/integrations/${here.id}`, { status })
  for (const type of ['page.deleted', 'page.content_updated']) {
    await here.send(here.event({ type }))
    here.pages.delete('p-1')
    await change('paused')
    await expect(here.work()).rejects.toMatchObject({ isFinal: true, message: expect.stringContaining('paused') })
    expect([type, await here.articles()]).toMatchObject([type, [{ status: 'published' }]])
    await change('active')
  }
  await here.work()
  expect(await here.articles()).toMatchObject([{ status: 'archived' }])
})

test('what the library of the notes workspace would refuse is refused, and a delivery counts once', async () => {
  const here = await noted()
  await here.handshake()
  const body = JSON.stringify(here.event())
  const good = await signWebhookPayload({ body, verificationToken: TOKEN })
  for (const signature of ['', good.slice(0, -1), good.replace('sha256=', ''), `sha256=${'0'.repeat(64)}`]) {
    const isValid = signature !== '' && (await verifyWebhookSignature({ body, signature, verificationToken: TOKEN }))
    expect(isValid).toBe(false)
    expect((await here.call(here.path, body, { 'x-notes-signature': signature })).status).toBe(401)
  }
  expect((await here.call(here.path, `${body} `, { 'x-notes-signature': good })).status).toBe(401)
  const [first, again] = [
    await here.call(here.path, body, { 'x-notes-signature': good }),
    await here.call(here.path, body, { 'x-notion-signature': good }),
  ]
  expect([first.body.duplicate, again.body.duplicate]).toEqual([false, true])
  const stranger = await called()
  const elsewhere = `/v1/webhooks/notes-workspace/${stranger.workspaceId}`
  expect((await here.call(elsewhere, body, { 'x-notes-signature': good })).status).toBe(401)
})
