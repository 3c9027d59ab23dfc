import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { WorkloadPage, WorkloadQuery } from './workload.schema.ts'
import { listWorkload, range_inapplicable } from './workload.service.ts'

export const getWorkload = operation({
  id: 'getWorkload',
  summary: 'Read how much work each person and vendor has, day by day',
  description: 'By name. A task counts for everyone who is on it.',
  tag: 'Workforce',
  access: { role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/workload' },
  params: WorkspacePath,
  query: WorkloadQuery,
  reply: WorkloadPage,
  errors: [range_inapplicable],
  run: (ctx, query) => listWorkload(ctx, query),
})
