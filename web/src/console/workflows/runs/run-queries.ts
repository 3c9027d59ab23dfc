import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { RunFigure } from '../../../../../src/modules/workflows/run-figure.schema.ts'
import type { WorkflowRun, WorkflowRunRow, WorkflowStep } from '../../../../../src/modules/workflows/run.schema.ts'
import type { WorkflowApprovalRow } from '../../../../../src/modules/workflows/approval.schema.ts'
import type { Desk } from '../../shell/console-context.ts'
import type { Page } from '../workflow-queries.ts'

const STEPS_PAGE = 100

export function figuresQuery({ id, api, desk }: Desk, workflowId: string | undefined) {
  return queryOptions({
    queryKey: [id, 'run-figures', workflowId ?? ''],
    queryFn: ({ signal }) =>
      api.read<{ items: RunFigure[] }>(`${desk}/workflow-run-figures`, { days: 14, workflowId }, signal),
  })
}

export function runQuery({ id, api, open }: Desk, runId: string) {
  return queryOptions({
    queryKey: [id, 'run', runId, 'whole'],
    queryFn: ({ signal }) => api.read<WorkflowRun>(`${open}/workflow-runs/${runId}`, {}, signal),
  })
}

export function stepsQuery({ id, api, open }: Desk, runId: string) {
  return infiniteQueryOptions({
    queryKey: [id, 'run', runId, 'steps'],
    queryFn: ({ pageParam, signal }) =>
      api.read<Page<WorkflowStep>>(
        `${open}/workflow-runs/${runId}/steps`,
        { limit: STEPS_PAGE, offset: pageParam },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ pagination }, pages) => (pagination.hasMore ? pages.length * STEPS_PAGE : undefined),
  })
}

export function childrenQuery({ id, api, open }: Desk, runId: string) {
  return queryOptions({
    queryKey: [id, 'run', runId, 'children'],
    queryFn: ({ signal }) =>
      api.read<Page<WorkflowRunRow>>(`${open}/workflow-runs`, { parentRunId: runId, limit: STEPS_PAGE }, signal),
  })
}

export function questionsQuery({ id, api, desk }: Desk, runId: string) {
  return queryOptions({
    queryKey: [id, 'approvals', 'run', runId],
    queryFn: ({ signal }) =>
      api.read<Page<WorkflowApprovalRow>>(
        `${desk}/workflow-approvals`,
        { workflowRunId: runId, status: 'pending', limit: 10 },
        signal,
      ),
  })
}
