import { fail } from '#core/errors.ts'
import { refuseAny } from '#core/validate.ts'
import { answered, boundPrompt, estimateOf } from './gateway-completion.ts'
import type { GatewayCall, Served } from './gateway-call.ts'
import { checkedBody, conduct, spendOne, type Conducted, type GatewayParts, type Visit } from './gateway-conduct.ts'
import { gatewayFailures, hopelessOutput } from './gateway-failures.ts'
import { speak, speaking, type Asking } from './gateway-language.ts'
import { lastUserText, promptOf } from './gateway-prompt.rules.ts'
import { TranslationRequest } from './gateway.schema.ts'
import { jsonIn } from './gateway-body.ts'
import { readJson } from './structured-output.ts'
import { isCut, TRANSLATION_SCHEMA, translationInstructions, unmetWishes } from './translation.rules.ts'

export async function translate(parts: GatewayParts, visit: Visit): Promise<Conducted> {
  const sent = checkedBody<TranslationRequest>(TranslationRequest, jsonIn(visit))
  const request = asPrompt(sent)
  const instructions = translationInstructions(request)
  boundPrompt(request, instructions.length)
  await spendOne(parts, visit)
  const characters = lastUserText(request).length
  return conduct(parts, visit, {
    object: 'translation',
    timeoutMillis: request.timeout_ms,
    choose: async (name = request.model ?? 'translate') =>
      speaking(await parts.models.language(visit.user.workspaceId, name), 'AI_MODEL_TRANSLATE'),
    fallbacks: request.fallback_models,
    estimate: estimateOf(
      { ...request, max_output_tokens: request.max_output_tokens ?? Math.max(256, characters) },
      instructions.length,
    ),
    work: (call, first) =>
      answered(parts, call, request, (hidden) =>
        translated(parts, call, hidden, {
          first,
          fallbacks: request.fallback_models ?? [],
          prompt: promptOf(hidden, translationInstructions(hidden)),
          manner: hidden,
          responseFormat: { type: 'json', schema: TRANSLATION_SCHEMA as object, name: 'translation' },
        }),
      ),
  })
}

/** The text to translate, wherever it was sent, as what the user says. */
function asPrompt({ text, ...request }: TranslationRequest): Omit<TranslationRequest, 'text'> {
  if (text === undefined) return request
  if (request.prompt !== undefined || request.messages?.some(({ role }) => role === 'user') === true) {
    refuseAny([
      { pointer: '/text', code: 'invalid', message: 'Send text, or a prompt or messages of the user, not both.' },
    ])
  }
  const { messages, ...others } = request
  if (messages === undefined) return { ...others, prompt: text }
  return { ...others, messages: [...messages, { role: 'user', content: text }] }
}

async function translated(
  parts: GatewayParts,
  call: GatewayCall,
  request: Omit<TranslationRequest, 'text'>,
  asking: Asking,
): Promise<Served> {
  const { text: said, finishReason, chosen } = await speak(parts, call, asking)
  const { text, detected } = await partsOf(said)
  if (finishReason === 'length') {
    fail(hopelessOutput, { detail: 'The translation is cut: it takes more tokens than the model may use for it.' })
  }
  if (isCut(said, text)) fail(gatewayFailures.invalid_model_output, { detail: 'The translation is cut.' })
  if (text.trim() === '' && lastUserText(request).trim() !== '') {
    fail(gatewayFailures.invalid_model_output, { detail: 'The translation is empty.' })
  }
  if (detected === undefined) call.warnings.push('language_not_detected')
  call.warnings.push(...unmetWishes(lastUserText(request), text, request))
  const { source_language: source = 'auto', target_language } = request
  return {
    model: { provider: chosen.provider, modelId: chosen.modelId },
    degraded: chosen.degraded,
    fields: {
      text,
      finish_reason: finishReason,
      detected_language: detected ?? (source === 'auto' ? null : source),
      source_language: source,
      target_language,
    },
  }
}

/** Some models answer the bare translation although they were asked for JSON: that is a translation too. */
async function partsOf(said: string): Promise<{ text: string; detected: string | undefined }> {
  const read = said.trim().startsWith('{') || said.includes('```') ? await readJson(said) : { error: '' }
  const value = 'value' in read ? (read.value as { text?: unknown; detected_language?: unknown } | null) : undefined
  if (typeof value?.text !== 'string') return { text: said.trim(), detected: undefined }
  const { text, detected_language: detected } = value
  return { text, detected: isLanguageTag(detected) ? detected : undefined }
}

function isLanguageTag(tag: unknown): tag is string {
  try {
    return typeof tag === 'string' && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
