import { noteChange } from '#core/changes.ts'
import type { TxCtx } from '#core/context.ts'
import type { InteractionRow } from './interaction.queries.ts'

/** Open consoles show what agents ask, in whoever's session. */
export async function noteInteractions(
  ctx: TxCtx,
  type: 'interaction.requested' | 'interaction.resolved',
  rows: readonly Pick<InteractionRow, 'id' | 'sessionId'>[],
): Promise<void> {
  await Promise.all(rows.map(({ id, sessionId }) => noteChange(ctx, type, { interactionId: id, sessionId })))
}
