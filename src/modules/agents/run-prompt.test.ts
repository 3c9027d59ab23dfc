import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { agentPlace, runsWorking } from '#test/agent-place.ts'
import { soon } from '#test/working.ts'

const [ana, ben] = [newId(), newId()]
const guest = (key: string | null, subjectId: string): object => ({ kind: 'guest', subjectId, name: 'A guest', key })
const ROUNDS: Readonly<Record<string, object>> = {
  'member 1': { kind: 'member' },
  'Ana 1': guest('chat of Ana', ana),
  'Ben 1': guest('chat of Ben', ben),
  'Ana 2': guest('chat of Ana', ana),
  'somebody 1': { kind: 'stranger' },
  'somebody 2': { kind: 'stranger' },
  'Ana, by a way that tells nobody who wrote': guest(null, ana),
  'member 2': { kind: 'member' },
}

test('a run remembers what the same person said, and a run for a member what members said', async () => {
  const place = await agentPlace({ working: false })
  const { pool } = place.runtime.database
  const names = Object.keys(ROUNDS)
  const session: { session_id?: string } = {}
  const known: Record<string, string[]> = {}
  for (const [round, audience] of Object.entries(ROUNDS)) {
    place.upstream.replies.push(
      { calls: [{ name: 'search_knowledge', input: { q: `looked up for ${round}` } }] },
      { text: `answered to ${round}` },
    )
    const { body } = await place.invoke(`asked by ${round}`, { ...session, mode: 'background' })
    session.session_id = body.session_id
    const here = sql`workspace_id = ${place.workspaceId} and id = ${body.run_id}`
    await run(pool, sql`update agent_runs set audience = ${JSON.stringify(audience)}::jsonb where ${here}`)
    const worker = runsWorking(place)
    const status = async () =>
      (await one<{ status: string }>(pool, sql`select status from agent_runs where ${here}`))?.status
    await soon(async () => expect(await status()).toBe('completed'))
    await worker.stop()
    const told = JSON.stringify(place.upstream.calls.at(-1)?.body['messages'])
    const parts = ['asked by', 'looked up for', 'answered to']
    known[round] = names.filter((other) => parts.every((part) => told.includes(`${part} ${other}`)))
    const others = names.filter((other) => parts.some((part) => told.includes(`${part} ${other}`)))
    // Of its own it has not given the answer yet.
    expect(others).toEqual([...known[round], round])
  }
  const nothing = Object.fromEntries(names.map((name) => [name, []]))
  expect(known).toEqual({ ...nothing, 'Ana 2': ['Ana 1'], 'member 2': ['member 1'] })
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
