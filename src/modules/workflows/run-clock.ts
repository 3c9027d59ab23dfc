import type { Report } from '#core/report.ts'
import { makeCutovers } from './ownership-take.ts'
import type { Engine } from './run-job.ts'
import { callNext } from './run-turn.ts'
import { fireSchedules } from './schedule-fire.ts'

/** What happens because time goes by, and not because of a run. */
export function keepTime(engine: Engine, report: Report): void {
  void fireSchedules(engine).catch((error: unknown) => report(error, 'schedules cannot be looked at now'))
  void makeCutovers(engine).catch((error: unknown) => report(error, 'changes of owners cannot be looked at now'))
  callWaiting(engine, report)
}

/** Runs that wait for others to end. */
export function callWaiting(engine: Engine, report: Report): void {
  void callNext(engine).catch((error: unknown) => report(error, 'runs that wait cannot be looked at now'))
}
