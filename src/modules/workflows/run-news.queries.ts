import type { Scope } from '#core/context.ts'
import type { Services } from '#core/services.ts'

/** Lists of runs that are open look again. For each change of a run that they show. */
export function tellOfRuns(scope: Scope & { readonly services: Services }): void {
  scope.services.news.tell(scope, 'workflow_run.changed')
}
