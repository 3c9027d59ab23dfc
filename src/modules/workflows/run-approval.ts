import type { TxCtx } from '#core/context.ts'
import { isLongerThan } from '#core/json-length.ts'
import { derivedId } from '#core/crypto.ts'
import * as approvals from './approval.queries.ts'
import { assigneesOf, nextMomentOf, outcomeOf, REMIND_MILLIS_MIN } from './approval.rules.ts'
import { ApprovalArguments, ApprovalOutcome } from './approval.schema.ts'
import { decide, tell, type Note } from './approval.service.ts'
import type { CatalogFunction } from './catalog.ts'
import type { Json } from './document.schema.ts'
import { durationMillis } from './flow-duration.rules.ts'
import type { Next, Signal } from './flow-state.rules.ts'
import type { Frame } from './run-frame.ts'
import { errorSignal, resultSignal } from './run-function.ts'
import type { OpenRun } from './run-job.ts'
import type { Effect } from './run-step.ts'
import { schemaProblem } from './schema-check.ts'

/** Asks people and waits for their answer; the engine does it itself. */
export const approvalFunction: CatalogFunction = {
  name: 'approval',
  version: '1.0.0',
  summary: 'Ask people to approve or to reject',
  description: 'The flow goes on with their decision. Managers are asked when nobody is named.',
  input: ApprovalArguments,
  output: ApprovalOutcome,
}

/**
 * Asked for the first time it puts the question. Asked again, because somebody has answered or a moment has come, it
 * looks what there is to do: the answer goes on to the flow, the policy decides what is overdue, people are reminded.
 */
export function approvalEffect(run: OpenRun, frame: Frame, next: Extract<Next, { kind: 'call' }>): Effect {
  return {
    frame,
    async perform(ctx) {
      const { id, known } = await approvalOf(ctx, run, frame, next.key)
      const isThere = known && known.status !== 'withdrawn' && known.status !== 'expired'
      const note: Note = (type, data) => run.journal.add(type, data, ctx.now.getTime())
      const asked = isThere ? known : await ask(ctx, run, frame, { id, args: next.with as ApprovalArguments, note })
      if ('kind' in asked) return asked
      const approval = await attended(ctx, asked, note)
      if (approval.status === 'pending') {
        const until = nextMomentOf(approval)
        frame.awaits = { kind: 'approval', approvalId: id, ...(until === undefined ? {} : { until }) }
        return undefined
      }
      const outcome = outcomeOf(approval)
      return outcome ? resultSignal(outcome as Json) : errorSignal('timeout', 'Nobody answered in time.')
    },
  }
}

/** Known by the place of its task; one that was asked before the run moved to another version by its own id. */
async function approvalOf(ctx: TxCtx, { row }: OpenRun, frame: Frame, key: string) {
  const { approvalId, pointer } = frame.state?.open.at(-1) ?? {}
  const id = approvalId ?? derivedId(row.id, `approval ${key}`)
  const known = await approvals.lockApproval(ctx, id)
  if (!known || known.pointer === pointer) return { id, known }
  // What was asked under this place has moved on with its task: this is another question.
  const other = derivedId(row.id, `approval ${key} of version ${row.versionNumber}`)
  return { id: other, known: await approvals.lockApproval(ctx, other) }
}

/** A transaction is open, so that it cannot be left to the thread; what is read by people is never that long. */
function problemOf(form: Json): string | undefined {
  return isLongerThan(form, FORM_CHARACTERS_MAX) ? 'A form has at most 32 KiB.' : schemaProblem(form)
}
const FORM_CHARACTERS_MAX = 32 * 1024

async function ask(
  ctx: TxCtx,
  { row }: OpenRun,
  frame: Frame,
  { id, args, note }: { id: string; args: ApprovalArguments; note: Note },
): Promise<approvals.ApprovalDetails | Signal> {
  const { question, details = null, form, context, taskId, onOverdue = 'reject' } = args
  const times = timesOf(args, ctx.now)
  if ('fault' in times) return invalid(times.fault)
  const formProblem = form && problemOf(form as Json)
  if (formProblem !== undefined) return invalid(`approval/form: ${formProblem}`)
  const { userIds, roles } = assigneesOf(args.assignees)
  const [stranger] = await approvals.strangersIn(ctx, userIds)
  if (stranger !== undefined) return invalid(`approval/assignees/userIds: ${stranger} is not in this workspace.`)
  if (taskId !== undefined) {
    const actionUrl = `${ctx.services.settings.appUrl}/w/${ctx.workspaceId}/approvals/${id}`
    const isHeld = await approvals.holdTask(ctx, { id, taskId, title: question, actionUrl })
    if (!isHeld) return invalid(`approval/taskId: there is no task ${taskId}.`)
  }
  const made = await approvals.insertApproval(ctx, {
    id,
    definitionId: row.definitionId,
    runId: row.id,
    pointer: frame.state?.open.at(-1)?.pointer ?? '/',
    question,
    details,
    form: form ? JSON.stringify(form) : null,
    context: context ? JSON.stringify(context) : null,
    userIds,
    roles,
    taskId: taskId ?? null,
    onOverdue,
    ...times,
  })
  if (!made) throw new Error('an approval was not written')
  await tell(ctx, made, 'requested', { question, assignees: { userIds, roles } }, note)
  return made
}

function invalid(detail: string): Signal {
  return errorSignal('validation', detail)
}

type Times = Pick<approvals.NewApproval, 'dueAt' | 'remindEveryMillis' | 'remindAt'>

function timesOf({ dueAt, dueAfter, remindEvery }: ApprovalArguments, now: Date): Times | { fault: string } {
  if (dueAt !== undefined && dueAfter !== undefined) return { fault: 'approval: name one of dueAt and dueAfter.' }
  const from = now.getTime()
  const after = dueAfter === undefined ? undefined : durationMillis(dueAfter, from)
  if (dueAfter !== undefined && after === undefined) return { fault: 'approval/dueAfter is no ISO 8601 duration.' }
  const every = remindEvery === undefined ? undefined : durationMillis(remindEvery, from)
  if (remindEvery !== undefined && !every) return { fault: 'approval/remindEvery is no ISO 8601 duration.' }
  return {
    dueAt: dueAt !== undefined ? new Date(dueAt) : after === undefined ? null : new Date(from + after),
    remindEveryMillis: every ?? null,
    remindAt: every === undefined ? null : nextReminder(now, every),
  }
}

function nextReminder(now: Date, everyMillis: number): Date {
  return new Date(now.getTime() + Math.max(everyMillis, REMIND_MILLIS_MIN))
}

/** What its moments ask for: nobody else can answer any more, or they are told once more. */
async function attended(
  ctx: TxCtx,
  approval: approvals.ApprovalDetails,
  note: Note,
): Promise<approvals.ApprovalDetails> {
  const { id, status, dueAt, remindAt, remindEveryMillis, onOverdue, question } = approval
  const now = ctx.now.getTime()
  if (status !== 'pending') return approval
  if (dueAt !== null && Date.parse(dueAt) <= now) {
    await decide(ctx, approval, onOverdue, { isOverdue: true }, note)
  } else if (remindAt !== null && remindEveryMillis !== null && Date.parse(remindAt) <= now) {
    // Those that were missed are one.
    await approvals.saveReminder(ctx, id, nextReminder(ctx.now, remindEveryMillis))
    await tell(ctx, approval, 'reminded', { question }, note)
  } else {
    return approval
  }
  return (await approvals.findApproval(ctx, id)) ?? approval
}
