import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { harness, type Harness } from '#test/harness.ts'
import { soon, working } from '#test/working.ts'
import { taskEffect } from './effect.service.ts'

const ON_CREATION = { on: ['task.created'], retryDelaySeconds: 0 }

async function newTask(place: Harness): Promise<string> {
  const { id: departmentId } = await place.make.department()
  return (await place.asKey.post('/tasks', { title: 'Fix the boiler', departmentId })).body.id
}

async function effectsOf(place: Harness, taskId: string): Promise<Record<string, unknown>[]> {
  const { body } = await place.asAdmin.get(`/tasks/${taskId}/activity`)
  return body.items
    .filter(({ action }: { action: string }) => action === 'task.effect')
    .map(({ details }: { details: Record<string, unknown> }) => details)
}

test('what an effect did stands in the history of the task, once however often the event comes', async () => {
  const place = await harness()
  const name = `greeting-${newId().slice(-8)}`
  let acted = 0
  const effect = taskEffect({
    name,
    ...ON_CREATION,
    act: async ({ workspaceId }) => ({ greeted: workspaceId === place.workspaceId ? ++acted : 0 }),
  })
  await working(place, [effect])
  const taskId = await newTask(place)
  const line = { effect: name, event: 'task.created', outcome: 'done', greeted: 1 }
  await soon(async () => expect(await effectsOf(place, taskId)).toEqual([line]))

  const { database, services, log } = place.runtime
  const ctx = { db: database.pool, workspaceId: place.workspaceId, principal: { kind: 'system' } as const }
  const again = { id: newId(), type: 'task.created', workspaceId: place.workspaceId, payload: { taskId } }
  const event = { ...again, occurredAt: new Date().toISOString(), requestId: null }
  const around = { ...ctx, now: new Date(), requestId: newId(), log, services }
  await effect.handle(around, event)
  await effect.handle(around, event)
  expect(acted).toBe(2)
  expect(await effectsOf(place, taskId)).toHaveLength(2)
})

test('one that fails is seen to be tried again, then done; the request and the others go on', async () => {
  const place = await harness()
  const mark = newId().slice(-8)
  const seen: unknown[] = []
  let failing = true
  const shaky = taskEffect({
    name: `shaky-${mark}`,
    ...ON_CREATION,
    retryDelaySeconds: 1,
    async act(_, __, taskId) {
      if (failing) throw new Error('the provider said no, token=abcdefgh')
      return { seen: (await effectsOf(place, taskId)).length }
    },
  })
  const steady = taskEffect({ name: `steady-${mark}`, ...ON_CREATION, act: async () => ({}) })
  await working(place, [shaky, steady])
  const taskId = await newTask(place)
  const retrying = { effect: shaky.name, event: 'task.created', outcome: 'retrying' }
  const error = 'the provider said no, token=[hidden]'
  await soon(async () => {
    seen.splice(0, seen.length, ...(await effectsOf(place, taskId)))
    expect(seen).toContainEqual({ ...retrying, error })
    expect(seen).toContainEqual({ effect: steady.name, event: 'task.created', outcome: 'done' })
  })
  failing = false
  await soon(async () => {
    const effects = await effectsOf(place, taskId)
    expect(effects).toHaveLength(2)
    expect(effects).toContainEqual({ ...retrying, outcome: 'done', seen: 2 })
  })
})

test('one that fails for good is seen as failed, is a dead letter, and a replay mends it', async () => {
  const place = await harness()
  const name = `stubborn-${newId().slice(-8)}`
  let failing = true
  const act = async (): Promise<Record<string, unknown>> => {
    if (failing) throw new Error('not today')
    return {}
  }
  await working(place, [taskEffect({ name, ...ON_CREATION, retryLimit: 1, act })])
  const taskId = await newTask(place)
  const failed = { effect: name, event: 'task.created', outcome: 'failed', error: 'not today' }
  await soon(async () => expect(await effectsOf(place, taskId)).toEqual([failed]))
  const [letter] = (await place.asAdmin.get(`/dead-letters?subscriber=${name}`)).body.items
  expect(letter).toMatchObject({ attempts: 2, error: 'not today' })
  failing = false
  await place.asAdmin.post(`/dead-letters/${letter.id}/replay`)
  await soon(async () =>
    expect(await effectsOf(place, taskId)).toEqual([{ effect: name, event: 'task.created', outcome: 'done' }]),
  )
})

test('an effect that had nothing to do leaves no line', async () => {
  const place = await harness()
  const mark = newId().slice(-8)
  const idle = taskEffect({ name: `idle-${mark}`, ...ON_CREATION, act: async () => undefined })
  const busy = taskEffect({ name: `busy-${mark}`, ...ON_CREATION, act: async () => ({}) })
  await working(place, [idle, busy])
  const taskId = await newTask(place)
  await soon(async () => expect(await effectsOf(place, taskId)).toHaveLength(1))
  const second = await newTask(place)
  await soon(async () => expect(await effectsOf(place, second)).toHaveLength(1))
  expect(await effectsOf(place, taskId)).toMatchObject([{ effect: busy.name }])
})
