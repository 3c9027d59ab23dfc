import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { noteChange } from '#core/changes.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail, failInapplicable } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { changesIn } from '#core/patch.ts'
import { recordWork } from '#modules/identity/audit.service.ts'
import { getContact } from '#modules/reservations/contact.service.ts'
import * as conversations from './conversation.queries.ts'
import { inapplicableStatus, isRecipientFor } from './conversation.rules.ts'
import {
  CONVERSATION_FIXED,
  type Conversation,
  type ConversationCreate,
  ConversationUpdate,
} from './conversation.schema.ts'
import { unknownReference } from './reference.queries.ts'

type ConversationRow = conversations.ConversationRow

export const failures = defineFailures({
  conversation_not_found: { status: 404, text: 'No such conversation in this workspace.' },
  conversation_inapplicable: { status: 422, text: 'The conversation cannot be kept like this.' },
})

export async function getConversation(ctx: WorkspaceCtx, conversationId: string): Promise<ConversationRow> {
  return (await conversations.findConversation(ctx, conversationId)) ?? fail(failures.conversation_not_found)
}

export async function lockConversation(ctx: TxCtx, conversationId: string): Promise<ConversationRow> {
  return (await conversations.lockConversation(ctx, conversationId)) ?? fail(failures.conversation_not_found)
}

/** Begins one from our side, without a message yet. */
export async function beginConversation(ctx: TxCtx, input: Omit<ConversationCreate, 'text'>): Promise<string> {
  await assertReferences(ctx, input)
  const { channel, contactId, recipient: named = null } = input
  const recipient = named ?? (contactId ? await addressOf(ctx, channel, contactId) : null)
  if (!isRecipientFor(channel, recipient))
    failInapplicable(failures.conversation_inapplicable, 'recipient', 'An e-mail needs an address to go to.')
  const id = newId()
  await conversations.insertConversation(ctx, { ...input, id, recipient, status: 'open' })
  await emit(ctx, { type: 'conversation.created', conversationId: id, channel })
  return id
}

export function updateConversation(
  ctx: WorkspaceCtx,
  conversationId: string,
  changes: ConversationUpdate,
): Promise<ConversationRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockConversation(ctx, conversationId)
    assertVersion(ctx, before.version)
    const fields = changedFields(before, changes)
    if (Object.keys(fields).length === 0) return before
    const after = { ...before, ...fields }
    const wrong = inapplicableStatus(after, fields, ctx.now)
    if (wrong !== undefined) failInapplicable(failures.conversation_inapplicable, 'snoozedUntil', wrong)
    if (fields.recipient !== undefined && !isRecipientFor(after.channel, after.recipient))
      failInapplicable(failures.conversation_inapplicable, 'recipient', 'An e-mail needs an address to go to.')
    await assertReferences(ctx, fields)
    await conversations.saveConversation(ctx, before, fields)
    const [target, changed] = [{ targetKind: 'conversation', targetId: before.id }, Object.keys(fields)]
    const event = { conversationId: before.id, changed }
    await recordWork(ctx, { action: 'conversation.updated', ...target, details: { changed }, event })
    return getConversation(ctx, before.id)
  })
}

/** Opens it if it is still put aside and its time has come. */
export function wakeConversation(ctx: WorkspaceCtx, conversationId: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { snoozedUntil } = await lockConversation(ctx, conversationId)
    if (snoozedUntil === null || Date.parse(snoozedUntil) > ctx.now.getTime()) return
    await updateConversation(ctx, conversationId, { status: 'open' })
  })
}

export function markConversation(ctx: WorkspaceCtx, conversationId: string, isRead: boolean): Promise<ConversationRow> {
  return inTransaction(ctx, async (ctx) => {
    const isNews = await conversations.saveRead(ctx, conversationId, isRead)
    const conversation = await getConversation(ctx, conversationId)
    if (isNews) await noteChange(ctx, 'conversation.marked', { conversationId: conversation.id })
    return conversation
  })
}

/** What a request changes indeed. Leaving `snoozed` ends the time; sending back what was deleted since is no error. */
function changedFields(before: ConversationRow, changes: ConversationUpdate): Partial<Conversation> {
  const fields = changesIn(before, changes, ConversationUpdate, CONVERSATION_FIXED)
  const wakes = fields.status !== undefined && fields.status !== 'snoozed' && changes.snoozedUntil === undefined
  return wakes && before.snoozedUntil !== null ? { ...fields, snoozedUntil: null } : fields
}

async function addressOf(ctx: TxCtx, channel: string, contactId: string): Promise<string | null> {
  const { email, phone } = await getContact(ctx, contactId)
  return channel === 'email' ? email : phone
}

async function assertReferences(ctx: TxCtx, references: ConversationUpdate): Promise<void> {
  const field = await unknownReference(ctx, references)
  if (field) failInapplicable(failures.conversation_inapplicable, field, `${field} names nothing in this workspace.`)
}
