import type { WorkspaceCtx } from '#core/context.ts'
import { markConversation, updateConversation } from '#modules/conversations/conversation.service.ts'
import { saveDraft } from '#modules/conversations/draft.service.ts'
import { receiveMessage, type Incoming } from '#modules/conversations/inbound.service.ts'
import { idOf, personOf, type Names, type Stay } from './seed-work.ts'
import { TALKS } from './talks.ts'

const MINUTE_MILLIS = 60 * 1000

/** What guests and owners have written in the last day, and what was answered: all of it is said already. */
export async function seedTalks(ctx: WorkspaceCtx, names: Names, stays: ReadonlyMap<string, Stay>): Promise<void> {
  for (const [index, talk] of TALKS.entries()) {
    let conversationId = ''
    for (const [at, { minutesAgo, by, text }] of talk.messages.entries()) {
      const incoming: Incoming = {
        ...placeOf(talk, names, stays),
        channel: talk.channel,
        source: 'demo',
        threadId: `talk-${index}`,
        messageId: `talk-${index}-${at}`,
        ...(talk.subject !== undefined && { subject: talk.subject }),
        ...(by !== undefined && { by: { kind: 'user', id: idOf(names.people, by), name: by, byProgram: false } }),
        text,
        at: new Date(ctx.now.getTime() - minutesAgo * MINUTE_MILLIS),
      }
      conversationId = (await receiveMessage(ctx, incoming)).conversationId
    }
    await settle(ctx, names, conversationId, talk)
  }
}

async function settle(
  ctx: WorkspaceCtx,
  names: Names,
  conversationId: string,
  { assignee, status, isRead = false, draft }: (typeof TALKS)[number],
): Promise<void> {
  await updateConversation(ctx, conversationId, {
    ...(assignee !== undefined && { assigneeId: idOf(names.people, assignee) }),
    ...(status !== undefined && { status }),
  })
  if (isRead) await markConversation(ctx, conversationId, true)
  if (draft) await saveDraft({ ...ctx, principal: personOf(names, draft.by) }, conversationId, draft.text)
}

function placeOf(
  { guest, from, property }: (typeof TALKS)[number],
  names: Names,
  stays: ReadonlyMap<string, Stay>,
): Pick<Incoming, 'from' | 'propertyId' | 'reservationId'> {
  if (guest === undefined) {
    const other = from ?? { name: 'Unknown', address: null }
    return { from: other, ...(property !== undefined && { propertyId: idOf(names.properties, property) }) }
  }
  const { contactId, reservationId, propertyId } = idOf(stays, guest)
  return { from: { name: guest, address: null, contactId }, propertyId, reservationId }
}
