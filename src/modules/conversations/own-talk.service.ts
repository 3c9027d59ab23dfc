import type { OutsideCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { failures } from './conversation.service.ts'
import * as talks from './own-talk.queries.ts'
import type { OwnThread } from './own-talk.schema.ts'

const MESSAGES_MAX = 20

export async function readOwnThread(ctx: OutsideCtx, conversationId: string): Promise<OwnThread> {
  const conversation = (await talks.findOwnTalk(ctx, conversationId)) ?? fail(failures.conversation_not_found)
  const found = await talks.lastOwnMessages(ctx, conversationId, MESSAGES_MAX + 1)
  const messages = found.slice(0, MESSAGES_MAX).toReversed()
  return { conversation, messages, hasEarlier: found.length > MESSAGES_MAX }
}
