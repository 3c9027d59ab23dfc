import { expect, test } from 'vitest'
import { toolbox } from '#src/catalogue.ts'
import { agentPlace, runsWorking, type AgentPlace } from '#test/agent-place.ts'
import { backend } from '#test/database.ts'
import { sandboxPlace } from '#test/sandbox-place.ts'
import { soon } from '#test/working.ts'
import type { Toolbox } from './toolbox.service.ts'

const approval = { asks: 'changes', alsoBefore: [], approvers: 'requester', validMinutes: 5 }
const agent = { approval, tools: ['set_task_status', 'update_task', 'tag_task'] }

async function makeTask({ asKey, make }: AgentPlace, title: string): Promise<string> {
  return (await asKey.post('/tasks', { title, departmentId: (await make.department()).id })).body.id
}

function changesOf(taskId: string) {
  return [
    { name: 'set_task_status', input: { taskId, status: 'IN_PROGRESS' } },
    { name: 'update_task', input: { taskId, priority: 'URGENT' } },
    { name: 'update_task', input: { taskId, title: 'A new boiler' } },
  ]
}

/** The model has asked for all of it in one step, and a person has agreed to all of it. */
async function agreed(place: AgentPlace, taskIds: string[]): Promise<{ run_id: string }> {
  place.upstream.replies.push({ calls: taskIds.flatMap(changesOf) }, { text: 'Done.' })
  const { body } = await place.invoke('Change them')
  expect(body.interactions).toHaveLength(taskIds.length * 3)
  for (const { id } of body.interactions) await place.resolve(id, { decision: 'approve' })
  await soon(async () => expect((await place.asAdmin.get(`/agent-runs/${body.run_id}`)).body.status).toBe('completed'))
  return body
}

const CHANGED = { status: 'IN_PROGRESS', priority: 'URGENT', title: 'A new boiler' }

test('changes of one record that were agreed to together are all done, of two records too', async () => {
  const place = await agentPlace({ agent })
  const taskIds = [await makeTask(place, 'Boiler'), await makeTask(place, 'Other boiler')]
  await agreed(place, taskIds)
  for (const id of taskIds) expect((await place.asKey.get(`/tasks/${id}`)).body).toMatchObject(CHANGED)
})

/** Somebody else changes the record after the first of the calls and before the others. */
function meddled(meddle: () => Promise<unknown>): Toolbox {
  let isDone = false
  const box: Toolbox = {
    ...toolbox,
    for: () => box,
    find(name) {
      const ready = toolbox.find(name)
      if (!ready || name !== 'update_task') return ready
      const { operation } = ready.tool
      const run: typeof operation.run = async (ctx, args) => {
        if (ctx.ifMatch && !isDone) await meddle()
        isDone ||= ctx.ifMatch !== undefined
        return operation.run(ctx, args)
      }
      return { ...ready, tool: { ...ready.tool, operation: { ...operation, run } } }
    },
  }
  return box
}

// In one connection nobody comes between.
test.runIf(backend === 'postgres')('a change of somebody else between them is none that was agreed to', async () => {
  const place = await agentPlace({ agent, working: false })
  const taskId = await makeTask(place, 'Boiler')
  const meddle = () => place.asKey.patch(`/tasks/${taskId}`, { description: 'Not today.' })
  runsWorking(place, meddled(meddle))
  await agreed(place, [taskId])
  const { body: task } = await place.asKey.get(`/tasks/${taskId}`)
  expect(task).toMatchObject({ ...CHANGED, description: 'Not today.', priority: 'NORMAL', title: 'Boiler' })
  const told = JSON.stringify(place.upstream.calls.at(-1)?.body['messages'])
  expect(told.match(/precondition_failed/g)).toHaveLength(2)
  expect(told).toContain('The record has changed since it was read or asked about.')
  expect(told).not.toContain('If-Match')
})

/** A program has made all the calls at once, and a person has agreed to all of them. */
async function agreedProgram() {
  const place = await sandboxPlace({ agent })
  const taskIds = [await makeTask(place, 'Boiler'), await makeTask(place, 'Other boiler')]
  const calls = taskIds.flatMap(changesOf).map(({ name, input }, index) => ({
    id: `c${index}`,
    tool: name,
    arguments: input,
  }))
  const { body } = await place.batch({ calls })
  for (const { continuation_id: id } of body.results) await place.resolve(id, { decision: 'approve' })
  await place.setRun('running')
  const make = async (wanted: typeof calls) =>
    (await place.batch({ calls: wanted })).body.results.map(
      (each: { status: string; error: { code: string } | null }) => [each.status, each.error?.code],
    )
  return { place, taskIds, calls, make }
}

test('what a program was allowed together is done together, in whatever order it comes', async () => {
  const { place, taskIds, calls, make } = await agreedProgram()
  expect(await make(calls.toReversed())).toEqual(calls.map(() => ['ok', undefined]))
  for (const id of taskIds) expect((await place.asKey.get(`/tasks/${id}`)).body).toMatchObject(CHANGED)
})

test('a change of somebody else between what a program was allowed is none that was agreed to', async () => {
  const { place, taskIds, calls, make } = await agreedProgram()
  const [first, ...rest] = calls
  expect(await make(first ? [first] : [])).toEqual([['ok', undefined]])
  await place.asKey.patch(`/tasks/${taskIds[0]}`, { description: 'Not today.' })
  const refused = ['error', 'precondition_failed']
  const done = ['ok', undefined]
  expect(await make(rest)).toEqual([refused, refused, done, done, done])
})
