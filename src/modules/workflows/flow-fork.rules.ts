import { isRecord } from '#core/json-record.ts'
import type { Json, JsonObject } from './document.schema.ts'
import { entriesOf } from './document-task.rules.ts'
import { iterationOf } from './flow-close.rules.ts'
import type { Walk } from './flow-data.rules.ts'
import type { Branch, Next, OpenTask, Signal } from './flow-state.rules.ts'

/** Each branch is a line of its own: it begins with the input, the context and the variables as they are now. */
export function branchesOf(walk: Walk, open: OpenTask): Branch[] {
  const { state, facts, tools } = walk
  const list = `${open.pointer}/fork/branches`
  const variables: JsonObject = Object.assign({}, ...state.open.map((each) => each.variables))
  return entriesOf(facts.document, list).map(({ name, pointer }, index) => {
    const root: OpenTask = {
      pointer: list,
      name,
      rawInput: open.input,
      input: open.input,
      startedAt: tools.now,
      variables,
      list: { pointer: list, index, laps: 0, isSingle: true },
      iteration: iterationOf(walk, open),
    }
    return { name, pointer, state: { open: [root], context: state.context, data: open.input } }
  })
}

/** How a branch has ended; nothing while it has not. */
export type BranchEnd = Extract<Next, { kind: 'done' | 'fault' }> | undefined

/**
 * What the task that forked is told, as soon as it is decided; the branches that still run then are to be cancelled.
 * All ends together give a list in the order of the branches; in a race the first that is done wins, and it fails only
 * when all have. One that says `end` ends the whole workflow.
 */
export function joined(isRace: boolean, before: Json, ends: readonly BranchEnd[]): Signal | undefined {
  const done = ends.filter((end) => end?.kind === 'done')
  const failed = ends.find((end) => end?.kind === 'fault')
  const ended = done.find(({ hasEnded }) => hasEnded)
  const winner = ended ?? (isRace ? done[0] : undefined)
  if (winner) return { kind: 'joined', output: winner.output, context: winner.context, hasEnded: winner.hasEnded }
  const isOver = ends.every((end) => end !== undefined)
  if (failed?.kind === 'fault' && (!isRace || isOver)) return { kind: 'error', error: failed.error }
  if (!isOver) return undefined
  const context = done.reduce((merged, { context }) => merge(before, merged, context), before)
  return { kind: 'joined', output: done.map(({ output }) => output), context, hasEnded: false }
}

/** What a branch has changed of the context; where two have changed the same, the later branch has its way. */
function merge(before: Json, merged: Json, after: Json): Json {
  if (!isRecord(before) || !isRecord(merged) || !isRecord(after)) return isSame(before, after) ? merged : after
  const result = { ...merged }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, value] = [before[name], after[name]]
    if (value === undefined) delete result[name]
    else if (old === undefined || !isSame(old, value)) result[name] = value
  }
  return result
}

function isSame(left: Json, right: Json): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
