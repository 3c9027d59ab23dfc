import { expect, onTestFinished, test } from 'vitest'
import { run, type Pool, type Tx } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'
import { takenByHand } from '#test/workflow-hand.ts'
import { publish, settled, start, workflows } from '#test/workflow-place.ts'
import { drive } from './run-drive.ts'
import { JOURNAL_BYTES_MAX } from './run-step.ts'

const MIB = 1024 * 1024

/** Hands a text from task to task, round and round. */
const ROUND = `
  do:
    - a: { set: { n: "\${ (.n // 0) + 1 }", s: "\${ .s }" } }
    - b: { switch: [ { more: { when: ".n < 20", then: a } }, { done: { then: end } } ] }`

/** A pool that tells how much each of its transactions has to write. */
function weighing(pool: Pool): { pool: Pool; weights: number[] } {
  const weights: number[] = []
  const transaction: Pool['transaction'] = async (work) => {
    let weight = 0
    const done = await pool.transaction((tx) => {
      const together: Tx['together'] = (queries) => {
        weight += valuesIn(queries).join('').length
        return tx.together(queries)
      }
      return work({ ...tx, together })
    })
    weights.push(weight)
    return done
  }
  return { pool: { ...pool, transaction }, weights }
}

function valuesIn(queries: readonly Sql[]): unknown[] {
  return queries.flatMap(({ values }) => values)
}

/** How often the process has turned to others by now. */
function countTurns(): () => number {
  let turns = 0
  let goesOn = true
  const next = (): void => {
    turns += 1
    if (goesOn) setImmediate(next)
  }
  next()
  onTestFinished(() => void (goesOn = false))
  return () => turns
}

test('a run whose values are large is written in many small commits, and others have their turn between them', async () => {
  const here = await harness()
  const runId = await start(here, await publish(here, ROUND), { s: 'x'.repeat(400_000) })
  const { row, engine } = await takenByHand(here, runId)
  const { pool, weights } = weighing(engine.pool)
  const turns = countTurns()
  await drive({ ...engine, pool }, row, new AbortController().signal)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', steps: 40, output: { n: 20 } })
  // What is kept of the state beside the history is in it too.
  expect(Math.max(...weights)).toBeLessThan(4 * MIB)
  expect(weights.length).toBeGreaterThan(10)
  expect(turns()).toBeGreaterThanOrEqual(weights.length)
})

async function hasWritten({ runtime, workspaceId }: Harness, runId: string, bytes: number): Promise<void> {
  await run(
    runtime.database.pool,
    sql`update wf_run set journal_bytes = ${bytes} where workspace_id = ${workspaceId} and id = ${runId}`,
  )
}

test('what the steps of a run get and give has an end, which nothing can catch', async () => {
  const here = await harness()
  const tasks = `{ first: { set: { s: "\${ .s }" } } }, { second: { set: { n: 1 } } }`
  const workflowId = await publish(
    here,
    `do: [ { safe: { try: [ ${tasks} ], catch: { do: [ { never: { set: { a: 1 } } } ] } } } ]`,
  )
  const input = { s: 'x'.repeat(1000) }
  const [full, free] = [await start(here, workflowId, input), await start(here, workflowId, input)]
  // The try gets the text, and its first task gets it and gives it on: that is the end for one, and not for the other.
  await hasWritten(here, full, JOURNAL_BYTES_MAX - 3000)
  await hasWritten(here, free, JOURNAL_BYTES_MAX - 6000)
  workflows(here)
  expect(await settled(here, full)).toMatchObject({
    status: 'faulted',
    error: {
      type: 'https://serverlessworkflow.io/spec/1.0.0/errors/runtime',
      instance: '/do/0/safe/try/1/second',
      detail: 'What the steps of a run get and give has at most 256 MiB together.',
    },
  })
  expect(await settled(here, free)).toMatchObject({ status: 'completed', output: { n: 1 } })
})
