import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { listAiCalls as listCalls, listUsageDays, summarizeUsage } from './metering.queries.ts'
import * as schema from './usage.schema.ts'

const about = { tag: 'AI usage', access: { role: 'manager' }, params: WorkspacePath } as const

export const listAiUsage = operation({
  ...about,
  id: 'listAiUsage',
  summary: 'List what models were used for, by day, newest first',
  rest: { method: 'GET', path: '/workspaces/:workspaceId/ai-usage' },
  query: schema.AiUsageQuery,
  reply: schema.AiUsagePage,
  run: (ctx, query) => listUsageDays(ctx, query),
})

export const getAiUsageSummary = operation({
  ...about,
  id: 'getAiUsageSummary',
  summary: 'See what models were used for, summed up by day and purpose',
  rest: { method: 'GET', path: '/workspaces/:workspaceId/ai-usage-summary' },
  query: schema.AiUsageSummaryQuery,
  reply: schema.AiUsageSummary,
  run: (ctx, { lastDays }) => summarizeUsage(ctx, ctx.now, lastDays),
})

export const listAiCalls = operation({
  ...about,
  id: 'listAiCalls',
  summary: 'List single calls of models, newest first',
  description: 'Who called, what it took and what became of it. What was asked and answered is not kept.',
  rest: { method: 'GET', path: '/workspaces/:workspaceId/ai-calls' },
  query: schema.AiCallQuery,
  reply: schema.AiCallPage,
  run: (ctx, query) => listCalls(ctx, query),
})
