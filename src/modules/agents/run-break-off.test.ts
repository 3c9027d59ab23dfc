import { expect, test } from 'vitest'
import { agentPlace } from '#test/agent-place.ts'
import { soon } from '#test/working.ts'

const BROKEN_OFF: Record<string, string> = { flood: 'too_large', 'stream-garbled': 'bad_answer' }

test.for(Object.entries(BROKEN_OFF))(
  'a model that is broken off (%s) is let go, and its call is noted with the reason',
  async ([model, reason]) => {
    const place = await agentPlace()
    const { body } = await place.invoke('Hello', { model: `local:${model}` })
    expect([body.status, body.error?.code]).toEqual(['failed', `model_${reason}`])
    await soon(() => expect(place.upstream.open()).toBe(0))
    const calls = await soon(async () => {
      const { items } = (await place.asAdmin.get('/ai-calls')).body
      expect(items).toHaveLength(1)
      return items
    })
    expect(calls).toMatchObject([{ model, status: reason }])
    expect(calls[0].outputTokens).toBeGreaterThan(0)
  },
)
