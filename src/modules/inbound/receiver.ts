import { newId } from '#core/crypto.ts'
import { Refusal } from '#core/errors.ts'
import { shortId } from '#core/short-id.ts'
import type { Received, Webhook, WebhookAnswer } from '#core/webhook.ts'
import { keptHeaders, masked } from './mask.rules.ts'
import type { Desk, News, Proof, Sender } from './sender.ts'

const BODY_BYTES_MAX = 1_048_576

/** The one receiver: proven, read, kept once, answered; what is done about it is a job. */
export function webhookOf(desk: Desk, sender: Sender): Webhook {
  const { name, path, bodyBytesMax = BODY_BYTES_MAX, secretIn, deadline } = sender
  sender.open?.(desk)
  const receive = async (received: Received): Promise<WebhookAnswer> => {
    const proof = await sender.prove(desk, received)
    const read = await sender.read(received, proof, desk)
    if ('outcome' in read) return read
    const answer = await keep(desk, sender, received, proof, read)
    return sender.reply === undefined ? answer : { ...answer, body: sender.reply }
  }
  return {
    name,
    path,
    bodyBytesMax,
    secretIn,
    receive: (received) => (deadline ? byDeadline(receive(received), deadline, received) : receive(received)),
  }
}

/** An answer that tells nothing, when the database is slow or away. Who is refused in time is refused. */
async function byDeadline(
  work: Promise<WebhookAnswer>,
  { millis, answer }: NonNullable<Sender['deadline']>,
  { log }: Received,
): Promise<WebhookAnswer> {
  const safe = (why: object): WebhookAnswer => {
    log.warn(why, 'a webhook got the answer that tells nothing')
    return { outcome: 'answered', body: answer }
  }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<WebhookAnswer>((resolve) => {
    timer = setTimeout(() => resolve(safe({ reason: 'too late', millis })), millis)
  })
  const answered = work.catch((error: unknown) => {
    if (error instanceof Refusal && error.failure.status < 500) throw error
    return safe({ err: error })
  })
  try {
    return await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
    // Whoever was refused too late has been answered.
    answered.catch(() => {})
  }
}

async function keep(
  desk: Desk,
  sender: Sender,
  { headers, requestId, now, log }: Received,
  { workspaceId, integrationId }: Proof,
  { externalId, kind, payload }: News,
): Promise<WebhookAnswer> {
  const id = newId()
  if (workspaceId === undefined) {
    log.info({ sender: sender.name, kind }, 'a webhook is for no workspace that is known here')
    return { outcome: 'ignored', body: { status: 'ignored', eventId: id, duplicate: false } }
  }
  const delivery = {
    id,
    sender: sender.name,
    externalId: shortId(externalId),
    kind,
    integrationId: integrationId ?? null,
    payload: masked(payload) as object,
    headers: keptHeaders(headers),
    status: Object.hasOwn(sender.handlers, kind) ? 'pending' : 'ignored',
    requestId,
    receivedAt: now,
  } as const
  const kept = await desk.keep(workspaceId, delivery)
  if (!kept.duplicate && kept.status === 'pending') desk.services.wakeRelay()
  const isIgnored = kept.status === 'ignored'
  const outcome = kept.duplicate ? 'duplicate' : isIgnored ? 'ignored' : 'accepted'
  const status = isIgnored ? 'ignored' : 'accepted'
  return { outcome, body: { status, eventId: kept.id, duplicate: kept.duplicate } }
}
