import type { JournalEntry } from './flow-state.rules.ts'
import { TASK_CANCELLED, type EventWrite, type StepWrite } from './run-journal.queries.ts'
import { bytesOf } from './value.rules.ts'

const TASK_EVENTS: Record<JournalEntry['kind'], string> = {
  started: 'io.serverlessworkflow.task.started.v1',
  completed: 'io.serverlessworkflow.task.completed.v1',
  skipped: 'io.serverlessworkflow.task.skipped.v1',
  faulted: 'io.serverlessworkflow.task.faulted.v1',
  cancelled: TASK_CANCELLED,
  caught: 'io.serverlessworkflow.task.caught.v1',
  retried: 'io.serverlessworkflow.task.retried.v1',
}

/** Where a step stands in the history. */
export function placeOf({ pointer, iteration, attempt }: Pick<StepWrite, 'pointer' | 'iteration' | 'attempt'>): string {
  return `${pointer}#${iteration}#${attempt}`
}

/** What has happened since the last time it was written down. */
export class Journal {
  lastSeq: number
  /** What steps got and gave, of the whole run. */
  bytes: number
  readonly #steps = new Map<string, StepWrite>()
  #events: EventWrite[] = []

  constructor({ lastSeq, journalBytes }: { lastSeq: number; journalBytes: number }) {
    this.lastSeq = lastSeq
    this.bytes = journalBytes
  }

  /** Of the whole run: `started`, `completed`, `faulted` and so on. */
  note(what: string, data: object, now: number): void {
    this.add(`io.serverlessworkflow.workflow.${what}.v1`, data, now)
  }

  tasks(entries: readonly JournalEntry[], now: number): void {
    for (const entry of entries) {
      const { kind, pointer, name, task, iteration, attempt, error } = entry
      const about = { pointer, name, task, iteration, attempt, ...(error ? { error } : {}) }
      this.add(TASK_EVENTS[kind], about, now)
      if (kind !== 'caught' && kind !== 'retried') this.#step(entry, kind, now)
    }
  }

  add(type: string, data: object, now: number): void {
    this.#events.push({ seq: ++this.lastSeq, type, data, created_at: new Date(now).toISOString() })
  }

  #step(entry: JournalEntry, status: StepWrite['status'], now: number): void {
    const { pointer, name, task, iteration, attempt, input = null, output = null, error = null } = entry
    this.bytes += bytesOf(input) + bytesOf(output)
    const place = placeOf(entry)
    const at = new Date(now).toISOString()
    const known = this.#steps.get(place)
    const ended = { status, output, error, ended_at: status === 'started' ? null : at }
    this.#steps.set(
      place,
      known
        ? { ...known, ...ended }
        : { place, seq: this.lastSeq, pointer, name, task, iteration, attempt, input, started_at: at, ...ended },
    )
  }

  /** What came after this place has not happened. */
  backTo(lastSeq: number): void {
    this.taken()
    this.lastSeq = lastSeq
  }

  /** All that is to be written, as of now. */
  noted(): { steps: StepWrite[]; events: EventWrite[]; lastSeq: number } {
    return { steps: [...this.#steps.values()], events: [...this.#events], lastSeq: this.lastSeq }
  }

  /** Takes all out, to be written. */
  taken(): ReturnType<Journal['noted']> {
    const taken = this.noted()
    this.#steps.clear()
    this.#events = []
    return taken
  }
}
