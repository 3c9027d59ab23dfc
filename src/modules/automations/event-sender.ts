import { openCircuits } from '#core/circuit.ts'
import type { WorkspaceCtx } from '#core/context.ts'
import { errorText } from '#core/error-text.ts'
import { OutboundError } from '#core/outbound.ts'
import { cloudEvent } from './cloud-event.rules.ts'
import { endDelivery, takeDelivery, type Outgoing } from './event-delivery.queries.ts'
import { noteDelivered, noteFailing } from './event-hook.queries.ts'
import { pauseHook } from './event-hook.service.ts'
import { signatureHeaders } from './event-signature.ts'

const TIMEOUT_SECONDS = 15
const PATIENCE_MILLIS = 3 * 24 * 3600 * 1000
const GONE = 410
const TAKEN = 'It is being delivered by another worker.'

/** By hook, of this process. Each call of a receiver that hangs would keep the workspace's other events waiting. */
const circuits = openCircuits({ failuresMax: 3, windowMillis: 120_000 })
const LEFT_ALONE = 'The receiver did not answer several times in a row and is left alone for half a minute.'

/** One try for one hook. Answers why it failed; undefined when it was delivered. */
export async function sendToHook(ctx: WorkspaceCtx, outgoing: Outgoing): Promise<string | undefined> {
  const { hookId } = outgoing
  if (circuits.closedFor(hookId) !== undefined) return LEFT_ALONE
  try {
    return await send(ctx, outgoing)
  } finally {
    circuits.released(hookId)
  }
}

async function send(ctx: WorkspaceCtx, outgoing: Outgoing): Promise<string | undefined> {
  const { id, hookId } = outgoing
  const leasedUntil = await takeDelivery(ctx, id, ctx.now)
  if (leasedUntil === undefined) return TAKEN
  const { answerStatus, error } = await post(ctx, outgoing)
  const deliveredAt = error === null ? new Date() : null
  if (!(await endDelivery(ctx, { deliveryId: id, leasedUntil }, { answerStatus, error, deliveredAt }))) return TAKEN
  ctx.services.news.tell(ctx, 'hook_delivery.changed')
  if (error === null) {
    await noteDelivered(ctx, hookId, ctx.now)
    return undefined
  }
  await pauseIfHopeless(ctx, hookId, answerStatus, error)
  return error
}

async function post(
  { services, workspaceId }: WorkspaceCtx,
  outgoing: Outgoing,
): Promise<{ answerStatus: number | null; error: string | null }> {
  const { hookId, eventId: id, type, payload, eventAt, url } = outgoing
  const source = `${services.settings.appUrl}/api/v1/workspaces/${workspaceId}`
  const body = JSON.stringify(cloudEvent({ id, type, payload, occurredAt: eventAt }, source))
  const signature = signatureHeaders(services.signer, outgoing, { id, at: new Date(), body })
  if (!signature) return { answerStatus: null, error: 'The secret was kept under another server secret. Rotate it.' }
  try {
    const { status, body: rest } = await services.outbound.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/cloudevents+json; charset=utf-8', ...signature },
      body,
      timeoutSeconds: TIMEOUT_SECONDS,
      // Who moves should say so here: a redirect could lead the signature elsewhere.
      redirectsMax: 0,
    })
    rest.destroy()
    circuits.worked(hookId)
    return { answerStatus: status, error: status >= 200 && status < 300 ? null : `The receiver answered ${status}.` }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    circuits.failed(hookId)
    return { answerStatus: null, error: errorText(error) }
  }
}

async function pauseIfHopeless(
  ctx: WorkspaceCtx,
  hookId: string,
  answerStatus: number | null,
  error: string,
): Promise<void> {
  const since = await noteFailing(ctx, hookId, ctx.now)
  if (since === undefined) return
  if (answerStatus === GONE) return pauseHook(ctx, hookId, 'The receiver answered 410: it wants no more events.')
  if (Date.parse(since) > ctx.now.getTime() - PATIENCE_MILLIS) return
  await pauseHook(ctx, hookId, `Nothing could be delivered since ${since}. The last error: ${error}`)
}
