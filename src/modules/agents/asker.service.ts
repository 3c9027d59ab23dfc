import type { Audience } from '#core/audience.ts'
import type { WorkspaceCtx } from '#core/context.ts'
import { memberBehind, type Outsider } from '#modules/integrations/person.service.ts'
import type { Receiver } from '#modules/integrations/receiver.service.ts'
import { answersOne, isOfTeam } from '#modules/integrations/reply.service.ts'
import { claimConversation, isShared, listKnown, type Known, type Mark } from './asker.queries.ts'

interface Asking {
  receiver: Receiver
  writer: Outsider | undefined
  conversation: { id: string; source: string | null }
  /** The person who bound the agent. */
  within: string
}

/** Who is writing. */
export interface Asker {
  audience: Audience
  /** Only for a member. */
  userId?: string
}

/**
 * Decides for whom the agent speaks. A writer is known only if the channel itself proves who they are and exactly one
 * record of the company matches. Everybody else is a stranger. Do not call it in a transaction.
 */
export async function askerOf(ctx: WorkspaceCtx, asking: Asking): Promise<Asker> {
  const { receiver, writer, conversation, within } = asking
  const proven = writer && isProven(writer, receiver) ? writer : undefined
  const userId = proven && (await memberBehind(ctx, receiver, proven))
  if (userId !== undefined) return { audience: { kind: 'member', within }, userId }
  const isOne = proven?.isAlone === true && (await isForThem(ctx, conversation))
  const known = isOne ? await knownBehind(ctx, receiver, proven) : undefined
  const key = writer ? `${conversation.id} ${writer.externalId}` : null
  const about = { conversationId: conversation.id, key }
  if (!known) return { audience: { kind: 'stranger', subjectId: null, name: 'writer', ...about } }
  if (known.kind === 'guest') await claimConversation(ctx, conversation.id, known.id)
  return { audience: { kind: known.kind, subjectId: known.id, name: known.name, ...about } }
}

/**
 * Whether a guest or vendor may be recognized here. The company's own chat has only members and strangers, and in a
 * shared conversation others would read along. Where an answer goes only to the writer, nobody does.
 */
async function isForThem(ctx: WorkspaceCtx, { id, source }: Asking['conversation']): Promise<boolean> {
  if (isOfTeam(source)) return false
  return answersOne(source) || !(await isShared(ctx, id))
}

/** A letter counts as proven only if the configured mail server vouches for it. */
function isProven({ isProven = false, vouchedBy }: Outsider, { kind, settings }: Receiver): boolean {
  if (kind !== 'agent_mail') return isProven
  return isProven && vouchedBy !== undefined && vouchedBy === settings.mailAuthority?.trim().toLowerCase()
}

async function knownBehind(
  ctx: WorkspaceCtx,
  { settings }: Receiver,
  { externalId, email, phone }: Outsider,
): Promise<Known | undefined> {
  const linked = settings.people?.filter((each) => each.externalId === externalId) ?? []
  const mark = linked.length > 0 ? markOf(linked) : email !== undefined ? { email } : phoneMark(phone)
  const [only, another] = mark ? await listKnown(ctx, mark) : []
  return another === undefined ? only : undefined
}

function markOf([link, another]: NonNullable<Receiver['settings']['people']>): Mark | undefined {
  if (!link || another) return undefined
  if (link.contactId) return { contactId: link.contactId }
  return link.vendorId ? { vendorId: link.vendorId } : undefined
}

/** Shorter numbers are services and extensions, not people. */
const NUMBER_DIGITS_MIN = 7

function phoneMark(phone: string | undefined): Mark | undefined {
  const digits = (phone ?? '').replace(/\D/g, '').replace(/^00/, '')
  return digits.length < NUMBER_DIGITS_MIN ? undefined : { digits }
}
