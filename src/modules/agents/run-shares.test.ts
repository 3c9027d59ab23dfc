import { expect, onTestFinished, test } from 'vitest'
import { agentPlace, type AgentPlace } from '#test/agent-place.ts'
import { startTestApp } from '#test/harness.ts'
import { openShares } from './run-shares.ts'
import { claimRuns, type Claimed } from './run-lease.queries.ts'

async function begin(place: AgentPlace, count: number): Promise<void> {
  for (let left = count; left > 0; left--) await place.invoke('Hello', { mode: 'background' })
}

test('a workspace with a quarter of the places gets no more while others wait, and all but a quarter that nobody else wants', async () => {
  const on = await startTestApp()
  onTestFinished(() => on.close())
  const [busy, second, third] = [
    await agentPlace({ on, working: false }),
    await agentPlace({ on, working: false }),
    await agentPlace({ on, working: false }),
  ]
  const shares = openShares(16, (count, without) => claimRuns(on.runtime.database.pool, count, 60, without))
  const places = new Map([busy, second, third].map(({ workspaceId }, index) => [workspaceId, index + 1]))
  const whose = (runs: readonly Claimed[]) => runs.map(({ workspaceId }) => places.get(workspaceId)).join('')
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
