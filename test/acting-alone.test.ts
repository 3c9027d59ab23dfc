import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#core/db.ts'
import { Refusal } from '#core/errors.ts'
import { tools, workflowTools } from '#src/catalogue.ts'
import { systemContext } from '#src/runtime.ts'
import { fittingArguments, type Callable } from './fitting-arguments.ts'
import { harness, type Harness } from './harness.ts'
import { makeSubjects } from './subjects.ts'

/** Runs of workflows and agents on the phone act as the service itself, which is neither a person nor a key. */
const called: readonly (Callable & { sets?: object })[] = [
  ...tools,
  ...workflowTools.functions.flatMap(({ name, input, operation }) => (operation ? [{ name, input, operation }] : [])),
]

/** Nobody is there to be asked, and that is as far as they come. */
const OUTSIDE: Record<string, string> = {
  attach_task_photo: 'source_unavailable',
  'ai-structured': 'capability_unavailable',
}

let here: Harness
let ids: Record<string, string>

beforeAll(async () => {
  here = await harness()
  ids = await makeSubjects(here, 'alone')
})

/** As for the others, everything is there: what was done is taken back. */
const UNDONE = new Error('undone')

async function outcomeOf({ operation, sets, ...callable }: (typeof called)[number]): Promise<string> {
  const args = { ...fittingArguments({ operation, ...callable }, () => ids), ...sets }
  const { runtime, workspaceId } = here
  const { pool } = runtime.database
  const ctx = { ...systemContext(runtime), workspaceId }
  const work = (db: Db) => operation.run({ ...ctx, db }, args)
  const undone = () =>
    pool.transaction(async (tx) => {
      await work(tx)
      throw UNDONE
    })
  try {
    await (operation.outsideTransaction ? work(pool) : undone())
  } catch (error) {
    if (error instanceof Refusal) return error.failure.code
    if (error !== UNDONE) throw error
  }
  return 'done'
}

test.for(called)('$name works for the service itself', async (callable) => {
  expect(await outcomeOf(callable)).toBe(OUTSIDE[callable.name] ?? 'done')
})
