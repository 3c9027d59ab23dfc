import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { noteChange } from '#core/changes.ts'
import { authorOf } from './author.ts'
import { failures as conversationFailures, lockConversation } from './conversation.service.ts'
import * as drafts from './draft.queries.ts'
import type { Draft } from './draft.schema.ts'

export const failures = {
  conversation_not_found: conversationFailures.conversation_not_found,
  ...defineFailures({ draft_not_found: { status: 404, text: 'No such draft in this conversation.' } }),
}

/** A draft is beside the conversation: it leaves its version alone. */
export function saveDraft(ctx: WorkspaceCtx, conversationId: string, text: string): Promise<Draft> {
  return inTransaction(ctx, async (ctx) => {
    const { id: of } = await lockConversation(ctx, conversationId)
    const draft = { id: newId(), conversationId: of, author: await authorOf(ctx), text }
    const saved = (await drafts.saveDraft(ctx, draft)) ?? fail(failures.draft_not_found)
    // People see their own; what a program wrote for them has to be told.
    if (saved.author.byProgram) await noteChange(ctx, 'message.drafted', { conversationId: of })
    return saved
  })
}

export function deleteDraft(
  ctx: WorkspaceCtx,
  conversationId: string,
  draftId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { id: of } = await lockConversation(ctx, conversationId)
    if (!(await drafts.deleteDraft(ctx, of, draftId))) fail(failures.draft_not_found)
    return { id: draftId, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}
