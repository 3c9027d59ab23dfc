import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { OutboundError, type Outbound } from '#core/outbound.ts'
import { harness, type Harness } from '#test/harness.ts'
import { startReceiver, type Receiver } from '#test/receiver.ts'
import { soon, working } from '#test/working.ts'
import { automations } from './automations.ts'

const EVENTS = 30

async function listening(...receivers: Receiver[]) {
  const place = await harness()
  const { id: departmentId } = await place.make.department()
  for (const { url } of receivers) await place.asAdmin.post('/event-hooks', { url, events: ['task.created'] })
  return { place, newTask: () => place.asKey.post('/tasks', { title: 'Fix the boiler', departmentId }) }
}

/** The same server, but calls of this receiver go through `before` first. */
function delaying({ runtime, ...place }: Harness, { url }: Receiver, before: () => Promise<void>): Harness {
  const { outbound } = runtime.services
  const request: Outbound['request'] = async (to, options) => {
    if (to === url) await before()
    return outbound.request(to, options)
  }
  const services = { ...runtime.services, outbound: { ...outbound, request } }
  return { ...place, runtime: { ...runtime, services } }
}

test('a receiver that hangs holds up its own workspace alone, and gets everything once it answers', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const [hanging, good] = [await startReceiver(), await startReceiver()]
  const here = await listening(hanging)
  const there = await listening(good)
  for (let number = 0; number < EVENTS; number++) await here.newTask()
  let held = 0
  const hang = () => {
    held += 1
    return released
  }
  await working(delaying(here.place, hanging, hang), [automations])
  await soon(() => expect(held).toBeGreaterThan(0))

  await there.newTask()
  await soon(() => expect(good.received).toHaveLength(1))
  expect(hanging.received).toEqual([])

  release()
  await soon(() => expect(hanging.received).toHaveLength(EVENTS))
})

test('a receiver that does not answer is soon left alone; the other hooks of its workspace go on', async () => {
  const [silent, good] = [await startReceiver(), await startReceiver()]
  const { place } = await listening(silent, good)
  let calls = 0
  const { workspaceId, runtime } = delaying(place, silent, async () => {
    calls += 1
    throw new OutboundError('timeout')
  })
  const { database, log, services } = runtime
  const happen = () => {
    const [now, requestId] = [new Date(), newId()]
    const event = { id: newId(), type: 'task.created', workspaceId, occurredAt: now.toISOString() }
    const ctx = {
      db: database.pool,
      workspaceId,
      principal: { kind: 'system' } as const,
      now,
      requestId,
      log,
      services,
    }
    return automations.handle(ctx, { ...event, payload: {}, requestId: null })
  }
  for (let number = 0; number < 3; number++)
    await expect(happen()).rejects.toThrow('1 of 2 event hooks were not told: The address did not answer in time.')
  await expect(happen()).rejects.toThrow('is left alone')
  expect(calls).toBe(3)
  expect(good.received).toHaveLength(4)
})
