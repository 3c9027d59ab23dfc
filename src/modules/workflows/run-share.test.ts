import { expect, onTestFinished, test, vi } from 'vitest'
import { backend } from '#test/database.ts'
import { harness, startTestApp, type Harness } from '#test/harness.ts'
import { slowPeer } from '#test/workflow-hand.ts'
import { workflowTools } from '#src/catalogue.ts'
import { startWorkflows } from '#src/workflow-api.ts'
import { engineOf, PACE, publish, ran, start, workflows } from '#test/workflow-place.ts'
import { soon } from '#test/working.ts'
import { openExpressionPool } from './expression-pool.ts'
import { openExpressions } from './expression.ts'
import type { LeasedRun } from './run-lease.queries.ts'
import { takerOf } from './run-take.ts'

test('a workspace whose servers hang has all slots while it is alone, and holds up only itself', async () => {
  const [here, other] = [await harness(), await harness()]
  const { asked, call } = await slowPeer()
  const workflowId = await publish(here, `do: [ { ask: { ${call} } } ]`)
  for (let nth = 0; nth < 25; nth++) await start(here, workflowId)
  workflows(here)
  const slots = backend === 'postgres' ? 20 : 5
  await soon(() => expect(asked).toHaveLength(slots))
  expect(await ran(other, 'do: [ { keep: { set: { done: true } } } ]')).toMatchObject({ status: 'completed' })
  expect(asked).toHaveLength(slots)
  let answered = 0
  await soon(() => {
    for (const { answer } of asked.slice(answered)) answer()
    answered = asked.length
    expect(answered).toBe(25)
  })
})

test('a workspace whose expressions never end takes no slot from others', async () => {
  const [here, other] = [await harness(), await harness()]
  const workflowId = await publish(here, "do: [ { think: { set: { done: '${ last(repeat(1)) }' } } } ]")
  const runIds: string[] = []
  for (let nth = 0; nth < 30; nth++) runIds.push(await start(here, workflowId))
  const expressions = openExpressions(openExpressionPool({ timeoutMillis: 600_000 }))
  const worker = startWorkflows(here.runtime, { ...workflowTools, expressions }, PACE)
  onTestFinished(async () => {
    await expressions.close()
    await worker.stop()
  })
  const statesOf = async (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await here.asKey.get(`/workflow-runs/${id}`)).body.status))
  for (let nth = 0; nth < 3; nth++) {
    const done = await ran(other, "do: [ { think: { set: { done: '${ [1, 2] | add }' } } } ]")
    expect(done).toMatchObject({ status: 'completed', output: { done: 3 } })
  }
  expect(new Set(await statesOf(runIds))).not.toContain('faulted')
  expect(new Set(await statesOf(runIds))).not.toContain('completed')
})

async function begin(here: Harness, count: number): Promise<void> {
  const workflowId = await publish(here, 'do: [ { keep: { set: { done: true } } } ]')
  for (let left = count; left > 0; left--) await start(here, workflowId)
}

test('what is kept goes to those who have nothing here, one for each: the next that hangs does not take it', async () => {
  const on = await startTestApp()
  onTestFinished(() => on.close())
  const places = [await harness(on), await harness(on), await harness(on), await harness(on)] as const
  const [first, second, third, fourth] = places
  const numbers = new Map(places.map(({ workspaceId }, index) => [workspaceId, index + 1]))
  const taker = takerOf(engineOf(first), { leaseSeconds: 60, pollSeconds: 0, share: 5, slots: 25 }, (error) =>
    expect.fail(String(error)),
  )
  const running: LeasedRun[] = []
  /** All that are here now. */
  const taken = async (): Promise<string> => {
    running.push(...(await taker.take(25 - running.length, running)))
    return running.map(({ workspaceId }) => numbers.get(workspaceId)).join('')
  }
  await begin(first, 22)
  const hanging = '1'.repeat(20)
  await soon(async () => expect(await taken()).toBe(hanging))
  await begin(second, 3)
  await begin(third, 3)
  // All of them in one look.
  expect(await taken()).toBe(`${hanging}23`)
  await begin(fourth, 3)
  await soon(async () => expect(await taken()).toBe(`${hanging}234`))
  await taker.close()
})

test('a database that fails in the middle of a look loses nothing that was taken before', async () => {
  const on = await startTestApp()
  onTestFinished(() => on.close())
  const places = [await harness(on), await harness(on), await harness(on)] as const
  const [first, second, third] = places
  const numbers = new Map(places.map(({ workspaceId }, index) => [workspaceId, index + 1]))
  const taker = takerOf(engineOf(first), { leaseSeconds: 60, pollSeconds: 0, share: 5, slots: 25 }, (error) =>
    expect.fail(String(error)),
  )
  const whose = (runs: readonly LeasedRun[]) => runs.map(({ workspaceId }) => numbers.get(workspaceId)).join('')
  const { pool } = on.runtime.database
  const { transaction } = pool
  /** From the statement with this number on. */
  const failing = (from: number) => {
    let nth = 0
    const failed = vi.spyOn(pool, 'transaction').mockImplementation((work) => {
      nth += 1
      return nth < from ? transaction.call(pool, work) : Promise.reject(new Error('the database is gone'))
    })
    onTestFinished(() => failed.mockRestore())
    return failed
  }
  await begin(first, 6)
  const running: LeasedRun[] = []
  await soon(async () => {
    running.push(...(await taker.take(25, [])))
    expect(whose(running)).toBe('111111')
  })
  await begin(second, 6)
  await begin(third, 1)
  const inTheRest = failing(2)
  expect(whose(await taker.take(19, running))).toBe('22222')
  inTheRest.mockRestore()
  const inTheKept = failing(2)
  await soon(async () => expect(whose(await taker.take(5, running))).toBe('2'))
  inTheKept.mockRestore()
  await soon(async () => expect(whose(await taker.take(5, running))).toBe('3'))
  failing(1)
  await soon(() => expect(taker.take(5, running)).rejects.toThrow('the database is gone'))
  await taker.close()
})
