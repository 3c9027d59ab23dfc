import type { Report } from '#core/report.ts'
import { makeCutovers } from './ownership-take.ts'
import type { Engine } from './run-job.ts'
import type { LeasedRun } from './run-lease.queries.ts'
import { callGroup, callNext } from './run-turn.ts'
import { fireSchedules } from './schedule-fire.ts'

/** What happens because time goes by, and not because of a run. */
export function keepTime(engine: Engine, report: Report): void {
  void fireSchedules(engine).catch((error: unknown) => report(error, 'schedules cannot be looked at now'))
  void makeCutovers(engine).catch((error: unknown) => report(error, 'changes of owners cannot be looked at now'))
  void callNext(engine).catch((error: unknown) => report(error, NOT_NOW))
}

/** A run has ended: those that wait for it. */
export function callThoseBehind(engine: Engine, row: LeasedRun, report: Report): void {
  const { workspaceId, definitionId, concurrencyKey: key } = row
  if (key === null) return
  void callGroup(engine, { workspaceId, definitionId, key }).catch((error: unknown) => report(error, NOT_NOW))
}
const NOT_NOW = 'runs that wait cannot be looked at now'
