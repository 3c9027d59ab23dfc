import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { listAudit } from './audit.queries.ts'
import { linesOf, streamAudit } from './audit-stream.service.ts'
import { AuditPage, AuditQuery, AuditStream, AuditStreamQuery } from './audit.schema.ts'

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

export const streamAuditLog = operation({
  id: 'streamAuditLog',
  summary: 'Read the audit log as it grows',
  description:
    'Entries in an order that never changes, oldest first. Ask for application/x-ndjson to get a line for each, remember the cursor of the last one, and come back with it: nothing is missed, and nothing comes twice. That you read it is in the log, once an hour.',
  tag: 'Audit log',
  access: { role: 'admin' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/audit-log/stream' },
  params: WorkspacePath,
  query: AuditStreamQuery,
  reply: AuditStream,
  contents: { 'application/x-ndjson': linesOf },
  run: (ctx, query) => streamAudit(ctx, query),
})
