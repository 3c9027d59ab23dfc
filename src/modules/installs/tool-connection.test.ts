import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, one } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Harness } from '#test/harness.ts'
import { installStage, newBrowser, type InstallStage } from '#test/install-stage.ts'
import { makeSubject } from '#test/subjects.ts'

const CALLBACK = '/v1/integrations/tool-connector/callback'
const connected = async ({ asAdmin }: Harness) => (await asAdmin.get('/integrations')).body.items

/** What the connector says of a connection, as its interface documents it. */
function say({ says, app }: InstallStage, name: string, owner: string, more: object = {}): void {
  const id = `${name}_${app}`
  says[`/api/v3/connected_accounts/${id}`] = {
    id,
    user_id: owner,
    status: 'ACTIVE',
    toolkit: { slug: 'gmail' },
    auth_config: { id: 'ac_1', auth_scheme: 'OAUTH2', is_composio_managed: true },
    ...more,
  }
}

async function back(stage: InstallStage, name: string, query: Record<string, string> = {}) {
  const id = name === '' ? '' : `${name}_${stage.app}`
  const all = new URLSearchParams({ status: 'success', connected_account_id: id, ...query })
  const { status, text } = await newBrowser(stage.server).open(`${CALLBACK}?${all}`)
  return { status, text }
}

test('a connection is begun for the workspace or an agent, and bound as the connector says it is', async () => {
  const stage = await installStage()
  const place = await stage.place()
  const { workspaceId, asAdmin } = place
  const agentId = await makeSubject(place, 'agentId', newId())
  stage.says['/api/v3/auth_configs'] = { items: [{ id: 'ac_1' }] }
  const link = { redirect_url: 'https://connect.example/link/ln_1', expires_at: '2026-11-15T10:00:00Z' }
  stage.says['/api/v3/connected_accounts/link'] = { link_token: 'ln_1', connected_account_id: 'ca_1', ...link }
  const begun = await asAdmin.post('/integrations/tool-connections', { toolkit: 'gmail', agentId })
  expect(begun.body).toEqual({ url: link.redirect_url, expiresAt: '2026-11-15T10:00:00.000Z' })
  const [configs, opened] = stage.vendor.asked
  expect(configs).toMatchObject({ path: '/api/v3/auth_configs?toolkit_slug=gmail&limit=1' })
  expect(opened).toMatchObject({
    headers: { 'x-api-key': 'key-of-the-connector' },
    body: { auth_config_id: 'ac_1', user_id: `${workspaceId}:${agentId}` },
  })
  const state = `${workspaceId}:${agentId}:gmail`
  const said = opened?.body as { callback_url: string } | undefined
  expect(new URL(said?.callback_url ?? '').searchParams.get('state')).toBe(state)

  say(stage, 'ca_1', `${workspaceId}:${agentId}`)
  expect(await back(stage, 'ca_1', { state })).toMatchObject({
    status: 200,
    text: expect.stringContaining('gmail is connected'),
  })
  const kept = {
    kind: 'tool_connector',
    name: 'gmail',
    accounts: [`gmail/ca_1_${stage.app}`],
    isProven: true,
    status: 'active',
  }
  expect(await connected(place)).toMatchObject([kept])
  const { pool } = place.runtime.database
  const row = await one(pool, sql`select agent_id from integrations where workspace_id = ${workspaceId}`)
  expect(row).toEqual({ agent_id: agentId })

  const [{ id }] = await connected(place)
  await asAdmin.patch(`/integrations/${id}`, { status: 'paused' })
  expect((await back(stage, 'ca_1')).status).toBe(200)
  expect(await connected(place)).toMatchObject([{ status: 'paused' }])
})

test('a connection from before there were agents is the whole workspace’s; older links name it otherwise', async () => {
  const stage = await installStage()
  const place = await stage.place()
  say(stage, 'ca_old', place.workspaceId)
  const url = `${CALLBACK}?connection_status=success&connectedAccountId=ca_old_${stage.app}&appName=gmail&state=${place.workspaceId}::gmail`
  expect((await newBrowser(stage.server).open(url)).status).toBe(200)
  expect(await connected(place)).toMatchObject([{ accounts: [`gmail/ca_old_${stage.app}`], isProven: true }])
})

test('what the browser says is not believed: nothing is bound but what the connector confirms', async () => {
  const stage = await installStage()
  const [mine, theirs] = [await stage.place(), await stage.place()]
  say(stage, 'ca_1', `${mine.workspaceId}:`)
  const refused: [number, Promise<{ status: number; text: string }>][] = [
    [403, back(stage, 'ca_1', { state: `${theirs.workspaceId}::gmail` })],
    [403, back(stage, 'ca_1', { state: `${mine.workspaceId}::slack` })],
    [403, back(stage, 'ca_1', { state: `${mine.workspaceId}:${newId()}:gmail` })],
    [403, back(stage, 'ca_unknown', { state: `${mine.workspaceId}::gmail` })],
    [422, back(stage, '', { state: `${mine.workspaceId}::gmail` })],
    [422, back(stage, 'ca_1', { state: 'gmail' })],
  ]
  for (const [status, answer] of refused) expect((await answer).status).toBe(status)
  say(stage, 'ca_2', 'no-such-workspace:')
  expect((await back(stage, 'ca_2')).status).toBe(403)
  say(stage, 'ca_3', `${mine.workspaceId}:${newId()}`)
  expect((await back(stage, 'ca_3')).status).toBe(404)
  expect(await Promise.all([connected(mine), connected(theirs)])).toEqual([[], []])
})

test.each([
  ['INITIALIZING', 'still being prepared'],
  ['INITIATED', 'Nobody has given consent yet'],
  ['FAILED', 'Consent was refused'],
  ['EXPIRED', 'took too long'],
  ['INACTIVE', 'switched off there'],
  ['REVOKED', 'withdrawn there'],
  ['PAUSED_BY_MOON', 'is PAUSED_BY_MOON there'],
])('a connection that is %s is not bound, and the page says why', async (status, words) => {
  const stage = await installStage()
  const place = await stage.place()
  say(stage, 'ca_1', `${place.workspaceId}:`, { status })
  const answer = await back(stage, 'ca_1', { status: 'failed' })
  expect(answer).toEqual({ status: 409, text: expect.stringContaining(words) })
  expect(await connected(place)).toEqual([])
})

test('a refusal without a connection, and a connector that is away, are told', async () => {
  const stage = await installStage()
  const browser = newBrowser(stage.server)
  expect((await browser.open(`${CALLBACK}?status=failed`)).text).toContain('Nothing was changed')
  stage.vendor.next.push({ status: 500 })
  expect(await back(stage, 'ca_1')).toMatchObject({ status: 502, text: expect.stringContaining('answered 500') })
  const { asAdmin } = await stage.place()
  const begun = await asAdmin.post('/integrations/tool-connections', { toolkit: 'gmail' })
  expect(begun.body).toMatchObject({
    code: 'tool_connector_refused',
    detail: expect.stringContaining('no auth config'),
  })
})

test('a connection can be tested, cannot be forged by hand, and is closed over there when it is removed', async () => {
  const stage = await installStage()
  const place = await stage.place()
  const { asAdmin, workspaceId } = place
  const forged = { kind: 'tool_connector', name: 'x', accounts: ['gmail/ca_of_somebody'] }
  expect((await asAdmin.post('/integrations', forged)).body).toMatchObject({
    status: 422,
    errors: [{ pointer: '/accounts' }],
  })
  say(stage, 'ca_1', `${workspaceId}:`)
  await back(stage, 'ca_1')
  const [{ id }] = await connected(place)
  const path = `/integrations/${id}`
  const moved = await asAdmin.patch(path, { accounts: ['gmail/ca_of_somebody'] })
  expect(moved.body).toMatchObject({ status: 422, errors: [{ pointer: '/accounts' }] })
  expect((await asAdmin.post(`${path}/test`)).body).toEqual({ isWorking: true, account: 'gmail', problem: null })
  say(stage, 'ca_1', `${workspaceId}:`, { status: 'EXPIRED' })
  expect((await asAdmin.post(`${path}/test`)).body).toMatchObject({
    isWorking: false,
    problem: expect.stringContaining('Connect again'),
  })
  const removed = await asAdmin.delete(path)
  expect(removed.body).toMatchObject({ deleted: true, revocation: 'revoked', problem: null })
  expect(stage.vendor.asked.at(-1)).toMatchObject({
    method: 'DELETE',
    path: `/api/v3/connected_accounts/ca_1_${stage.app}`,
  })
  const { pool } = place.runtime.database
  expect(await many(pool, sql`select id from integrations where workspace_id = ${workspaceId}`)).toEqual([])
})
