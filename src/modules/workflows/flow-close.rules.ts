import type { Json } from './document.schema.ts'
import { entriesOf, kindOf } from './document-task.rules.ts'
import { definitionOf, scopeOf, topOf, transformed, validated, type Walk } from './flow-data.rules.ts'
import { FlowError, standardError } from './flow-error.rules.ts'
import type { FlowState, JournalEntry, Next, OpenTask, RunFacts } from './flow-state.rules.ts'

/** Which time round the innermost open task is: of each list around it the loop's index and the jumps back. */
export function iterationOf({ state }: Pick<Walk, 'state'>, open: OpenTask = state.open.at(-1) as OpenTask): string {
  const around = state.open.slice(0, state.open.indexOf(open))
  const own = around.flatMap(({ loop, listening, list }) => [
    ...(loop ? [loop.index] : []),
    ...(listening ? [listening.taken.length] : []),
    ...(list ? [list.laps] : []),
  ])
  const before = state.open[0]?.iteration
  return [...(before === undefined ? [] : [before]), ...own].join('.')
}

export function noted(
  walk: Pick<Walk, 'facts' | 'state' | 'journal'>,
  kind: JournalEntry['kind'],
  open: OpenTask,
  what: Pick<JournalEntry, 'input' | 'output' | 'error'>,
): void {
  const task = kindOf(definitionOf(walk, open)) ?? 'workflow'
  walk.journal.push({ kind, name: open.name, task, ...standingOf(walk.state, open), ...what })
}

/** Which of the times that a task is taken this is. */
export function standingOf(state: FlowState, open: OpenTask): Pick<JournalEntry, 'pointer' | 'iteration' | 'attempt'> {
  const attempt = state.open.findLast((each) => each !== open && each.attempt)?.attempt?.count ?? 1
  return { pointer: open.pointer, iteration: iterationOf({ state }, open), attempt }
}

/** A line that nobody waits for any more: no task that it stands in comes to an end of its own. */
export function cutOff(facts: RunFacts, state: FlowState): JournalEntry[] {
  const journal: JournalEntry[] = []
  // The first stands for the branch.
  for (const open of state.open.slice(1).toReversed()) noted({ facts, state, journal }, 'cancelled', open, {})
  return journal
}

/** The innermost task has done its work: its output is made, the context too, and the flow goes where it says. */
export async function closeTask(walk: Walk, rawOutput: Json, directive?: string): Promise<Next> {
  const open = topOf(walk)
  const { output: as = {}, export: exported, then } = definitionOf(walk, open)
  const output = await transformed(walk, as.as, rawOutput, scopeOf(walk, open, { rawOutput }))
  await validated(walk, as, output, open.pointer)
  await exportContext(walk, open, exported, { output, rawOutput })
  noted(walk, 'completed', open, { output })
  walk.state.open.pop()
  walk.state.data = output
  return follow(walk, directive ?? then ?? 'continue')
}

export async function exportContext(
  walk: Walk,
  open: OpenTask,
  exported: { as?: Parameters<typeof transformed>[1]; schema?: { document?: Json } } | undefined,
  { output, rawOutput }: { output: Json; rawOutput: Json },
): Promise<void> {
  if (exported?.as === undefined) return
  const context = await transformed(walk, exported.as, output, scopeOf(walk, open, { output, rawOutput }))
  await validated(walk, exported, context, open.pointer)
  walk.state.context = context
}

/** Where the list of the innermost open task goes on. */
export async function follow(walk: Walk, directive: string): Promise<Next> {
  if (directive === 'end') return finished(walk, true)
  const parent = topOf(walk)
  const { list } = parent
  if (!list) throw new Error(`${parent.pointer} has no list`)
  const entries = entriesOf(walk.facts.document, list.pointer)
  if (directive === 'exit' || list.isSingle) {
    parent.list = { ...list, index: entries.length }
  } else if (directive === 'continue') {
    parent.list = { ...list, index: list.index + 1 }
  } else {
    const index = entries.findIndex(({ name }) => name === directive)
    if (index < 0) throw new FlowError(standardError('configuration', parent.pointer, `There is no ${directive} here.`))
    parent.list = { ...list, index, laps: index > list.index ? list.laps : list.laps + 1 }
  }
  return { kind: 'go' }
}

/** The line is at its end: the workflow gives its output, a branch what its task gave. */
export async function finished(walk: Walk, hasEnded: boolean): Promise<Next> {
  const { state } = walk
  while (state.open.length > 1) {
    noted(walk, 'completed', topOf(walk), { output: state.data })
    state.open.pop()
  }
  const root = topOf(walk)
  if (root.pointer !== '') return { kind: 'done', output: state.data, context: state.context, hasEnded }
  const { output = {} } = walk.facts.document
  const value = await transformed(walk, output.as, state.data, scopeOf(walk, root, {}, false))
  await validated(walk, output, value, '/output')
  state.data = value
  return { kind: 'done', output: value, context: state.context, hasEnded }
}
