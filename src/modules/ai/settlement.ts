import type { Log } from '#core/context.ts'
import type { Settlement } from './budget.queries.ts'

const WRITE_MILLIS = 50

export interface Settlements {
  add(workspaceId: string, settlement: Settlement): void
  /** All that was added is written. */
  write(): Promise<void>
}

/** Adds up what calls give back and writes the sums: an answer need not wait for that. */
export function openSettlements(
  log: Log,
  save: (workspaceId: string, settlement: Settlement) => Promise<void>,
): Settlements {
  const sums = new Map<string, Map<number, Settlement>>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function add(workspaceId: string, { span, held, used }: Settlement): void {
    const spans = sums.get(workspaceId) ?? new Map<number, Settlement>()
    sums.set(workspaceId, spans)
    const sum = spans.get(span) ?? { span, held: { tokens: 0, costMicros: 0 }, used: { tokens: 0, costMicros: 0 } }
    spans.set(span, sum)
    sum.held.tokens += held.tokens
    sum.held.costMicros += held.costMicros
    sum.used.tokens += used.tokens
    sum.used.costMicros += used.costMicros
    timer ??= setTimeout(() => void write(), WRITE_MILLIS)
  }

  async function writeAll(): Promise<void> {
    const due = [...sums]
    sums.clear()
    for (const [workspaceId, spans] of due) {
      for (const settlement of spans.values()) {
        try {
          await save(workspaceId, settlement)
        } catch (error) {
          log.warn({ err: error, workspaceId }, 'could not settle a budget; trying again')
          add(workspaceId, settlement)
        }
      }
    }
  }

  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    return (writing = writing.then(writeAll))
  }

  return { add, write }
}
