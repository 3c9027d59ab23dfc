import type { Scope } from '#core/context.ts'
import { listed, type Listed } from '#core/paging.ts'
import { sql } from '#core/sql.ts'
import type { Participant, ParticipantQuery } from './participant.schema.ts'

/** Each once, in the order in which they first spoke. Who has no id is told by the name; the house itself is nobody. */
export function listParticipants(
  { db, workspaceId }: Scope,
  conversationId: string,
  query: ParticipantQuery,
): Promise<Listed<Participant>> {
  return listed(db, query, {
    columns: sql`p.kind, p.id, p.name, p."byProgram", p."firstAt"`,
    from: sql`(
      select author_kind as kind, author_id as id, (array_agg(author_name order by created_at desc, id desc))[1] as name,
        bool_and(by_program) as "byProgram", min(created_at) as "firstAt"
      from messages
      where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and author_kind <> 'system'
      group by author_kind, author_id, case when author_id is null then author_name end) p`,
    where: sql`true`,
    order: sql`p."firstAt", p.kind, p.id, p.name`,
  })
}
