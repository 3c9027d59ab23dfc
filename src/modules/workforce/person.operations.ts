import { operation } from '#core/operation.ts'
import { WorkspacePath } from '#core/schema.ts'
import { PersonPage, PersonQuery } from './person.schema.ts'
import { listPeople as list } from './person.service.ts'

export const listPeople = operation({
  id: 'listPeople',
  workflow: { name: 'person-list', version: '1.0.0', scope: 'workforce:read' },
  summary: 'List whom work can be given to',
  description: 'Members and vendors by name, with departments and skills and no way to reach them.',
  tag: 'Workforce',
  access: { role: 'member' },
  rest: { method: 'GET', path: '/workspaces/:workspaceId/people' },
  params: WorkspacePath,
  query: PersonQuery,
  reply: PersonPage,
  run: (ctx, query) => list(ctx, query),
})
