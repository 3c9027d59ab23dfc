import { expect, onTestFinished, test } from 'vitest'
import { agentPlace, type AgentPlace } from '#test/agent-place.ts'
import { startTestApp } from '#test/harness.ts'
import { openShares } from './run-shares.ts'
import { claimRuns, type Claimed } from './run-lease.queries.ts'

async function begin(place: AgentPlace, count: number): Promise<void> {
  for (let left = count; left > 0; left--) await place.invoke('Hello', { mode: 'background' })
}

/** Four workspaces whose runs nobody works on, and the shares of so many places. */
async function waiting(slots: number) {
  const on = await startTestApp()
  onTestFinished(() => on.close())
  const place = () => agentPlace({ on, working: false })
  const places = [await place(), await place(), await place(), await place()] as const
  const shares = openShares(slots, (count, without) => claimRuns(on.runtime.database.pool, count, 60, without))
  const numbers = new Map(places.map(({ workspaceId }, index) => [workspaceId, index + 1]))
  const whose = (runs: readonly Claimed[]) => runs.map(({ workspaceId }) => numbers.get(workspaceId)).join('')
  return { places, shares, whose }
}

test('a workspace with a quarter of the places gets no more while others wait, and all but a quarter that nobody else wants', async () => {
  const {
    places: [busy, second, third],
    shares,
    whose,
  } = await waiting(16)
  await begin(busy, 14)
  await begin(second, 1)
  const first = await shares.claim(16)
  // A quarter stays free for who comes later.
  expect(whose(first)).toBe('111121111111')
  await begin(third, 1)
  expect(whose(await shares.claim(4))).toBe('3')
  expect(whose(await shares.claim(3))).toBe('')
  // With its places given back it waits in line like everybody.
  for (const run of first) shares.leave(run)
  await begin(third, 1)
  expect(whose(await shares.claim(1))).toBe('1')
})

test('a second workspace that hangs gets half of what the first has left, and so on: there is a place for the fourth', async () => {
  const { places, shares, whose } = await waiting(16)
  const [first, ...others] = places
  await begin(first, 14)
  expect(whose(await shares.claim(16))).toBe('1'.repeat(12))
  for (const place of others) await begin(place, 3)
  expect(whose(await shares.claim(4))).toBe('2234')
})
