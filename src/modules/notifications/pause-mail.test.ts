import { expect, onTestFinished, test } from 'vitest'
import { run } from '#core/db.ts'
import { openMail } from '#core/mail.ts'
import { sql } from '#core/sql.ts'
import { NO_JSONATA } from '#modules/workflows/jsonata.rules.ts'
import { pauseJsonata } from '#modules/workflows/pause-jsonata.ts'
import { systemContext } from '#src/runtime.ts'
import { deliver } from '#test/deliver.ts'
import { harness, type Harness } from '#test/harness.ts'
import { startMailServer } from '#test/mail-server.ts'
import { ANY, publish, publishedBefore, start } from '#test/workflow-place.ts'
import { pauseMail } from './pause-mail.ts'
import { pauseNotices } from './pause-notice.ts'

const OLD = "evaluate: { language: jsonata }\ndo: [ { a: { set: { n: '${ $sum(list) }' } } } ]"
const stateOf = async ({ asKey }: Harness, id: string) => (await asKey.get(`/workflows/${id}`)).body.status

test('what is active in JSONata is turned off once, its owner is told in the console and by mail, and all else stays on', async () => {
  const here = await harness()
  const server = await startMailServer()
  const mail = await openMail(server.settings)
  onTestFinished(() => mail.close())
  const ana = await here.make.person({ role: 'manager' })
  const [old, ownersOwn] = [await publishedBefore(here, OLD), await publishedBefore(here, OLD)]
  const other = await publish(here, "do: [ { a: { set: { n: '${ .list | add }' } } } ]")
  await run(
    here.runtime.database.pool,
    sql`
    update wf_activation set created_by = ${JSON.stringify({ kind: 'user', actorId: ana.userId })}::jsonb
    where workspace_id = ${here.workspaceId} and definition_id = ${ownersOwn}`,
  )
  expect(await stateOf(here, old)).toBe('active')

  for (let nth = 0; nth < 2; nth++) await pauseJsonata.run(systemContext(here.runtime))
  expect(await Promise.all([old, ownersOwn, other].map((id) => stateOf(here, id)))).toEqual([
    'inactive',
    'inactive',
    'active',
  ])
  await deliver(here, pauseMail, { mail })
  // A key turned it on, so the administrators are told.
  const letters = await server.mailsTo(here.admin.email)
  expect(letters).toHaveLength(1)
  expect(letters[0]).toMatchObject({ subject: 'Automation turned off: Flow' })
  expect(letters[0]?.text).toContain(NO_JSONATA)
  expect(letters[0]?.text).toContain(`/workflows/${old}`)

  expect((await server.mailsTo(ana.email))[0]?.text).toContain(`/workflows/${ownersOwn}`)

  // The console tells each of them about their own, even without mail.
  for (let nth = 0; nth < 2; nth++) await deliver(here, pauseNotices)
  for (const [person, workflowId] of [
    [here.admin, old],
    [ana, ownersOwn],
  ] as const)
    expect((await here.asConsole(person.token).get('/notifications')).body.items).toMatchObject([
      {
        kind: 'workflow_off',
        message: `Innkeeper turned this automation off. ${NO_JSONATA}`,
        actor: { kind: 'system', name: 'Innkeeper' },
        task: null,
        approval: null,
        details: { workflowId, workflowName: 'Flow' },
      },
    ])
  const { body } = await here.asKey.get(`/workflows/${old}`)
  expect(body.activations[0]).toMatchObject({ routes: null, reason: 'workflow_in_jsonata' })
  expect(body.activations[1]).toMatchObject({ reason: null })

  const again = await here.asKey.put(`/workflows/${old}/activation`, { routes: [{ version: 1, weight: 100 }] }, ANY)
  expect(again).toMatchObject({ status: 422, body: { code: 'workflow_in_jsonata' } })
  expect((await start(here, other)).length).toBeGreaterThan(0)
})
