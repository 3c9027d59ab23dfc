import { expect, test } from 'vitest'
import { agentPlace } from '#test/agent-place.ts'

const GUEST = { context: { audience: 'guest' } }
const ROUNDS = ['member 1', 'guest 1', 'guest 2', 'member 2', 'guest 3']

test('a run for a guest remembers what was said to guests, and a run for a member all of it', async () => {
  const place = await agentPlace()
  const session: { session_id?: string } = {}
  const known: Record<string, string[]> = {}
  for (const round of ROUNDS) {
    place.upstream.replies.push(
      { calls: [{ name: 'search_knowledge', input: { q: `looked up for ${round}` } }] },
      { text: `answered to ${round}` },
    )
    const { body } = await place.invoke(`asked by ${round}`, { ...session, ...(round.startsWith('guest') && GUEST) })
    expect(body.status).toBe('completed')
    session.session_id = body.session_id
    const told = JSON.stringify(place.upstream.calls.at(-1)?.body['messages'])
    const parts = ['asked by', 'looked up for', 'answered to']
    known[round] = ROUNDS.filter((other) => parts.every((part) => told.includes(`${part} ${other}`)))
    const others = ROUNDS.filter((other) => parts.some((part) => told.includes(`${part} ${other}`)))
    // Of its own it has not given the answer yet.
    expect(others).toEqual([...known[round], round])
  }
  expect(known).toEqual({
    'member 1': [],
    'guest 1': [],
    'guest 2': ['guest 1'],
    'member 2': ['member 1', 'guest 1', 'guest 2'],
    'guest 3': ['guest 1', 'guest 2'],
  })
})

test('with a provider that counts its calls anew in each answer, each call has an id of its own in its session', async () => {
  const place = await agentPlace()
  const look = { calls: [{ name: 'list_tasks', input: {} }] }
  const session: { session_id?: string } = {}
  for (const input of ['One', 'Two', 'Three']) {
    place.upstream.replies.push(look, look, { text: 'Done.' })
    session.session_id = (await place.invoke(input, session)).body.session_id
  }
  const told = place.upstream.calls.at(-1)?.body['messages'] as { tool_call_id?: string }[]
  expect(new Set(told.flatMap(({ tool_call_id: id }) => id ?? [])).size).toBe(6)
})
