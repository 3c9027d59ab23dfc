import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { agentPlace, eventsIn, type AgentPlace } from '#test/agent-place.ts'
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

const HALF = { type: 'text', text: 'Half an ' }

/** Readers that check the order refuse the end of a run whose message or step goes on. */
async function endOf(place: AgentPlace, sessionId: string): Promise<string[]> {
  return (await eventsIn(place, sessionId)).map(({ type }) => type).slice(-3)
}

async function toldNext(place: AgentPlace, sessionId: string): Promise<string> {
  expect((await place.invoke('Go on', { session_id: sessionId })).body.status).toBe('completed')
  return JSON.stringify(place.upstream.calls.at(-1)?.body['messages'])
}

test('what was said before the model broke off is in the reply as in the stream, and the next run knows it', async () => {
  const place = await agentPlace()
  const { body } = await place.invoke('Hello', { model: 'local:stream-cut' })
  expect(body).toMatchObject({ status: 'failed', error: { code: 'model_cut' }, output_text: HALF.text })
  expect(body.message.parts).toEqual([HALF])
  expect(await endOf(place, body.session_id)).toEqual(['text.ended', 'step.finished', 'run.failed'])
  expect(await toldNext(place, body.session_id)).toContain('Half an [broken off here]')
})

test('so is what was said before the run was cancelled, after the steps that were taken', async () => {
  const place = await agentPlace()
  const answeredBy = (model: string) => place.asAdmin.patch('/ai-settings', { models: { default: `local:${model}` } })
  place.upstream.replies.push({ calls: [{ name: 'ask_person', input: { message: 'Which?' } }] })
  const again = { headers: { 'x-request-id': newId() } }
  const { run_id: runId, session_id: sessionId, interactions } = (await place.invoke('Hello', {}, again)).body
  await answeredBy('endless')
  await place.resolve(interactions[0].id, { decision: 'respond', payload: { answer: 'Red' } })
  await soon(async () => {
    expect((await eventsIn(place, sessionId)).map(({ type }) => type)).toContain('text.started')
  })
  await place.asAdmin.post(`/agent-runs/${runId}/cancel`)
  const { body } = await soon(async () => {
    const answer = await place.invoke('Hello', {}, again)
    expect(answer.body).toMatchObject({ run_id: runId, status: 'cancelled', output_text: HALF.text })
    return answer
  })
  expect(body.message.parts).toMatchObject([{ type: 'tool', name: 'ask_person' }, HALF])
  expect(await endOf(place, sessionId)).toEqual(['text.ended', 'step.finished', 'run.finished'])
  await answeredBy('some-model')
  expect(await toldNext(place, sessionId)).toContain('Half an [broken off here]')
})
