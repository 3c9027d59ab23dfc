import { actingAlone, inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { newId, sha256 } from '#core/crypto.ts'
import type { Pool } from '#core/db.ts'
import { coreFailures, defineFailures, fail } from '#core/errors.ts'
import { parseJson } from '#core/json.ts'
import type { Limiter } from '#core/ratelimit.ts'
import type { Services } from '#core/services.ts'
import { headerIn, type Received, type Webhook, type WebhookAnswer } from '#core/webhook.ts'
import type { Json } from './document.schema.ts'
import { valueAt } from './document-task.rules.ts'
import { versionFor } from './run.service.ts'
import { valueFault } from './value.rules.ts'
import { fieldIn } from './schema-check.ts'
import { insertRefused } from './trigger-delivery.queries.ts'
import { findByToken, type WebhookTrigger } from './trigger-due.queries.ts'
import { mayStart } from './trigger.rules.ts'
import { runIdOf, startOnce } from './trigger-start.ts'
import { documentOf } from './version.service.ts'
import type { WorkflowTools } from './workflow-tools.service.ts'

export const failures = defineFailures({
  payload_mismatch: { status: 400, text: 'What was sent is not what the workflow takes.' },
})

const BODY_BYTES_MAX = 1_048_576
const EVENT_ID_LENGTH_MAX = 300
const ACCEPTED: WebhookAnswer = { outcome: 'accepted', body: { status: 'accepted' } }

interface Parts {
  pool: Pool
  services: Services
  tools: WorkflowTools
  limiter: Limiter
}

/** The address that starts a workflow. An unknown token gets the same answer as a working one. */
export function triggerWebhook(parts: Parts): Webhook {
  return {
    name: 'trigger',
    path: '/v1/webhooks/trigger/:token',
    bodyBytesMax: BODY_BYTES_MAX,
    async receive(received) {
      // Whoever is refused for this stands in nobody's way.
      const { allowed, retryAfterSeconds } = await parts.limiter.take(`trigger:${received.address}`)
      if (!allowed) fail(coreFailures.rate_limited, { retryAfterSeconds })
      return taken(parts, received, payloadIn(received))
    },
  }
}

async function taken(parts: Parts, received: Received, payload: Json): Promise<WebhookAnswer> {
  const tokenHash = sha256(received.params['token'] ?? '')
  const trigger = await findByToken(parts.pool, tokenHash, received.now)
  if (trigger) await deliver(contextOf(parts, received, trigger), trigger, { received, payload }, parts.tools)
  return ACCEPTED
}

/** Nothing at all is what senders send that have nothing to say. */
function payloadIn({ bytes }: Received): Json {
  if (bytes.length === 0) return {}
  const value = parseJson(bytes) as Json
  const fault = valueFault(value)
  if (fault) fail(coreFailures.invalid_request, { detail: fault })
  return value
}

function contextOf({ pool, services }: Parts, received: Received, { workspaceId }: WebhookTrigger): WorkspaceCtx {
  const { now, requestId, log } = received
  return actingAlone({ db: pool, workspaceId, now, requestId, log, services })
}

interface Sent {
  received: Received
  payload: Json
}

async function deliver(
  ctx: WorkspaceCtx,
  trigger: WebhookTrigger,
  { received, payload }: Sent,
  tools: WorkflowTools,
): Promise<void> {
  const eventId = eventIdIn(received, payload, trigger)
  const fault = mayStart(trigger) ? await faultIn(ctx, trigger, eventId, payload, tools) : undefined
  if (fault === undefined) {
    await startOnce(ctx, trigger, trigger, { eventId, input: payload })
    return
  }
  const refused = { id: newId(), triggerId: trigger.id, eventId, error: fault, payload }
  await inTransaction(ctx, (ctx) => insertRefused(ctx, { ...refused, outcome: 'refused' }))
  const errors = [{ pointer: fieldIn(fault), code: 'schema', message: fault }]
  fail(failures.payload_mismatch, { detail: fault, errors })
}

/** By the trigger's own schema, and by what the document asks of its input. */
async function faultIn(
  ctx: WorkspaceCtx,
  trigger: WebhookTrigger,
  eventId: string,
  payload: Json,
  { expressions }: WorkflowTools,
): Promise<string | undefined> {
  const own = trigger.payloadSchema as Json
  const { validate } = expressions.of(ctx.workspaceId)
  const fault = own === null ? undefined : await validate(own, payload)
  if (fault !== undefined) return fault
  const version = versionFor(trigger, runIdOf(trigger, eventId))
  const document = version === undefined ? undefined : await documentOf(ctx, trigger.definitionId, version)
  const schema = document?.input?.schema?.document
  return schema === undefined ? undefined : validate(schema, payload)
}

/** Where the sender names its event the same one is taken once; otherwise each call is one of its own. */
function eventIdIn(received: Received, payload: Json, { eventIdPointer }: WebhookTrigger): string {
  const named = eventIdPointer === null ? undefined : valueAt(payload, eventIdPointer)
  const inHeader = headerIn(received, 'idempotency-key', 'webhook-id', 'ce-id')
  const given = typeof named === 'string' || typeof named === 'number' ? String(named) : inHeader
  if (given === '') return newId()
  return given.length <= EVENT_ID_LENGTH_MAX ? given : sha256(given).toString('base64url')
}
