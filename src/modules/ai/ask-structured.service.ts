import type { WorkspaceCtx } from '#core/context.ts'
import { sha256 } from '#core/crypto.ts'
import type { StructuredAnswer, StructuredAsk } from './ask-structured.schema.ts'
import { openCircuits } from '#core/circuit.ts'
import { boundPrompt } from './gateway-completion.ts'
import { structured, type StructuredLike } from './gateway-structured.ts'
import { openSchemaChecks } from './structured-check.ts'

/** Asks a model on the same way as the gateway's callers: bounds, budget, other models where one fails, the record. */
export function openStructured(): (ctx: WorkspaceCtx, ask: StructuredAsk) => Promise<StructuredAnswer> {
  const circuits = openCircuits()
  const schemas = openSchemaChecks()
  return async ({ db, workspaceId, requestId, services, idempotencyKey }, ask) => {
    const { prompt, system, schema, model, maxOutputTokens, temperature, redactPii } = ask
    const request: StructuredLike = {
      prompt,
      schema,
      ...(system !== undefined && { system }),
      ...(model !== undefined && { model }),
      ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
      ...(temperature !== undefined && { temperature }),
      ...(redactPii === true && { redact: { pii: true } }),
      ...(idempotencyKey !== undefined && { idempotency_key: keyOf(idempotencyKey, ask) }),
    }
    const wanted = { schema, name: undefined, pointer: '/schema' }
    boundPrompt(request)
    const actor = { kind: 'workflow', id: null }
    const user = { workspaceId, caller: 'workflows', actor, route: 'structured', requestId }
    const { models, modelUse: use } = services
    const parts = { models, use, circuits, schemas, pool: db, now: () => new Date() }
    const { answer } = await structured(parts, { user }, request, wanted)
    const { output, degraded, source = 'model', provider, model: answeredBy } = answer
    return { output, degraded, source, provider, model: answeredBy } as StructuredAnswer
  }
}

/** After a crash the same question has its answer already; another one at the same place, as after a retry, has not. */
function keyOf(idempotencyKey: string, ask: StructuredAsk): string {
  return sha256(JSON.stringify([idempotencyKey, ask])).toString('base64')
}
