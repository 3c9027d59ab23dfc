import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail, failInapplicable } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import { changesIn } from '#core/patch.ts'
import { recordChange } from '#modules/identity/audit.service.ts'
import { failures as memberFailures, getMember } from '#modules/identity/member.service.ts'
import * as exceptions from './work-exception.queries.ts'
import { inapplicable } from './work-exception.rules.ts'
import {
  WORK_EXCEPTION_FIXED,
  type WorkExceptionCreate,
  type WorkExceptionQuery,
  WorkExceptionUpdate,
} from './work-exception.schema.ts'

type WorkExceptionRow = exceptions.WorkExceptionRow

export const failures = {
  member_not_found: memberFailures.member_not_found,
  ...defineFailures({
    work_exception_not_found: { status: 404, text: 'This member has no such exception.' },
    work_exception_inapplicable: { status: 422, text: 'The values do not fit together.' },
  }),
}

export async function listExceptions(
  ctx: WorkspaceCtx,
  membershipId: string,
  query: WorkExceptionQuery,
): Promise<Listed<WorkExceptionRow>> {
  await getMember(ctx, membershipId)
  return exceptions.listExceptions(ctx, membershipId, query)
}

export function addException(
  ctx: WorkspaceCtx,
  membershipId: string,
  input: WorkExceptionCreate,
): Promise<WorkExceptionRow> {
  return inTransaction(ctx, async (ctx) => {
    await getMember(ctx, membershipId)
    const unsaid = { lastDate: input.firstDate, startsAt: null, endsAt: null }
    const exception = { id: newId(), membershipId, ...unsaid, ...input }
    assertApplicable(exception)
    const row = (await exceptions.insertException(ctx, exception)) ?? fail(failures.work_exception_not_found)
    await trace(ctx, 'work_exception.created', row)
    return row
  })
}

export function updateException(
  ctx: WorkspaceCtx,
  { membershipId, exceptionId }: { membershipId: string; exceptionId: string },
  changes: WorkExceptionUpdate,
): Promise<WorkExceptionRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockedException(ctx, membershipId, exceptionId)
    assertVersion(ctx, before.version)
    const fields = changesIn(before, changes, WorkExceptionUpdate, WORK_EXCEPTION_FIXED)
    if (Object.keys(fields).length === 0) return before
    assertApplicable({ ...before, ...fields })
    const saved = await exceptions.saveException(ctx, before.id, fields)
    const after = saved ?? fail(failures.work_exception_not_found)
    await trace(ctx, 'work_exception.updated', after, before)
    return after
  })
}

export function deleteException(
  ctx: WorkspaceCtx,
  { membershipId, exceptionId }: { membershipId: string; exceptionId: string },
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockedException(ctx, membershipId, exceptionId)
    assertVersion(ctx, before.version)
    await exceptions.deleteException(ctx, before.id)
    await trace(ctx, 'work_exception.deleted', before)
    return { id: before.id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

async function lockedException(ctx: TxCtx, membershipId: string, exceptionId: string): Promise<WorkExceptionRow> {
  await getMember(ctx, membershipId)
  return (await exceptions.lockException(ctx, membershipId, exceptionId)) ?? fail(failures.work_exception_not_found)
}

function assertApplicable(exception: Parameters<typeof inapplicable>[0]): void {
  const reason = inapplicable(exception)
  if (reason) failInapplicable(failures.work_exception_inapplicable, reason.field, reason.message)
}

function trace(ctx: TxCtx, action: string, exception: WorkExceptionRow, before?: WorkExceptionRow): Promise<void> {
  const { id, membershipId, kind, firstDate, lastDate, startsAt, endsAt } = exception
  const details = { exceptionId: id, kind, firstDate, lastDate, startsAt, endsAt }
  const event = { membershipId, exceptionId: id }
  return recordChange(ctx, { action, targetKind: 'member', targetId: membershipId, details, before, event })
}
