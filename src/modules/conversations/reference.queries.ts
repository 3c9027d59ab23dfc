import type { Scope } from '#core/context.ts'
import { one } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { ConversationUpdate, REFERENCES } from './conversation.schema.ts'

type Reference = (typeof REFERENCES)[number]

/** The first field that names something this workspace does not have. */
export async function unknownReference(
  { db, workspaceId }: Scope,
  references: Pick<ConversationUpdate, Reference>,
): Promise<Reference | undefined> {
  const { contactId = null, reservationId = null, propertyId = null, assigneeId = null } = references
  const row = await one<{ field: Reference | null }>(
    db,
    sql`
    select case
      when ${contactId}::uuid is not null and not exists (select 1 from contacts
        where workspace_id = ${workspaceId} and id = ${contactId} and deleted_at is null) then 'contactId'
      when ${reservationId}::uuid is not null and not exists (select 1 from reservations
        where workspace_id = ${workspaceId} and id = ${reservationId} and deleted_at is null) then 'reservationId'
      when ${propertyId}::uuid is not null and not exists (select 1 from properties
        where workspace_id = ${workspaceId} and id = ${propertyId} and deleted_at is null) then 'propertyId'
      when ${assigneeId}::uuid is not null and not exists (select 1 from memberships
        where workspace_id = ${workspaceId} and user_id = ${assigneeId} and ended_at is null) then 'assigneeId'
      end as field`,
  )
  return row?.field ?? undefined
}
