import type { Ctx } from '#core/context.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { enter, speakerOf, workspaceOf, type PersonCtx } from './actor.service.ts'
import { replyOf, startedOf } from './run-view.ts'
import { findRun } from './run.queries.ts'
import {
  WAIT_MILLIS_DEFAULT,
  type InvokeReply,
  type InvokeRequest,
  type RunRequest,
  type RunStarted,
  type RunStatus,
} from './run.schema.ts'
import { failures, sessionFor, startRun, type Start } from './run.service.ts'
import { findSessionAnywhere } from './session.queries.ts'

/** A signal may get lost, so it looks by itself as well. */
const LOOK_MILLIS = 1000
const SETTLED: readonly RunStatus[] = ['interrupted', 'completed', 'failed', 'cancelled']

/** Asks an agent and waits for the answer, or not. `created` says that it is not there yet. */
export async function invoke(ctx: Ctx, request: InvokeRequest): Promise<InvokeReply & { created: boolean }> {
  const userId = speakerOf(ctx, request.sender_user_id, 'sender_user_id')
  const person = await enter(ctx, await workspaceOf(ctx, request.workspace_id), userId)
  const session = request.session_id ? await sessionFor(person, request.session_id) : undefined
  await assertModel(person, request.model)
  const { mode = 'wait', timeout_ms: waitMillis = WAIT_MILLIS_DEFAULT } = request
  const { request_id_reused: reused } = failures
  const { run } = await startRun(person, { ...request, session, request: { id: ctx.requestId, body: request, reused } })
  if (mode === 'wait') await settled(person, run.id, waitMillis)
  const reply = await replyOf(person, run.id)
  return { ...reply, created: !SETTLED.includes(reply.status) }
}

/** Starts a run in a session. Whoever the token is speaks, whatever the request says. */
export async function runDirect(ctx: Ctx, sessionId: string, request: RunRequest): Promise<RunStarted> {
  const { person, session } = await enterSession(ctx, sessionId)
  await assertModel(person, request.model)
  return startedOf(await startRun(person, { ...request, session, ...keyed(ctx, sessionId, request) }))
}

/** The session, for those whom it is for. */
export async function enterSession(ctx: Ctx, sessionId: string) {
  const found = (await findSessionAnywhere(ctx.db, sessionId)) ?? fail(failures.session_not_found)
  const person = await enter(ctx, found.workspaceId, speakerOf(ctx, undefined, 'sender_user_id'))
  return { person, session: await sessionFor(person, sessionId) }
}

/** The key of the request is the run's too: one that was started and whose answer got lost is found again. */
function keyed({ idempotencyKey }: Ctx, sessionId: string, body: RunRequest): Pick<Start, 'request'> {
  if (idempotencyKey === undefined) return {}
  // No X-Request-Id has a line break, so the two cannot meet.
  const id = ['runs_direct', sessionId, idempotencyKey].join('\n')
  return { request: { id, body, reused: coreFailures.idempotency_key_reused } }
}

/** A name that means nothing is told at once, and not by a run that fails. */
async function assertModel({ services, workspaceId }: PersonCtx, name: string | undefined): Promise<void> {
  if (name !== undefined) await services.models.language(workspaceId, name)
}

async function settled(ctx: PersonCtx, runId: string, waitMillis: number): Promise<void> {
  const until = performance.now() + waitMillis
  for (;;) {
    const left = until - performance.now()
    // Listening begins before the look: what happens in between is heard.
    const heard = ctx.services.runSignals.wait(`settled:${runId}`, Math.max(0, Math.min(LOOK_MILLIS, left)))
    const run = await findRun(ctx, runId)
    if (!run || SETTLED.includes(run.status) || left <= 0) return
    await heard
  }
}
