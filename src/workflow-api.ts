import type { WorkPace } from '#core/leased-worker.ts'
import type { Operation } from '#core/operation.ts'
import { leasedLimiter } from '#core/ratelimit.ts'
import type { Webhook } from '#core/webhook.ts'
import type { Door } from '#http/mount.ts'
import { modelFunctions } from '#modules/ai/ask-structured.operations.ts'
import { approvalOperations } from '#modules/workflows/approval.operations.ts'
import { functionsOf } from '#modules/workflows/catalog.ts'
import { openExpressions } from '#modules/workflows/expression.ts'
import * as migrations from '#modules/workflows/migration.operations.ts'
import { metadataOperations } from '#modules/workflows/metadata.operations.ts'
import { startWorkflowWorker, type WorkflowWorker } from '#modules/workflows/run-worker.ts'
import { retryOperations } from '#modules/workflows/retry.operations.ts'
import { testOperations, trialOperations } from '#modules/workflows/saved-test.operations.ts'
import { resultOfTest } from '#modules/workflows/test-run.service.ts'
import { approvalFunction } from '#modules/workflows/run-approval.ts'
import { runChangeOperations, workflowRunOperations } from '#modules/workflows/run.operations.ts'
import {
  activationOperations,
  definitionOperations,
  draftOperations,
  versionOperations,
} from '#modules/workflows/workflow.operations.ts'
import { triggerWebhook } from '#modules/workflows/trigger-webhook.ts'
import { triggerOperations } from '#modules/workflows/trigger.operations.ts'
import { moveRun } from '#modules/workflows/run-move.service.ts'
import * as works from '#modules/workflows/work.operations.ts'
import { workflowWork } from '#modules/workflows/work-through.ts'
import { changeRun } from '#modules/workflows/bulk.service.ts'
import type { Subscriber } from '#core/jobs.ts'
import type { Metrics } from '#http/metrics.ts'
import type { EnginePulse } from '#modules/workflows/run-job.ts'
import { countStates, dueLag } from '#modules/workflows/stuck.queries.ts'
import type { WorkflowTools } from '#modules/workflows/workflow-tools.service.ts'
import type { Runtime } from './runtime.ts'

/** Its threads begin with the first that needs one. */
const expressions = openExpressions()

/** What workflows ask people: for those who automate, and in the console. */
export const approvals = approvalOperations({ expressions })

export function workflowToolsOf(operations: readonly Operation[]): WorkflowTools {
  return { expressions, functions: [...functionsOf([...operations, ...modelFunctions()]), approvalFunction] }
}

export function workflowOperations(tools: WorkflowTools): Operation[] {
  return [
    ...definitionOperations(tools),
    ...draftOperations(tools),
    ...versionOperations(tools),
    ...activationOperations(tools),
    ...workflowRunOperations(tools),
    ...runChangeOperations(),
    ...triggerOperations(tools),
    ...testOperations(),
    ...trialOperations(tools),
    ...retryOperations(tools),
    ...approvals,
    ...Object.values(works),
    ...Object.values(migrations),
    ...metadataOperations(tools),
  ]
}

const TRIGGER_BURST_MIN = 1000

/** Where outside systems start workflows. Everybody is counted by their address: a token proves nothing before it is known. */
export function triggerDoor(
  { pool, services }: Pick<Door, 'pool' | 'services'>,
  { perMinute, burst }: { perMinute: number; burst: number },
  tools: WorkflowTools,
): Webhook {
  const limiter = leasedLimiter(pool, { perMinute, burst: Math.max(burst, TRIGGER_BURST_MIN) })
  return triggerWebhook({ pool, services, tools, limiter })
}

type Gauged = Pick<Door, 'pool' | 'services'>

/** How many runs there are, how far workers are behind, and how long steps take. */
export function gaugeWorkflows(metrics: Metrics, { pool, services }: Gauged, pulse: EnginePulse | undefined): void {
  metrics.gauges(
    'workflow_runs',
    'Runs of workflows that are not over, and those that failed, by state.',
    'state',
    () => countStates(pool),
  )
  metrics.totals(
    'workflow_runs_ended_total',
    'Runs that have ended in this process, by state.',
    'state',
    () => services.workflowsEnded,
  )
  metrics.gauge(
    'workflow_runs_due',
    'Runs that are due and that no worker has.',
    async () => (await dueLag(pool)).waiting,
  )
  metrics.gauge(
    'workflow_runs_oldest_seconds',
    'How long the oldest of them has been due.',
    async () => (await dueLag(pool)).oldestSeconds,
  )
  if (!pulse) return
  metrics.total('workflow_steps_total', 'Steps of runs that this process has taken.', () => pulse.steps)
  metrics.total('workflow_step_seconds_total', 'Time that they took, calls outside left out.', () => pulse.seconds)
}

/** Work on many runs or tests, by its kind. */
export const workOnMany: Subscriber = workflowWork({
  bulk: { perform: changeRun },
  'test-run': { isOutside: true, perform: resultOfTest },
  'run-migration': { perform: moveRun },
})

/** Works on runs in this process. */
export function startWorkflows(
  { database, services, log }: Runtime,
  { expressions, functions }: WorkflowTools,
  pace?: WorkPace,
): WorkflowWorker {
  const byName = new Map(functions.map((each) => [`${each.name}:${each.version}`, each]))
  const pulse = { steps: 0, seconds: 0 }
  const isEmbedded = database.kind === 'embedded'
  const { pool } = database
  return startWorkflowWorker({ pool, isEmbedded, services, log, expressions, functions: byName, pulse }, pace)
}
