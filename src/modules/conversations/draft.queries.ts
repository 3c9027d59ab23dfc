import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Draft } from './draft.schema.ts'
import type { Author } from './message.schema.ts'

const COLUMNS = sql`
  id, conversation_id as "conversationId",
  json_build_object('kind', author_kind, 'id', author_id, 'name', author_name, 'byProgram', by_program) as author, text,
  created_at as "createdAt", updated_at as "updatedAt"`

export function draftsOf({ db, workspaceId }: Scope, conversationId: string): Promise<Draft[]> {
  return many(
    db,
    sql`
    select ${COLUMNS} from message_drafts where workspace_id = ${workspaceId} and conversation_id = ${conversationId}
    order by updated_at desc, id desc limit 100`,
  )
}

/** The author's one, written anew or over. */
export function saveDraft(
  { db, workspaceId, now }: TxCtx,
  draft: { id: string; conversationId: string; author: Author; text: string },
): Promise<Draft | undefined> {
  const { id, conversationId, author, text } = draft
  return one(
    db,
    sql`
    insert into message_drafts (workspace_id, id, conversation_id, author_kind, author_id, author_name, by_program, text,
      created_at, updated_at)
    values (${workspaceId}, ${id}, ${conversationId}, ${author.kind}, ${author.id}, ${author.name}, ${author.byProgram},
      ${text}, ${now}, ${now})
    on conflict (workspace_id, conversation_id, author_kind, author_id, by_program)
    do update set text = excluded.text, author_name = excluded.author_name, updated_at = excluded.updated_at
    returning ${COLUMNS}`,
  )
}

/** False when there is no such draft in the conversation. */
export async function deleteDraft(
  { db, workspaceId }: TxCtx,
  conversationId: string,
  draftId: string,
): Promise<boolean> {
  const deleted = await run(
    db,
    sql`
    delete from message_drafts
    where workspace_id = ${workspaceId} and conversation_id = ${conversationId} and id = ${draftId} returning id`,
  )
  return deleted > 0
}

/** What the author has said is no draft any more. */
export async function deleteDraftOf({ db, workspaceId }: TxCtx, conversationId: string, author: Author): Promise<void> {
  await run(
    db,
    sql`
    delete from message_drafts where workspace_id = ${workspaceId} and conversation_id = ${conversationId}
      and author_kind = ${author.kind} and author_id is not distinct from ${author.id}::uuid
      and by_program = ${author.byProgram}`,
  )
}
