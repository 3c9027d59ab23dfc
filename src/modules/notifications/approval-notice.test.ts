import { expect, onTestFinished, test } from 'vitest'
import { run } from '#core/db.ts'
import { openMail } from '#core/mail.ts'
import { sql } from '#core/sql.ts'
import { deliver } from '#test/deliver.ts'
import { harness } from '#test/harness.ts'
import { startMailServer } from '#test/mail-server.ts'
import { soon } from '#test/working.ts'
import { ANY, publish, reached, start, workflows } from '#test/workflow-place.ts'
import { approvalMail } from './approval-mail.ts'
import { approvalNotices } from './approval-notice.ts'

test('those who are asked hear of it in the product and by mail, are reminded, and hear no more once it is answered', async () => {
  const here = await harness()
  workflows(here)
  const server = await startMailServer()
  const mail = await openMail(server.settings)
  onTestFinished(() => mail.close())
  const [ana, ben] = [await here.make.person(), await here.make.person({ role: 'manager' })]
  const post = async () => {
    await deliver(here, approvalNotices, { mail })
    await deliver(here, approvalMail, { mail })
  }
  const told = async ({ token }: { token: string }) => (await here.asConsole(token).get('/notifications')).body.items

  const workflowId = await publish(
    here,
    `do: [ { ask: { call: approval:1.0.0@default, with: { question: 'Buy a boiler?', details: 'It leaks.',
      assignees: { userIds: ['${ana.userId}'] }, dueAfter: P1D, remindEvery: PT5M } } } ]`,
  )
  const runId = await start(here, workflowId)
  await reached(here, runId, 'waiting')
  const { id } = await soon(async () => {
    const { items } = (await here.asKey.get('/workflow-approvals')).body
    expect(items).toHaveLength(1)
    return items[0]
  })
  await post()
  const [first] = (await told(ana)).toReversed()
  expect(first).toMatchObject({
    kind: 'approval',
    message: 'A workflow waits for your answer.',
    task: null,
    approval: { id, question: 'Buy a boiler?', status: 'pending' },
  })
  expect(await told(ben)).toEqual([])
  // Five minutes are over.
  await run(here.runtime.database.pool, sql`update wf_approval set remind_at = now() where id = ${id}`)
  const due = sql`awaits = jsonb_set(awaits, '{until}', '0')`
  await run(here.runtime.database.pool, sql`update wf_frame set ${due} where run_id = ${runId}`)
  await run(here.runtime.database.pool, sql`update wf_run set due_at = now() where id = ${runId}`)
  await soon(async () => {
    await post()
    expect((await told(ana))[0]).toMatchObject({ message: 'A workflow still waits for your answer.' })
  })
  const [letter] = await server.mailsTo(ana.email)
  expect(letter).toMatchObject({ subject: 'Your answer is asked: Buy a boiler?' })
  expect(letter?.text).toContain(`/approvals/${id}`)

  await here.asKey.post(`/workflow-approvals/${id}/resolve`, { decision: 'approve' }, ANY)
  const before = (await told(ana)).length
  await post()
  expect(await told(ana)).toHaveLength(before)
  expect((await told(ana))[0].approval).toMatchObject({ status: 'approved' })
})
