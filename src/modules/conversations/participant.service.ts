import type { WorkspaceCtx } from '#core/context.ts'
import type { Listed } from '#core/paging.ts'
import { getConversation } from './conversation.service.ts'
import * as participants from './participant.queries.ts'
import type { Participant, ParticipantQuery } from './participant.schema.ts'

export async function listParticipants(
  ctx: WorkspaceCtx,
  conversationId: string,
  query: ParticipantQuery,
): Promise<Listed<Participant>> {
  const { id } = await getConversation(ctx, conversationId)
  return participants.listParticipants(ctx, id, query)
}
