import type { WorkflowRun, WorkflowStep } from '../../../../../src/modules/workflows/run.schema.ts'

const WIDTH_MIN = 0.8

/** Where the bar of a step stands, in hundredths of the width of the run. */
export function barOf(
  step: Pick<WorkflowStep, 'startedAt' | 'endedAt'>,
  run: Pick<WorkflowRun, 'createdAt' | 'startedAt' | 'endedAt'>,
  now: number,
): { left: number; width: number } {
  const from = Date.parse(run.startedAt ?? run.createdAt)
  const to = Math.max(run.endedAt === null ? now : Date.parse(run.endedAt), from + 1)
  const share = (at: number): number => (Math.min(Math.max(at, from), to) - from) / (to - from)
  const left = share(Date.parse(step.startedAt)) * 100
  const end = share(step.endedAt === null ? now : Date.parse(step.endedAt)) * 100
  const width = Math.max(end - left, WIDTH_MIN)
  return { left: Math.min(left, 100 - width), width }
}

const LIST = /\/(do|try|branches|foreach)\/\d+\//g

/** How many tasks stand around it. */
export function depthOf(pointer: string): number {
  return Math.max(0, [...`${pointer}/`.matchAll(LIST)].length - 1)
}

/** The tasks around it, outermost first. */
function aroundOf(pointer: string): string[] {
  const parts = pointer.split('/')
  return parts.flatMap((_, index) => {
    const part = parts.slice(0, index).join('/')
    return /\/\d+\/[^/]+$/.test(part) ? [part] : []
  })
}

/** Whether the run can go on from this step: nothing but plain lists stand around it. */
export function canRetryFrom(pointer: string, steps: readonly WorkflowStep[]): boolean {
  const kinds = new Map(steps.map((step) => [step.pointer, step.task]))
  return /^(\/do\/\d+\/[^/]+)+$/.test(pointer) && aroundOf(pointer).every((each) => kinds.get(each) === 'do')
}

/** The step to open first: what runs now; of a run that failed, where it did. Never an old failure. */
export function stepInFocus(
  run: Pick<WorkflowRun, 'status' | 'error'>,
  steps: readonly WorkflowStep[],
): number | undefined {
  const innermost = (among: readonly WorkflowStep[]): number | undefined =>
    among.toSorted((a, b) => depthOf(b.pointer) - depthOf(a.pointer) || b.seq - a.seq)[0]?.seq
  if (run.status === 'faulted') {
    const failed = steps.filter(({ status }) => status === 'faulted')
    const raised = failed.filter(({ pointer }) => pointer === run.error?.instance)
    return raised.at(-1)?.seq ?? innermost(failed)
  }
  if (run.status === 'completed' || run.status === 'cancelled') return undefined
  return innermost(steps.filter(({ status }) => status === 'started'))
}

/** Which time round it is, from 1; undefined for what is done once. */
export function roundOf({ pointer, iteration }: WorkflowStep, steps: readonly WorkflowStep[]): number | undefined {
  const parts = iteration.split('.').map(Number)
  const around = aroundOf(pointer).at(-1)
  const kind = steps.find((step) => step.pointer === around)?.task
  // The count of a loop stands before that of the list within it.
  if (kind === 'for' || kind === 'listen') return (parts.at(-2) ?? 0) + 1
  const laps = parts.at(-1) ?? 0
  return laps > 0 ? laps + 1 : undefined
}

export interface TaskRef {
  id: string
  label: string
}

/** The tasks of the product that a run made or was told of. */
export function tasksIn(run: Pick<WorkflowRun, 'input'>, steps: readonly WorkflowStep[]): TaskRef[] {
  const found = new Map<string, TaskRef>()
  const add = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(add)
    if (typeof value !== 'object' || value === null) return
    const { id, shortId, title, taskId, data } = value as Record<string, unknown>
    if (typeof id === 'string' && typeof shortId === 'string' && shortId.startsWith('TK-')) {
      found.set(id, { id, label: typeof title === 'string' ? `${shortId} ${title}` : shortId })
    }
    if (typeof taskId === 'string' && !found.has(taskId)) found.set(taskId, { id: taskId, label: '' })
    if (data !== undefined) add(data)
  }
  add(run.input)
  for (const { input, output } of steps) [input, output].forEach(add)
  return [...found.values()]
}
