import type { Static } from 'typebox'
import { noteChange } from '#core/changes.ts'
import { inTransaction, type Ctx, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail } from '#core/errors.ts'
import type { Deleted } from '#core/schema.ts'
import { recordAudit } from '#modules/identity/audit.service.ts'
import { deleteDeadLetter, findWorkspaceOfDeadLetter, insertReplay, lockDeadLetter } from './delivery.queries.ts'
import type { DeadLetter } from './delivery.schema.ts'

export const failures = defineFailures({
  dead_letter_not_found: { status: 404, text: 'No such dead letter in this workspace.' },
  already_replayed: {
    status: 409,
    text: 'This dead letter was replayed already. If it failed again, it is a new one.',
  },
})

/** Gives a failed delivery another set of tries. Only the subscriber that failed gets the event again. */
export async function replayDeadLetter(ctx: WorkspaceCtx, deadLetterId: string): Promise<DeadLetter> {
  return inTransaction(ctx, async (ctx) => {
    const letter = (await lockDeadLetter(ctx, deadLetterId)) ?? fail(failures.dead_letter_not_found)
    if (letter.replayedAt) fail(failures.already_replayed)
    await insertReplay(ctx, letter)
    await writeDown(ctx, 'dead_letter.replayed', letter)
    ctx.services.wakeRelay()
    return { ...letter, replayedAt: ctx.now.toISOString() }
  })
}

/** For what nobody needs any more, or somebody has done by hand. */
export function dropDeadLetter(ctx: WorkspaceCtx, deadLetterId: string): Promise<Static<typeof Deleted>> {
  return inTransaction(ctx, async (ctx) => {
    const letter = (await lockDeadLetter(ctx, deadLetterId)) ?? fail(failures.dead_letter_not_found)
    await deleteDeadLetter(ctx, letter.id)
    await writeDown(ctx, 'dead_letter.dropped', letter)
    return { id: letter.id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

async function writeDown(ctx: TxCtx, action: string, { id, subscriber, type }: DeadLetter): Promise<void> {
  await recordAudit(ctx, { action, targetKind: 'dead_letter', targetId: id, details: { subscriber, type } })
  await noteChange(ctx, action, { deadLetterId: id })
}

/** Replays for the operator of the installation, who names the dead letter and not its workspace. */
export async function replayDeadLetterAnywhere(ctx: Ctx, deadLetterId: string): Promise<DeadLetter> {
  const found = (await findWorkspaceOfDeadLetter(ctx.db, deadLetterId)) ?? fail(failures.dead_letter_not_found)
  return replayDeadLetter({ ...ctx, workspaceId: found.workspaceId }, deadLetterId)
}
