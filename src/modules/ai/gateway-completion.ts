import { fail } from '#core/errors.ts'
import { NOTHING_USED, type ModelUsage } from '#core/model-use.ts'
import { refuseAny } from '#core/validate.ts'
import { keptOrMade, type AnswerParts, type Keeping } from './gateway-answers.ts'
import type { GatewayCall, Served } from './gateway-call.ts'
import { charactersIn, oversizedPrompt, tokensOf } from './gateway-bounds.rules.ts'
import { checkedBody, conduct, spendOne, type Conducted, type GatewayParts, type Visit } from './gateway-conduct.ts'
import { gatewayFailures } from './gateway-failures.ts'
import { OUTPUT_TOKENS_USUAL, speak, type Manner } from './gateway-language.ts'
import { promptFault, promptOf, textsIn, withTexts } from './gateway-prompt.rules.ts'
import { CompletionRequest, type Prompted } from './gateway.schema.ts'
import { jsonIn } from './gateway-body.ts'
import { redaction, type Redaction } from './redaction.rules.ts'

/** What every request for words has. */
export interface LanguageRequest extends Prompted, Manner, Keeping {
  model?: string
  fallback_models?: string[]
  timeout_ms?: number
  redact?: { pii: boolean }
}

export async function complete(parts: GatewayParts, visit: Visit): Promise<Conducted> {
  const request = checkedBody<CompletionRequest>(CompletionRequest, jsonIn(visit))
  boundPrompt(request)
  await spendOne(parts, visit)
  return await conduct(parts, visit, {
    object: 'completion',
    timeoutMillis: request.timeout_ms,
    choose: (name = request.model ?? 'default') => parts.models.language(visit.user.workspaceId, name),
    fallbacks: request.fallback_models,
    estimate: estimateOf(request),
    work: (call, first) =>
      answered(parts, call, request, async (hidden) => {
        const { text, finishReason, chosen } = await speak(parts, call, {
          first,
          fallbacks: request.fallback_models ?? [],
          prompt: promptOf(hidden),
          manner: hidden,
        })
        const { provider, modelId, degraded } = chosen
        return { model: { provider, modelId }, degraded, fields: { text, finish_reason: finishReason } }
      }),
    told: withChoices,
  })
}

/** The same once more in the shape that clients of other gateways read. */
function withChoices(fields: Served['fields']): Served['fields'] {
  const { text, finish_reason } = fields
  const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason }]
  return { ...fields, choices }
}

export function boundPrompt(request: Prompted, more = 0): void {
  const fault = promptFault(request)
  if (fault) refuseAny([fault])
  const detail = oversizedPrompt(request, more)
  if (detail !== undefined) fail(gatewayFailures.prompt_too_large, { detail })
}

export function estimateOf(request: Prompted & Manner, moreCharacters = 0): ModelUsage {
  return {
    ...NOTHING_USED,
    inputTokens: tokensOf(charactersIn(request) + moreCharacters),
    outputTokens: request.max_output_tokens ?? OUTPUT_TOKENS_USUAL,
  }
}

/** Hides what must not leave, asks (or finds what is kept), and puts it back into the answer. */
export function answered<R extends LanguageRequest>(
  parts: AnswerParts,
  call: GatewayCall,
  request: R,
  ask: (hidden: R, hiding: Redaction | undefined) => Promise<Served>,
): Promise<Served> {
  const hiding = request.redact?.pii === true ? redaction(textsIn(request)) : undefined
  const hidden = hiding ? withTexts(request, hiding.hide) : request
  const served = keptOrMade(parts, call, {
    keeping: request,
    sent: () => request,
    asked: hiding && (() => hidden),
    make: () => ask(hidden, hiding),
  })
  return hiding ? served.then((each) => restored(call, hiding, each)) : served
}

/** Warnings too: what is kept of them is for everybody whose request looks the same to a model. */
function restored({ warnings }: GatewayCall, { restoreIn }: Redaction, served: Served): Served {
  warnings.splice(0, warnings.length, ...restoreIn(warnings))
  return { ...served, fields: restoreIn(served.fields) }
}
