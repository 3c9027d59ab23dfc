import { expect, onTestFinished, test, vi } from 'vitest'
import { agentPlace, runsWorking, type AgentPlace } from '#test/agent-place.ts'
import { backend } from '#test/database.ts'
import { startTestApp } from '#test/harness.ts'
import { sharing } from './run-shares.ts'
import { claimRuns, type Claimed } from './run-lease.queries.ts'

const noRing = (): void => undefined

async function begin(place: AgentPlace, count: number): Promise<void> {
  for (let left = count; left > 0; left--) await place.invoke('Hello', { mode: 'background' })
}

/** Four workspaces whose runs nobody works on. */
async function fourPlaces() {
  const on = await startTestApp()
  onTestFinished(() => on.close())
  const place = () => agentPlace({ on, working: false })
  const placed = [await place(), await place(), await place(), await place()] as const
  const numbers = new Map(placed.map(({ workspaceId }, index) => [workspaceId, index + 1]))
  return {
    placed,
    take: (count: number, without: readonly string[]) => claimRuns(on.runtime.database.pool, count, 60, without),
    whose: (runs: readonly Claimed[]) => runs.map(({ workspaceId }) => numbers.get(workspaceId)).join(''),
  }
}

test('a workspace with a quarter of the places gets no more while others wait, and all but a quarter that nobody else wants', async () => {
  const { placed, take, whose } = await fourPlaces()
  const [busy, second, third] = placed
  const claim = sharing(16, take, noRing)
  await begin(busy, 14)
  await begin(second, 1)
  const first = await claim(16, [])
  // A quarter stays free for who comes later.
  expect(whose(first)).toBe('111121111111')
  await begin(third, 1)
  await expect.poll(async () => whose(await claim(4, first))).toBe('3')
  expect(whose(await claim(3, first))).toBe('')
  // With its places given back it waits in line like everybody.
  await begin(third, 1)
  expect(whose(await claim(1, []))).toBe('1')
})

test('to look past a workspace that has very many runs waiting takes a twentieth of the time, and nobody waits longer than a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { placed, take, whose } = await fourPlaces()
  const [busy, second] = placed
  let [looks, lookMillis] = [0, 10]
  const claim = sharing(
    16,
    (count, without) => {
      if (without.length > 0) {
        looks += 1
        vi.advanceTimersByTime(lookMillis)
      }
      return take(count, without)
    },
    noRing,
  )
  await begin(busy, 20)
  const running = await claim(16, [])
  expect(whose(running)).toBe('1'.repeat(12))
  expect(looks).toBe(1)
  await begin(second, 1)
  // Meanwhile it goes on by itself, but for the quarter that is kept.
  expect(whose(await claim(6, running))).toBe('11')
  expect(whose(await claim(4, running))).toBe('')
  expect(looks).toBe(1)
  vi.advanceTimersByTime(200)
  lookMillis = 500
  expect(whose(await claim(4, running))).toBe('2')
  expect(looks).toBe(2)
  await begin(second, 1)
  vi.advanceTimersByTime(990)
  expect(whose(await claim(4, running))).toBe('')
  vi.advanceTimersByTime(10)
  expect(whose(await claim(4, running))).toBe('2')
})

test.runIf(backend === 'postgres')(
  'who comes between two looks is looked for when it is time, though nothing rings any more',
  async () => {
    const on = await startTestApp()
    onTestFinished(() => on.close())
    const [busy, other] = [await agentPlace({ on, working: false }), await agentPlace({ on, working: false })]
    const hang = (place: AgentPlace) => place.invoke('Hello', { mode: 'background', model: 'local:hang' })
    // All that one workspace may have of the fifty places.
    for (let left = 37; left > 0; left--) await hang(busy)
    runsWorking(on, undefined, { leaseSeconds: 60, beatSeconds: 20, pollSeconds: 600, graceSeconds: 1 })
    await expect.poll(() => busy.upstream.calls.length, { timeout: 60_000 }).toBe(37)
    await Promise.all([hang(other), hang(other), hang(other), hang(other), hang(other), hang(other)])
    await expect.poll(() => other.upstream.calls.length, { timeout: 30_000 }).toBe(6)
  },
)

test('a second workspace that hangs gets half of what the first has left, and so on: there is a place for the fourth', async () => {
  const { placed, take, whose } = await fourPlaces()
  const [first, ...others] = placed
  const claim = sharing(16, take, noRing)
  await begin(first, 14)
  const running = await claim(16, [])
  expect(whose(running)).toBe('1'.repeat(12))
  for (const place of others) await begin(place, 3)
  await expect.poll(async () => whose(await claim(4, running))).toBe('2234')
})
