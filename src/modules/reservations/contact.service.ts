import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { emitAll } from '#core/events.ts'
import { changesIn } from '#core/patch.ts'
import { recordWork } from '#modules/identity/audit.service.ts'
import * as contacts from './contact.queries.ts'
import { CONTACT_FIXED, type ContactCreate, ContactUpdate } from './contact.schema.ts'

type ContactRow = contacts.ContactRow

export const failures = defineFailures({
  contact_not_found: { status: 404, text: 'No such contact in this workspace.' },
})

export async function getContact(ctx: WorkspaceCtx, contactId: string): Promise<ContactRow> {
  return (await contacts.findContact(ctx, contactId)) ?? fail(failures.contact_not_found)
}

export function createContact(ctx: WorkspaceCtx, input: ContactCreate): Promise<ContactRow> {
  return inTransaction(ctx, async (ctx) => {
    const contact = (await contacts.insertContact(ctx, { id: newId(), ...input })) ?? fail(failures.contact_not_found)
    await trace(ctx, 'contact.created', contact.id)
    return contact
  })
}

/** Many at once, as another system tells of them; answers their ids, in their order. */
export async function createContacts(
  ctx: TxCtx,
  inputs: readonly Pick<ContactCreate, 'fullName' | 'email' | 'phone'>[],
): Promise<string[]> {
  const rows = inputs.map((input) => ({ id: newId(), ...input }))
  if (rows.length > 0) await contacts.insertContacts(ctx, rows)
  await emitAll(
    ctx,
    rows.map(({ id }) => ({ type: 'contact.created', contactId: id })),
  )
  return rows.map(({ id }) => id)
}

export function updateContact(ctx: WorkspaceCtx, contactId: string, changes: ContactUpdate): Promise<ContactRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await contacts.lockContact(ctx, contactId)) ?? fail(failures.contact_not_found)
    assertVersion(ctx, before.version)
    const fields = changesIn(before, changes, ContactUpdate, CONTACT_FIXED)
    if (Object.keys(fields).length === 0) return before
    const after = (await contacts.saveContact(ctx, before, fields)) ?? fail(failures.contact_not_found)
    await trace(ctx, 'contact.updated', before.id, { changed: Object.keys(fields) })
    return after
  })
}

/** Tasks and reservations that name the contact keep it. */
export function deleteContact(
  ctx: WorkspaceCtx,
  contactId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { id, version } = (await contacts.lockContact(ctx, contactId)) ?? fail(failures.contact_not_found)
    assertVersion(ctx, version)
    await contacts.softDeleteContact(ctx, id)
    await trace(ctx, 'contact.deleted', id)
    return { id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

/** What is known of them stays out of the log. */
function trace(ctx: TxCtx, action: string, id: string, news: { changed?: string[] } = {}): Promise<void> {
  const event = { contactId: id, ...news }
  return recordWork(ctx, { action, targetKind: 'contact', targetId: id, details: news, event })
}
