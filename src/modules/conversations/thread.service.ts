import type { WorkspaceCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { wholeTexts } from '#core/whole-texts.ts'
import type { Thread } from './conversation.schema.ts'
import { getConversation } from './conversation.service.ts'
import { draftsOf } from './draft.queries.ts'
import * as messages from './message.queries.ts'
import { failures } from './message.service.ts'

const MESSAGES_MAX = 20

/** The newest messages, or those before one that was seen: new ones that arrive meanwhile move nothing. */
export async function readThread(
  ctx: WorkspaceCtx,
  conversationId: string,
  beforeMessageId: string | undefined,
): Promise<Thread> {
  const conversation = await getConversation(ctx, conversationId)
  const { id } = conversation
  const before =
    beforeMessageId === undefined
      ? undefined
      : ((await messages.findMessage(ctx, id, beforeMessageId)) ?? fail(failures.message_not_found))
  const found = await messages.messagesBefore(ctx, id, { before, limit: MESSAGES_MAX + 1 })
  const shown = wholeTexts(found.slice(0, MESSAGES_MAX), ({ text }) => text)
  const hasEarlier = found.length > shown.length
  return { conversation, messages: shown.toReversed(), hasEarlier, drafts: await draftsOf(ctx, id) }
}
