import type { WorkflowRunRow } from '../../../../../src/modules/workflows/run.schema.ts'

export const RUN_STATUSES = [
  'pending',
  'running',
  'waiting',
  'suspended',
  'cancelled',
  'faulted',
  'completed',
] as const satisfies readonly WorkflowRunRow['status'][]
export const RUN_MODES = ['live', 'test', 'shadow'] as const satisfies readonly WorkflowRunRow['mode'][]
export const RUN_TRIGGERS = [
  'manual',
  'event',
  'schedule',
  'webhook',
  'chat',
  'workflow',
] as const satisfies readonly WorkflowRunRow['triggerKind'][]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Which runs are listed, as it stands in the address. */
export interface RunFilters {
  status?: WorkflowRunRow['status']
  triggerKind?: WorkflowRunRow['triggerKind']
  mode?: WorkflowRunRow['mode']
  workflowId?: string
}

/** What the list cannot use is left out. */
export function parseRunFilters(search: Record<string, unknown>): RunFilters {
  const status = RUN_STATUSES.find((each) => each === search['status'])
  const triggerKind = RUN_TRIGGERS.find((each) => each === search['triggerKind'])
  const mode = RUN_MODES.find((each) => each === search['mode'])
  const { workflowId } = search
  return {
    ...(status ? { status } : {}),
    ...(triggerKind ? { triggerKind } : {}),
    ...(mode ? { mode } : {}),
    ...(typeof workflowId === 'string' && UUID.test(workflowId) ? { workflowId } : {}),
  }
}

export const OVER: readonly WorkflowRunRow['status'][] = ['completed', 'faulted', 'cancelled']
