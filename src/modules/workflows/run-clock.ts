import type { Report } from '#core/report.ts'
import { makeCutovers } from './ownership-take.ts'
import type { Engine } from './run-job.ts'
import type { LeasedRun } from './run-lease.queries.ts'
import { callGroup, callNext } from './run-turn.ts'
import { fireSchedules } from './schedule-fire.ts'

/**
 * What happens because time goes by, and not because of a run. Each look is over before the next of its kind: those of a
 * slow database would otherwise stand in line for it, more of them each second.
 */
export function clockOf(engine: Engine, report: Report): () => void {
  const looks = [
    lookOf(() => fireSchedules(engine), 'schedules cannot be looked at now', report),
    lookOf(() => makeCutovers(engine), 'changes of owners cannot be looked at now', report),
    lookOf(() => callNext(engine), NOT_NOW, report),
  ]
  return () => looks.forEach((look) => look())
}

function lookOf(work: () => Promise<unknown>, trouble: string, report: Report): () => void {
  let isUnderWay = false
  return () => {
    if (isUnderWay) return
    isUnderWay = true
    void work()
      .catch((error: unknown) => report(error, trouble))
      .finally(() => (isUnderWay = false))
  }
}

/** A run has ended: those that wait for it. */
export function callThoseBehind(engine: Engine, row: LeasedRun, report: Report): void {
  const { workspaceId, definitionId, concurrencyKey: key } = row
  if (key === null) return
  void callGroup(engine, { workspaceId, definitionId, key }).catch((error: unknown) => report(error, NOT_NOW))
}
const NOT_NOW = 'runs that wait cannot be looked at now'
