import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { sessionPlace } from '#test/agent-session.ts'
import { soon } from '#test/working.ts'
import type { SessionEvent } from './session-event.schema.ts'
import { agUiProjection } from './stream-frame.ts'
import { openStreamHub, situationOf, type StreamHub } from './stream-hub.ts'
import { streamOf } from './stream.service.ts'

const step = (name: string): SessionEvent => ({ type: 'step.started', step_name: name })

/** A session's stream as it comes out, over a hub into whose work the test steps in. */
async function following(stepIn: (hub: StreamHub, append: (name: string) => Promise<void>) => Partial<StreamHub>) {
  const { runtime, sessionId, append } = await sessionPlace()
  const { pool } = runtime.database
  const hub = openStreamHub({ pool, bus: runtime.bus, log: runtime.log })
  onTestFinished(() => hub.close())
  await append(step('before'))
  const { session } = await situationOf(pool, sessionId)
  const life = new AbortController()
  const request = { session, requested: {}, isLiveOnly: false, projection: agUiProjection, signal: life.signal }
  const between = { ...hub, ...stepIn(hub, (name) => append(step(name))) }
  const names: string[] = []
  const reading = (async () => {
    for await (const text of streamOf(between, request)) {
      names.push(...[...String(text).matchAll(/"stepName":"(\w+)"/g)].map(([, name = '']) => name))
    }
  })()
  onTestFinished(async () => {
    life.abort('over')
    await reading
  })
  return { names, append: (name: string) => append(step(name)) }
}

test('what happens after the log was read and before there is news is in the feed', async () => {
  let isFirst = true
  const { names } = await following((hub, append) => ({
    async read(place) {
      const entries = await hub.read(place)
      if (isFirst) await append('between')
      isFirst = false
      return entries
    },
  }))
  await soon(() => expect(names).toEqual(['before', 'between']))
})

test('what happens after the feed was joined and before the log is read is in both, and comes once', async () => {
  const { names, append } = await following((hub, append) => ({
    async attach(session, onNews) {
      const joined = await hub.attach(session, onNews)
      await append('between')
      await soon(() => expect(joined.feed.next()).toBe(1))
      return joined
    },
  }))
  await soon(() => expect(names).toEqual(['before', 'between']))
  await append('after')
  await soon(() => expect(names).toEqual(['before', 'between', 'after']))
})

test('who is woken for a session that cannot be opened stays quiet', async () => {
  const { runtime, sessionId } = await sessionPlace()
  const { pool } = runtime.database
  const { session } = await situationOf(pool, sessionId)
  const reading = Promise.withResolvers<never>()
  const gaps: (() => void)[] = []
  const bus = { ...runtime.bus, onGap: (handler: () => void) => void gaps.push(handler) }
  const hub = openStreamHub({ pool: { ...pool, rows: () => reading.promise }, bus, log: runtime.log })
  onTestFinished(() => hub.close())
  const unhandled: unknown[] = []
  const note = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))

  const attached = hub.attach(session, () => {})
  gaps.forEach((wakeAll) => wakeAll())
  reading.reject(new Error('the database is away'))
  await expect(attached).rejects.toThrow('away')
  await setTimeout(0)
  expect(unhandled).toEqual([])
})
