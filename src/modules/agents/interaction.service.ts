import { isDeepStrictEqual } from 'node:util'
import { afterCommit, inTransaction, type Ctx, type TxCtx } from '#core/context.ts'
import { coreFailures, defineFailures, fail, Refusal, type Fault } from '#core/errors.ts'
import { roleSuffices } from '#core/principal.ts'
import { isUuid } from '#core/uuid.ts'
import { enter, speakerOf, workspaceOf, type PersonCtx } from './actor.service.ts'
import { appendEvents } from './event.service.ts'
import * as interactions from './interaction.queries.ts'
import type { Interaction, Resolution, ResolveRequest } from './interaction.schema.ts'
import { noteInteractions } from './interaction-news.ts'
import { interactionOf } from './interaction-view.ts'
import { mismatch } from './output-schema.ts'
import { findRun, lockRun, saveRun, type RunRow } from './run.queries.ts'
import { cancel } from './run.service.ts'
import { saveCall } from './step.queries.ts'
import type { FindTool } from './toolbox.service.ts'

type Row = interactions.InteractionRow

export const failures = defineFailures({
  interaction_not_found: { status: 404, text: 'No such interaction.' },
  interaction_already_resolved: { status: 409, text: 'It was answered already, with something else.' },
  interaction_expired: { status: 409, text: 'It was not answered in time.' },
  run_not_waiting: { status: 409, text: 'The run no longer waits for this.' },
  decision_not_allowed: { status: 422, text: 'This decision is not among those that are allowed here.' },
  resolution_invalid: { status: 422, text: 'The answer does not have the form that was asked for.' },
})

interface Named {
  workspace_id?: string
  user_id?: string
}

/** For the person it is put to, and the one whose run it is. For everybody else it does not exist. */
export async function getInteraction(ctx: Ctx, id: string, named: Named): Promise<Interaction> {
  const { row, person } = await visible(ctx, id, named)
  const run = (await findRun(person, row.runId)) ?? fail(failures.interaction_not_found)
  if (!isAssigned(row, person) && run.userId !== person.principal.userId) fail(failures.interaction_not_found)
  // Those that are over are closed once a minute.
  const status = isLate(row, ctx.now) ? 'expired' : row.status
  return interactionOf({ ...row, status }, run.status)
}

function isLate({ status, expiresAt }: Row, now: Date): boolean {
  return status === 'pending' && Date.parse(expiresAt) <= now.getTime()
}

/** The session in which this is asked; undefined when nothing like it is. */
export async function sessionAsking(db: Ctx['db'], id: string): Promise<string | undefined> {
  return isUuid(id) ? (await interactions.findInteractionAnywhere(db, id))?.sessionId : undefined
}

async function visible(ctx: Ctx, id: string, named: Named): Promise<{ row: Row; person: PersonCtx }> {
  const userId = speakerOf(ctx, named.user_id, 'user_id')
  const row = (await interactions.findInteractionAnywhere(ctx.db, id)) ?? fail(failures.interaction_not_found)
  const workspaceId = ctx.principal.kind === 'user' ? named.workspace_id : await workspaceOf(ctx, named.workspace_id)
  if (workspaceId !== undefined && workspaceId !== row.workspaceId) fail(failures.interaction_not_found)
  const person = await enter(ctx, row.workspaceId, userId).catch((error: unknown) => {
    const isStranger = error instanceof Refusal && error.failure === coreFailures.workspace_forbidden
    throw isStranger ? new Refusal(failures.interaction_not_found) : error
  })
  return { row, person }
}

/** Whether it is for this person to answer. */
export function isAssigned({ userIds, roles }: Row, { principal }: PersonCtx): boolean {
  const role = principal.membership?.role
  return userIds.includes(principal.userId) || roles.some((needed) => role && roleSuffices(role, needed))
}

async function assigned(ctx: Ctx, id: string, named: Named): Promise<{ row: Row; person: PersonCtx }> {
  const { row, person } = await visible(ctx, id, named)
  return isAssigned(row, person) ? { row, person } : fail(failures.interaction_not_found)
}

/** For whom a server speaks stands in the request itself. */
export async function refuseUnasked(ctx: Ctx, id: string): Promise<void> {
  if (ctx.principal.kind === 'user') await assigned(ctx, id, {})
}

/** The answer, its event and the waking of the run are one transaction. The same answer again changes nothing. */
export async function resolve(ctx: Ctx, id: string, request: ResolveRequest, findTool: FindTool): Promise<Interaction> {
  const { row, person } = await assigned(ctx, id, request)
  const resolved = await inTransaction(person, async (ctx) => {
    const run = (await lockRun(ctx, row.runId)) ?? fail(failures.interaction_not_found)
    const current = (await interactions.findInteraction(ctx, id)) ?? fail(failures.interaction_not_found)
    const resolution = resolutionOf(request)
    if (current.status !== 'pending') return { interaction: answered(current, run, resolution), woken: false }
    assertAnswerable(current, run, ctx.now)
    assertFits(current, resolution, findTool)
    return settle(ctx, run, current, resolution, person)
  })
  afterCommit(ctx, () => {
    ctx.services.sessionLog.tell(row.sessionId)
    if (resolved.woken) ctx.services.runSignals.send('queued')
  })
  return resolved.interaction
}

function resolutionOf({ decision, payload, edited_input: edited, reason }: ResolveRequest): Resolution {
  return { decision, payload: payload ?? null, edited_input: edited ?? null, reason: reason ?? null }
}

/** After the first answer: the same one is told again, any other comes too late. */
function answered(current: Row, run: RunRow, resolution: Resolution): Interaction {
  if (current.status === 'expired') fail(failures.interaction_expired)
  if (current.status === 'cancelled') fail(failures.run_not_waiting)
  if (!isDeepStrictEqual(current.resolution, resolution)) fail(failures.interaction_already_resolved)
  return interactionOf(current, run.status)
}

function assertAnswerable(row: Row, run: RunRow, now: Date): void {
  if (isLate(row, now)) fail(failures.interaction_expired)
  if (run.status !== 'interrupted') fail(failures.run_not_waiting)
}

function assertFits(row: Row, { decision, payload, edited_input: edited }: Resolution, findTool: FindTool): void {
  if (!row.allowedDecisions.includes(decision)) {
    const message = `Must be one of ${row.allowedDecisions.join(', ')}.`
    fail(failures.decision_not_allowed, { errors: [{ pointer: '/decision', code: 'unknown_value', message }] })
  }
  if ((decision === 'edit') !== (edited !== null)) {
    refuse('/edited_input', edited === null ? 'required' : 'not_allowed', 'Is given with edit, and only with it.')
  }
  if (decision === 'respond' && payload === null) refuse('/payload', 'required', 'This is required with respond.')
  const wrong = payload === null ? undefined : mismatch(row.responseSchema, payload)
  if (wrong) refuse(`/payload${wrong.path}`, 'invalid', wrong.message)
  const faults = (edited && row.toolCall && findTool(row.toolCall.name)?.check(edited)) || []
  refuseAll(faults.map((fault) => ({ ...fault, pointer: `/edited_input${fault.pointer ?? ''}` })))
}

function refuse(pointer: string, code: string, message: string): void {
  refuseAll([{ pointer, code, message }])
}

function refuseAll(errors: readonly Fault[]): void {
  const [first] = errors
  if (first) fail(failures.resolution_invalid, { detail: `${first.pointer}: ${first.message}`, errors: [...errors] })
}

async function settle(
  ctx: TxCtx,
  run: RunRow,
  { id, toolCallId }: Row,
  resolution: Resolution,
  { principal }: PersonCtx,
): Promise<{ interaction: Interaction; woken: boolean }> {
  const settled = await interactions.settleInteraction(ctx, id, {
    status: 'resolved',
    resolution,
    resolvedBy: principal.userId,
  })
  if (!settled) fail(failures.interaction_already_resolved)
  await saveCall(ctx, run.id, toolCallId, outcomeOf(resolution))
  const left = await interactions.listPending(ctx, run.id)
  const status = resolution.decision === 'cancel' ? 'cancelled' : left.length === 0 ? 'queued' : 'interrupted'
  const interaction = interactionOf(settled, status)
  const event = { type: 'interaction.resolved', interaction_id: id, interaction: { ...interaction } } as const
  await appendEvents(ctx, run.sessionId, [event])
  if (status === 'cancelled') await cancel(ctx, run)
  if (status === 'queued') await saveRun(ctx, run.id, { status })
  await noteInteractions(ctx, 'interaction.resolved', [settled])
  return { interaction, woken: status === 'queued' }
}

/** What the call is from now on. An edited one is about another state than the one that was asked about. */
function outcomeOf({ decision, payload, edited_input: edited, reason }: Resolution): Parameters<typeof saveCall>[3] {
  if (decision === 'approve') return { status: 'agreed' }
  if (decision === 'edit') return { status: 'agreed', input: edited ?? {}, recordVersion: null }
  if (decision === 'respond') return { status: 'answered', output: payload }
  return { status: 'refused', output: { reason: reason ?? 'The person said no.' } }
}
