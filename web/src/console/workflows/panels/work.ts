import type { WorkItem } from '../../../../../src/modules/workflows/work.schema.ts'
import type { Desk } from '../../shell/console-context.ts'

const WAIT_SECONDS = 30
const LOOKS_MAX = 10

/** What was asked for many runs or tests, and what came of each. */
export interface Work {
  status: string
  total: number
  done: number
  skipped: number
  failed: number
  items: WorkItem[]
}

/** Nobody waits for ever: what is not over goes on without them. */
export function isOver({ status }: Work): boolean {
  return status === 'completed'
}

/** How many have been seen to, whatever came of them. */
export function seenTo({ done, skipped, failed }: Work): number {
  return done + skipped + failed
}

/** Asks for it and waits until it is done, or for as long as anybody would. */
export async function workedThrough(
  { api, open }: Pick<Desk, 'api' | 'open'>,
  path: string,
  body: object,
  key: string,
): Promise<Work> {
  const accepted = await api.send<{ id: string }>(path, { method: 'POST', body, key })
  for (let looks = 1; ; looks++) {
    const work = await api.read<Work>(`${open}/workflow-operations/${accepted.id}`, { wait: WAIT_SECONDS, limit: 100 })
    if (isOver(work) || looks === LOOKS_MAX) return work
  }
}
