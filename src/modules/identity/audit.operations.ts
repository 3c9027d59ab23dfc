import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { listAudit } from './audit.queries.ts'
import { AuditPage, AuditQuery } from './audit.schema.ts'

export const listAuditLog = operation({
  id: 'listAuditLog',
  summary: 'List who did what',
  tag: 'Audit log',
  access: { role: 'admin' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/audit-log' },
  params: WorkspacePath,
  query: AuditQuery,
  reply: AuditPage,
  run: (ctx, query) => listAudit(ctx, query),
})
