import type { WorkspaceCtx } from '#core/context.ts'
import type { Listed } from '#core/paging.ts'
import * as people from './person.queries.ts'
import type { Person, PersonQuery } from './person.schema.ts'

export function listPeople(
  ctx: WorkspaceCtx,
  query: PersonQuery,
  alsoIds: readonly string[] = [],
): Promise<Listed<Person>> {
  return people.listPeople(ctx, query, alsoIds)
}
