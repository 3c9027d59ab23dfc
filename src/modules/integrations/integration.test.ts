import { expect, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Answer } from '#test/client.ts'
import { harness } from '#test/harness.ts'
import { acceptable, changedSecrets } from './integration-secrets.ts'

const SECRET = 'a-secret-of-some-length-4711'

test('secrets are kept sealed and never shown again', async () => {
  const { asAdmin, runtime, workspaceId } = await harness()
  const secrets = { signingSecret: SECRET, botToken: 'xoxb-1' + '0'.repeat(10) }
  const body = { kind: 'chat_workspace_app', name: 'Ops chat', accounts: ['A01/T01'], secrets }
  const created = await asAdmin.post('/integrations', body)
  expect([created.status, created.body.secretsShown]).toEqual([
    201,
    [
      { name: 'signingSecret', lastFour: '4711', previousUntil: null },
      { name: 'botToken', lastFour: '0000', previousUntil: null },
    ],
  ])
  expect(created.body).toMatchObject({ accounts: ['A01/T01'], status: 'active', isProven: false })
  const path = `/integrations/${created.body.id}`
  const answers = [created, await asAdmin.get(path), await asAdmin.get('/integrations?kind=chat_workspace_app')]
  const rows = await many(
    runtime.database.pool,
    sql`select to_json(i)::text from integrations i where workspace_id = ${workspaceId}
      union all select payload::text from outbox where workspace_id = ${workspaceId}
      union all select to_json(a)::text from audit_log a where workspace_id = ${workspaceId}`,
  )
  expect(rows.length).toBeGreaterThan(2)
  expect(JSON.stringify([answers.map((answer) => answer.body), rows])).not.toContain(SECRET)
})

test('what does not fit the kind is 422 and names the field', async () => {
  const place = await harness()
  const { asAdmin } = place
  const other = await harness()
  const foreign = await other.make.department()
  const ok = { kind: 'issue_tracker', name: 'Tracker', accounts: ['org-1'], secrets: { webhookSecret: SECRET } }
  const cases: [object, string][] = [
    [{ accounts: [] }, '/accounts'],
    [{ kind: 'messaging' }, '/accounts'],
    [{ secrets: {} }, '/secrets/webhookSecret'],
    [{ secrets: { webhookSecret: SECRET, botToken: SECRET } }, '/secrets/botToken'],
    [{ settings: { folder: 'docs' } }, '/settings/folder'],
    [{ settings: { chatIntegrationId: foreign.id } }, '/settings/chatIntegrationId'],
    [
      {
        kind: 'voice_platform_a',
        secrets: { apiKey: SECRET },
        settings: { departmentId: foreign.id },
      },
      '/settings/departmentId',
    ],
  ]
  for (const [fields, pointer] of cases) {
    const refused = await asAdmin.post('/integrations', { ...ok, ...fields })
    expect(refused.body).toMatchObject({ status: 422, code: 'integration_inapplicable', errors: [{ pointer }] })
  }
  const { body } = await asAdmin.post('/integrations', ok)
  const taken = await asAdmin.post('/integrations', { ...ok, name: 'Twice' })
  expect(taken.body).toMatchObject({ status: 409, code: 'integration_account_taken' })
  const bare = await asAdmin.patch(`/integrations/${body.id}`, { secrets: { webhookSecret: null } })
  expect(bare.body).toMatchObject({ status: 422, errors: [{ pointer: '/secrets/webhookSecret' }] })
  expect((await asAdmin.get('/integrations')).body.pagination.total).toBe(1)
})

test('settings and secrets merge, versions are kept, and what was read can be sent back', async () => {
  const { asAdmin } = await harness()
  const made = await asAdmin.post('/integrations', {
    kind: 'code_host',
    name: 'Handbook',
    accounts: ['casa/docs'],
    secrets: { webhookSecret: SECRET },
    settings: { folder: 'guides' },
  })
  const path = `/integrations/${made.body.id}`
  const changed = await asAdmin.patch(path, { settings: { branch: 'live' }, secrets: { apiKey: 'ghp_' + SECRET } })
  expect(changed.body.settings).toMatchObject({ folder: 'guides', branch: 'live' })
  expect(changed.body.secretsShown.map(({ name }: { name: string }) => name)).toEqual(['apiKey', 'webhookSecret'])
  expect((await asAdmin.patch(path, { ...changed.body, name: 'Guides' })).body.name).toBe('Guides')
  const stale = await asAdmin.patch(path, { name: 'x' }, { 'if-match': made.headers.etag ?? '' })
  expect(stale.body.code).toBe('precondition_failed')
  expect((await asAdmin.delete(path)).body).toMatchObject({ deleted: true })
  expect((await asAdmin.get(path)).body.code).toBe('integration_not_found')
})

test('what it names may be gone: it can be paused, renamed and given another secret all the same', async () => {
  const { asAdmin, make } = await harness()
  const [leaving, department] = [await make.person(), await make.department()]
  const chat = await asAdmin.post('/integrations', {
    kind: 'chat_workspace_app',
    name: 'Chat',
    accounts: ['A01/T01'],
    secrets: { signingSecret: SECRET },
    settings: { people: [{ externalId: 'U1', userId: leaving.userId }] },
  })
  const tracker = await asAdmin.post('/integrations', {
    kind: 'issue_tracker',
    name: 'Tracker',
    accounts: ['org-1'],
    secrets: { webhookSecret: SECRET },
    settings: { chatIntegrationId: chat.body.id, channel: 'C1' },
  })
  const voice = await asAdmin.post('/integrations', {
    kind: 'voice_platform_b',
    name: 'Voice',
    secrets: { webhookSecret: SECRET },
    settings: { departmentId: department.id },
  })
  await asAdmin.delete(`/members/${leaving.membershipId}`)
  await asAdmin.delete(`/departments/${department.id}`)
  const change = async ({ body }: Answer, changes: object) => {
    const { status, body: answered } = await asAdmin.patch(`/integrations/${body.id}`, changes)
    return [status, answered.errors?.[0]?.pointer]
  }
  const secrets = { signingSecret: 'another-secret-of-some-length-0815' }
  expect(await change(chat, { name: 'Chat of the team', secrets })).toEqual([200, undefined])
  expect(await change(voice, { status: 'paused' })).toEqual([200, undefined])
  // What is named anew must still be there.
  const people = [
    { externalId: 'U1', userId: leaving.userId },
    { externalId: 'U2', userId: department.id },
  ]
  expect(await change(chat, { settings: { people } })).toEqual([422, '/settings/people/1/userId'])
  expect(await change(voice, { settings: { departmentId: leaving.userId } })).toEqual([422, '/settings/departmentId'])
  await asAdmin.delete(`/integrations/${chat.body.id}`)
  expect(await change(tracker, { status: 'paused' })).toEqual([200, undefined])
})

test('a secret that was kept under another key of the server can be taken away, and replaced', async () => {
  const { asAdmin, runtime, workspaceId } = await harness()
  const kept = { kind: 'meeting_recorder', name: 'Recorder', secrets: { webhookSecret: SECRET } }
  const path = `/integrations/${(await asAdmin.post('/integrations', kept)).body.id}`
  const loseKey = () =>
    run(runtime.database.pool, sql`update integrations set secrets = 'AAAA' where workspace_id = ${workspaceId}`)
  const names = ({ body }: Answer) => body.secretsShown.map(({ name }: { name: string }) => name)
  await loseKey()
  expect(names(await asAdmin.patch(path, { secrets: { transcriptToken: null } }))).toEqual(['webhookSecret'])
  expect(names(await asAdmin.patch(path, { secrets: { webhookSecret: null } }))).toEqual([])
  expect(names(await asAdmin.patch(path, { secrets: { webhookSecret: SECRET } }))).toEqual(['webhookSecret'])
  await loseKey()
  const replaced = await asAdmin.patch(path, { secrets: { webhookSecret: 'another-secret-of-some-length-0815' } })
  expect(replaced.body.secretsShown).toEqual([{ name: 'webhookSecret', lastFour: '0815', previousUntil: null }])
})

test('secrets under a key of the server that is away stay as they are, until each of them is said anew', async () => {
  const { asAdmin, runtime, workspaceId } = await harness()
  const kept = {
    kind: 'bot_messenger',
    name: 'Bot',
    secrets: { webhookSecret: SECRET, botToken: '1:a-token-of-the-bot' },
  }
  const path = `/integrations/${(await asAdmin.post('/integrations', kept)).body.id}`
  const rows = () =>
    many(
      runtime.database.pool,
      sql`select secrets, secrets_shown, finder from integrations i
        join integration_finders f on f.workspace_id = i.workspace_id and f.integration_id = i.id
        where i.workspace_id = ${workspaceId}`,
    )
  await run(runtime.database.pool, sql`update integrations set secrets = 'AAAA' where workspace_id = ${workspaceId}`)
  const before = await rows()
  const paused = await asAdmin.patch(path, { status: 'paused', secrets: {} })
  expect([paused.status, paused.body.status, paused.body.secretsShown.length]).toEqual([200, 'paused', 2])
  expect((await asAdmin.patch(path, { name: 'The bot' })).body.name).toBe('The bot')
  const half = await asAdmin.patch(path, { secrets: { webhookSecret: SECRET } })
  expect(half.body).toMatchObject({
    status: 422,
    code: 'integration_inapplicable',
    errors: [{ pointer: '/secrets/botToken', message: expect.stringContaining('JWT_SECRET') }],
  })
  expect(await rows()).toEqual(before)
  const anew = await asAdmin.patch(path, { secrets: { webhookSecret: SECRET, botToken: null } })
  expect(anew.body.secretsShown.map(({ name }: { name: string }) => name)).toEqual(['webhookSecret'])
})

test('accounts can be changed while secrets are under a key that is away, and those find it again when it is back', async () => {
  const { asAdmin, runtime, workspaceId } = await harness()
  const { pool } = runtime.database
  const kept = { kind: 'team_chat', name: 'Team', accounts: ['spaces/A'], secrets: { setupSecret: SECRET } }
  const { body } = await asAdmin.post('/integrations', kept)
  const finders = async () => {
    const rows = await many<{ finder: string }>(
      pool,
      sql`select finder from integration_finders where workspace_id = ${workspaceId} order by finder`,
    )
    return rows.map(({ finder }) => finder)
  }
  const [, ofSecret] = await finders()
  expect(ofSecret).toMatch(/^secret:/)
  await run(pool, sql`update integrations set secrets = 'AAAA' where workspace_id = ${workspaceId}`)
  const moved = await asAdmin.patch(`/integrations/${body.id}`, { accounts: ['spaces/B', 'spaces/C'] })
  expect([moved.status, moved.body.accounts]).toEqual([200, ['spaces/B', 'spaces/C']])
  expect(await finders()).toEqual(['account:spaces/B', 'account:spaces/C', ofSecret])
  // Said anew, it is found by the new one alone.
  await asAdmin.patch(`/integrations/${body.id}`, { secrets: { setupSecret: `${SECRET}-anew` } })
  expect(await finders()).toEqual(['account:spaces/B', 'account:spaces/C', expect.stringMatching(/^secret:/)])
  expect(await finders()).not.toContain(ofSecret)
})

test('a secret that alone finds an integration belongs to one of a workspace', async () => {
  const { asAdmin } = await harness()
  const bot = { kind: 'bot_messenger', name: 'Bot', secrets: { webhookSecret: SECRET } }
  expect((await asAdmin.post('/integrations', bot)).status).toBe(201)
  expect((await asAdmin.post('/integrations', bot)).body.code).toBe('integration_account_taken')
})

test('the secret before is good for a week, and one that only writes is replaced at once', () => {
  const [now, later] = [new Date('2026-11-15T00:00:00Z'), new Date('2026-11-22T00:00:01Z')]
  const first = changedSecrets('chat_workspace_app', {}, { signingSecret: 'first-one', botToken: 'first-bot' }, now)
  const second = changedSecrets(
    'chat_workspace_app',
    first,
    { signingSecret: 'second-one', botToken: 'second-bot' },
    now,
  )
  expect(acceptable(second, 'signingSecret', now)).toEqual(['second-one', 'first-one'])
  expect(acceptable(second, 'signingSecret', later)).toEqual(['second-one'])
  expect(acceptable(second, 'botToken', now)).toEqual(['second-bot'])
  expect(acceptable(changedSecrets('chat_workspace_app', second, { botToken: null }, now), 'botToken', now)).toEqual([])
})
