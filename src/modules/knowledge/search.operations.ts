import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { KnowledgeAnswer, KnowledgeQuery } from './search.schema.ts'
import { searchKnowledge as search } from './search.service.ts'

export const searchKnowledge = operation({
  id: 'searchKnowledge',
  workflow: { name: 'knowledge-search', version: '1.0.0', scope: 'knowledge:read' },
  summary: 'Search the published articles',
  description: 'Passages with their source, by words, by words nearly typed and by meaning, the best first.',
  tag: 'Knowledge',
  access: { role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/knowledge/search' },
  params: WorkspacePath,
  query: KnowledgeQuery,
  reply: KnowledgeAnswer,
  run: (ctx, query) => search(ctx, query),
})
