import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, containing, every, insertion, searchable, sql } from '#core/sql.ts'
import { CONTACT_FIELDS, type Contact, type ContactQuery } from './contact.schema.ts'

export interface ContactRow extends Contact {
  version: number
}

const COLUMNS = columnsOf([...CONTACT_FIELDS, 'version'])

export function listContacts({ db, workspaceId }: Scope, query: ContactQuery): Promise<Listed<ContactRow>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`contacts`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      sql`deleted_at is null`,
      query.q !== undefined && sql`search_text like ${containing(query.q)}`,
    ]),
    order: sql`created_at desc, id desc`,
  })
}

export function findContact({ db, workspaceId }: Scope, contactId: string): Promise<ContactRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from contacts where workspace_id = ${workspaceId} and id = ${contactId} and deleted_at is null`,
  )
}

export function lockContact({ db, workspaceId }: TxCtx, contactId: string): Promise<ContactRow | undefined> {
  return one(
    db,
    sql`
    select ${COLUMNS} from contacts where workspace_id = ${workspaceId} and id = ${contactId} and deleted_at is null
    for update`,
  )
}

export function insertContact(
  { db, workspaceId, now }: TxCtx,
  contact: Partial<Contact>,
): Promise<ContactRow | undefined> {
  const row = { ...contact, searchText: searchText(contact), workspaceId, createdAt: now, updatedAt: now }
  return one(db, sql`insert into contacts ${insertion(row)} returning ${COLUMNS}`)
}

/** Many at once, as another system tells of them. */
export async function insertContacts(
  { db, workspaceId, now }: TxCtx,
  contacts: readonly (Partial<Contact> & { id: string })[],
): Promise<void> {
  const rows = contacts.map((each) => ({ ...each, searchText: searchText(each) }))
  await run(
    db,
    sql`
    insert into contacts (workspace_id, id, full_name, email, phone, search_text, created_at, updated_at)
    select ${workspaceId}, c.*, ${now}, ${now} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c (id uuid, "fullName" text, email text, phone text, "searchText" text)`,
  )
}

export function saveContact(
  { db, workspaceId, now }: TxCtx,
  before: Contact,
  changes: Partial<Contact>,
): Promise<ContactRow | undefined> {
  const row = { ...changes, searchText: searchText({ ...before, ...changes }), updatedAt: now }
  return one(
    db,
    sql`
    update contacts set ${assignments(row)}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${before.id} returning ${COLUMNS}`,
  )
}

export async function softDeleteContact({ db, workspaceId, now }: TxCtx, contactId: string): Promise<void> {
  await run(
    db,
    sql`
    update contacts set deleted_at = ${now}, updated_at = ${now}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${contactId}`,
  )
}

/** What `q` looks through, in small letters; the separator keeps a match from running over the end of a field. */
function searchText({ fullName, email, phone }: Partial<Contact>): string {
  return searchable(fullName, email, phone)
}
