import type { WorkspaceCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import type { Thread } from './conversation.schema.ts'
import { getConversation } from './conversation.service.ts'
import { draftsOf } from './draft.queries.ts'
import * as messages from './message.queries.ts'
import type { Message } from './message.schema.ts'
import { failures } from './message.service.ts'

const MESSAGES_MAX = 20
/** More than a model or a phone wants at once; a single long message is given whole. */
const CHARS_MAX = 20_000

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
  const shown = fitting(found.slice(0, MESSAGES_MAX))
  const hasEarlier = found.length > shown.length
  return { conversation, messages: shown.toReversed(), hasEarlier, drafts: await draftsOf(ctx, id) }
}

function fitting(newestFirst: Message[]): Message[] {
  let chars = 0
  const end = newestFirst.findIndex(({ text }, index) => (chars += text.length) > CHARS_MAX && index > 0)
  return end === -1 ? newestFirst : newestFirst.slice(0, end)
}
