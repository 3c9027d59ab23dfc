import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { many, one } from '#core/db.ts'
import { newId } from '#core/crypto.ts'
import { sql } from '#core/sql.ts'
import { makeSubject } from '#test/subjects.ts'
import { harness, type Harness } from '#test/harness.ts'
import { begun, CHAT, installStage, newBrowser, SIGNING_SECRET } from '#test/install-stage.ts'

const makeAgent = (place: Harness): Promise<string> => makeSubject(place, 'agentId', newId())
const connected = async ({ asAdmin }: Harness) => (await asAdmin.get('/integrations')).body.items

test('an administrator’s link leads to the chat, and the code that comes back is changed for a token', async () => {
  const stage = await installStage()
  const place = await stage.place()
  const agentId = await makeAgent(place)
  const { browser, status, location, back } = await begun(stage, place, agentId)
  expect([status, location?.origin, location?.pathname]).toEqual([303, 'https://chat.example', '/oauth/v2/authorize'])
  const redirectUri = `http://localhost:3000${CHAT}/callback`
  expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
    client_id: '4123.9872',
    scope: expect.stringContaining('app_mentions:read,'),
    redirect_uri: redirectUri,
  })
  const done = await browser.open(back)
  expect([done.status, done.text]).toEqual([200, expect.stringContaining('The chat of Casa is connected')])
  expect(stage.vendor.asked.map(({ method }) => method)).toEqual(['POST'])
  expect(Object.fromEntries(new URLSearchParams(String(stage.vendor.asked[0]?.body)))).toEqual({
    client_id: '4123.9872',
    client_secret: 'client-secret-of-the-app',
    code: 'c-1',
    redirect_uri: redirectUri,
  })
  expect(await connected(place)).toMatchObject([
    {
      kind: 'chat_workspace_app',
      name: 'Chat of Casa',
      accounts: [`${stage.app}/T01`],
      isProven: true,
      secretsShown: [{ name: 'botToken', lastFour: 'ot-1' }],
    },
  ])
  const { pool } = place.runtime.database
  const row = await one<{ agent_id: string; acts_for_id: string }>(
    pool,
    sql`select * from integrations where workspace_id = ${place.workspaceId}`,
  )
  expect([row?.agent_id, row?.acts_for_id]).toEqual([agentId, expect.any(String)])
  expect(JSON.stringify(row)).not.toContain('xoxb-token-of-the-bot-1')
  const traces = await many(pool, sql`select * from audit_log where workspace_id = ${place.workspaceId}`)
  expect(traces).toContainEqual(
    expect.objectContaining({ action: 'integration.created', actor_id: place.admin.userId }),
  )
})

test('what strangers could ask of an agent is read before it is bound, and only by whoever has the link', async () => {
  const stage = await installStage()
  const place = await stage.place()
  const agent = { name: 'Porter <b>', instructions: 'Help.', tools: ['search_knowledge', 'list_people'] }
  const { id: agentId } = (await place.asAdmin.post('/agents', agent)).body
  const { url } = (await place.asAdmin.post('/integrations/chat-installs', { agentId })).body
  const browser = newBrowser(stage.server)
  // Reading does not use up the link.
  for (const _ of [1, 2]) {
    const { status, text } = await browser.open(url)
    expect(status).toBe(200)
    expect(text).toContain('Porter &#60;b&#62; will answer in Slack')
    expect(text.match(/<li>[^<]*<\/li>/g)).toEqual([
      '<li>Find published articles for guests that are about no particular property.</li>',
    ])
  }
  const [bare, forged] = [new URL(url), new URL(url)]
  bare.searchParams.delete('link')
  forged.searchParams.set('link', 'made.up')
  expect((await browser.open(String(bare))).text).not.toContain('Porter')
  for (const go of [browser.open(String(forged)), browser.submit(String(forged), {})])
    expect((await go).status).toBe(403)
  const gone = await browser.submit(url, {})
  expect([gone.status, gone.location?.host]).toEqual([303, 'chat.example'])
  expect((await browser.submit(url, {})).text).toContain('used already')
})

test('what the chat signs with the app’s secret reaches the workspace that has installed it', async () => {
  const stage = await installStage()
  const place = await stage.place()
  const event = {
    type: 'event_callback',
    api_app_id: stage.app,
    team_id: 'T01',
    event_id: newId(),
    event: { type: 'app_mention', user: 'U01', text: 'hi', ts: '1794700000.000100', channel: 'C01' },
  }
  const text = JSON.stringify(event)
  const at = String(Math.floor(stage.clock.now.getTime() / 1000))
  const mac = createHmac('sha256', SIGNING_SECRET).update(`v0:${at}:${text}`).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-slack-request-timestamp': at,
    'x-slack-signature': `v0=${mac}`,
  }
  const send = () => place.asNobody.send('POST', '/v1/webhooks/chat-workspace-app', text, headers)
  expect((await send()).body.status).toBe('ignored')
  const { browser, back } = await begun(stage, place)
  await browser.open(back)
  expect((await send()).body.status).toBe('accepted')
})

test('the bare address asks who one is, and lets only administrators of the workspace go on', async () => {
  const stage = await installStage()
  const place = await stage.place()
  const agentId = await makeAgent(place)
  const password = 'correct horse battery'
  const [admin, manager] = [
    await place.make.person({ role: 'admin', password }),
    await place.make.person({ role: 'manager', password }),
  ]
  const url = `${CHAT}/install?${new URLSearchParams({ workspace_id: place.workspaceId, agent_id: agentId })}`
  const browser = newBrowser(stage.server)
  const page = await browser.open(url)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Sign in to connect Slack')])
  // Whoever signs in has read where, for whom, to whom and what for.
  for (const words of [place.workspaceId, agentId, 'write in its own name', 'with their e-mail addresses'])
    expect(page.text).toContain(words)
  expect(page.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("form-action 'self' https://chat.example"),
    'x-frame-options': 'DENY',
  })
  const wrong = await browser.submit(url, { email: admin.email, password: 'not my password' })
  expect([wrong.status, wrong.text]).toEqual([401, expect.stringContaining('The e-mail or the password is wrong.')])
  const refused = await browser.submit(url, { email: manager.email, password })
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Only an administrator')])
  const elsewhere = url.replace(place.workspaceId, (await stage.place()).workspaceId)
  expect((await browser.submit(elsewhere, { email: admin.email, password })).status).toBe(403)
  const nobody = url.replace(agentId, newId())
  expect((await browser.submit(nobody, { email: admin.email, password })).status).toBe(404)
  expect(browser.cookie).not.toBe('')
  const twice = await stage.server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `${new URLSearchParams({ email: manager.email, password })}&email=${encodeURIComponent(admin.email)}`,
  })
  expect([twice.statusCode, twice.json().errors]).toEqual([422, [expect.objectContaining({ pointer: '/email' })]])
  const signedIn = await browser.submit(url, { email: admin.email, password })
  expect([signedIn.status, signedIn.location?.host]).toEqual([303, 'localhost:3000'])
  const onward = String(signedIn.location)
  expect((await browser.open(onward)).text).toContain('Everybody else who writes there could ask it to:')
  const { status, location } = await browser.submit(onward, {})
  expect([status, location?.host]).toEqual([303, 'chat.example'])
  const state = location?.searchParams.get('state') ?? ''
  expect((await browser.open(`${CHAT}/callback?${new URLSearchParams({ code: 'c', state })}`)).status).toBe(200)
  expect(await connected(place)).toHaveLength(1)
})

test('the form of another site’s page signs nobody in', async () => {
  const stage = await installStage()
  const place = await stage.place()
  const password = 'correct horse battery'
  const { email } = await place.make.person({ role: 'admin', password })
  const url = `${CHAT}/workspace/install?workspace_id=${place.workspaceId}`
  const own = 'http://localhost:3000'
  const cases: [Record<string, string>, number][] = [
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: `${own}.evil.example` }, 403],
    [{ origin: own, 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: own, 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, 303],
    [{ origin: own, 'sec-fetch-site': 'same-origin' }, 303],
    [{ origin: own }, 303],
  ]
  for (const [headers, status] of cases) {
    const browser = newBrowser(stage.server, headers)
    expect([headers, (await browser.submit(url, { email, password })).status]).toEqual([headers, status])
    expect(browser.cookie === '').toBe(status === 403)
  }
})

test('a state serves once, for ten minutes, in its own browser and at its own address; otherwise nothing changes', async () => {
  const stage = await installStage()
  const place = await stage.place()
  const agentId = await makeAgent(place)
  const refusals: [string, () => Promise<{ status: number; text: string }>][] = []
  const first = await begun(stage, place, agentId)
  refusals.push(['in this browser', () => newBrowser(stage.server).open(first.back)])
  const second = await begun(stage, place, agentId)
  refusals.push(['in this browser', () => second.browser.open(first.back)])
  refusals.push(['in this browser', () => first.browser.open(first.back.replace('/callback', '/workspace/callback'))])
  const other = first.state.replace(/^./, (sign) => (sign === 'a' ? 'b' : 'a'))
  refusals.push(['in this browser', () => first.browser.open(first.back.replace(first.state, other))])
  refusals.push(['in this browser', () => first.browser.open(`${CHAT}/callback?code=c&state=x`)])
  const link = new URL(first.url).searchParams.get('link') ?? ''
  refusals.push(['in this browser', () => first.browser.open(`${CHAT}/callback?code=c&state=${link}`)])
  refusals.push(['used already', () => newBrowser(stage.server).submit(first.url, {})])
  for (const [text, attempt] of refusals) {
    const { status, text: said } = await attempt()
    expect([status, said]).toEqual([403, expect.stringContaining(text)])
  }
  stage.clock.now = new Date(stage.clock.now.getTime() + 601_000)
  const late = await first.browser.open(first.back)
  expect([late.status, late.text]).toEqual([403, expect.stringContaining('longer than ten minutes')])
  expect([stage.vendor.asked, await connected(place)]).toEqual([[], []])
  const third = await begun(stage, place, agentId)
  const twice = await Promise.all([third.browser.open(third.back), third.browser.open(third.back)])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 403])
  expect(stage.vendor.asked).toHaveLength(1)
  expect(await connected(place)).toMatchObject([{ accounts: [`${stage.app}/T01`] }])
})

test('who is no administrator any more cannot finish what was begun', async () => {
  const stage = await installStage()
  const place = await stage.place()
  const { browser, back } = await begun(stage, place)
  const { pool } = place.runtime.database
  await many(pool, sql`update memberships set role = 'member' where workspace_id = ${place.workspaceId}`)
  expect((await browser.open(back)).status).toBe(403)
  expect(stage.vendor.asked).toEqual([])
})

test('a refusal over there is told on a page, and an address that lacks something is 422', async () => {
  const stage = await installStage()
  const place = await stage.place()
  const { browser, back, state } = await begun(stage, place)
  const root = `${CHAT}/workspace/callback`
  const denied = await browser.open(`${root}?error=access_denied&state=${state}`)
  expect([denied.status, denied.text]).toEqual([
    200,
    expect.stringContaining('You did not allow it. Nothing was changed.'),
  ])
  const odd = await browser.open(`${root}?error=%3Cscript%3E`)
  expect(odd.text).not.toContain('<script>')
  const lacking: [string, string][] = [
    [`${root}?code=c`, 'state'],
    [`${root}?state=s`, 'code'],
    [`${CHAT}/callback`, 'code'],
    [`${CHAT}/install?workspace_id=x`, 'agent_id'],
    [`${CHAT}/install?agent_id=x`, 'workspace_id'],
  ]
  for (const [url, parameter] of lacking) {
    const { status, text } = await browser.open(url)
    expect([status, JSON.parse(text).errors]).toEqual([
      422,
      expect.arrayContaining([expect.objectContaining({ parameter })]),
    ])
  }
  stage.says['/oauth.v2.access'] = { ok: false, error: 'code_already_used' }
  const failed = await browser.open(back)
  expect([failed.status, failed.text]).toEqual([502, expect.stringContaining('refused: code_already_used')])
  expect((await browser.open(back)).text).toContain('used already')
  stage.says['/oauth.v2.access'] = stage.granted({ team: null, is_enterprise_install: true })
  const whole = await begun(stage, place)
  expect((await whole.browser.open(whole.back)).text).toContain('whole organization')
  expect(await connected(place)).toEqual([])
})

test('a chat belongs to one workspace; what a workspace only claims does not become proven with it', async () => {
  const stage = await installStage()
  const [mine, theirs] = [await stage.place(), await stage.place()]
  const claims = { kind: 'chat_workspace_app', name: 'Claim', secrets: { signingSecret: 'a-secret-of-mine' } }
  await mine.asAdmin.post('/integrations', { ...claims, accounts: [`${stage.app}/T01`, `${stage.app}/T-of-somebody`] })
  const first = await begun(stage, mine)
  expect((await first.browser.open(first.back)).status).toBe(200)
  expect(await connected(mine)).toMatchObject([{ name: 'Claim', accounts: [`${stage.app}/T01`], isProven: true }])
  const second = await begun(stage, theirs)
  const refused = await second.browser.open(second.back)
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('connected to another workspace')])
  expect(await connected(theirs)).toEqual([])
  const agentId = await makeAgent(mine)
  stage.says['/oauth.v2.access'] = stage.granted({ access_token: 'xoxb-token-of-the-bot-2' })
  const again = await begun(stage, mine, agentId)
  await again.browser.open(again.back)
  expect(await connected(mine)).toMatchObject([{ secretsShown: [{}, { name: 'botToken', lastFour: 'ot-2' }] }])
})

test('without an app of the operator nothing can be installed', async () => {
  const place = await harness()
  const { body } = await place.asAdmin.post('/integrations/chat-installs', {})
  expect(body).toMatchObject({ status: 409, code: 'install_unavailable' })
  const bad = await place.asAdmin.post('/integrations/chat-installs', { agentId: newId() })
  expect(bad.body).toMatchObject({ status: 404, code: 'agent_not_found' })
})

test('over https the cookie stays with this host', async () => {
  const stage = await installStage('https://api.example')
  const { browser } = await begun(stage, await stage.place())
  expect(browser.cookie).toMatch(/^__Host-innkeeper-install=/)
})

test('an install does not replace a secret that cannot be opened for now', async () => {
  const stage = await installStage()
  const place = await stage.place()
  const { pool } = place.runtime.database
  const install = async () => {
    const { browser, back } = await begun(stage, place)
    return browser.open(back)
  }
  const row = () =>
    one<{ secrets: string }>(
      pool,
      sql`select secrets, secrets_shown, is_proven from integrations where workspace_id = ${place.workspaceId}`,
    )
  const keep = (secrets: string | undefined) =>
    many(pool, sql`update integrations set secrets = ${secrets} where workspace_id = ${place.workspaceId}`)
  const names = async () => (await connected(place))[0].secretsShown.map(({ name }: { name: string }) => name)
  const secrets = { signingSecret: 'the-own-secret-of-this-chat' }
  const own = { kind: 'chat_workspace_app', name: 'Own chat', accounts: [`${stage.app}/T01`], secrets }
  const { body } = await place.asAdmin.post('/integrations', own)
  const sealed = (await row())?.secrets
  // As under another JWT_SECRET.
  await keep('AAAA')
  const before = await row()
  const refused = await install()
  expect([refused.status, refused.text]).toEqual([409, expect.stringMatching(/Own chat.*signingSecret.*JWT_SECRET/s)])
  expect(await row()).toEqual(before)
  await keep(sealed)
  expect((await install()).status).toBe(200)
  expect(await names()).toEqual(['signingSecret', 'botToken'])
  // Where the install brings all that was kept, nothing is lost.
  await place.asAdmin.patch(`/integrations/${body.id}`, { secrets: { signingSecret: null } })
  await keep('AAAA')
  expect((await install()).status).toBe(200)
  expect(await names()).toEqual(['botToken'])
  expect((await row())?.secrets).not.toBe('AAAA')
})
