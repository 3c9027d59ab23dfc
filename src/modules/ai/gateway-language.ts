import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider'
import { fail } from '#core/errors.ts'
import { modelFailures, type ChosenModel, type ModelAccess } from '#core/models.ts'
import { attempted, type Reached } from './gateway-attempts.ts'
import { spend, type GatewayCall } from './gateway-call.ts'
import { AnswerRefused } from './gateway-failures.ts'
import type { Circuits } from '#core/circuit.ts'
import { toldTokens, tokensOf } from './gateway-bounds.rules.ts'
import type { PromptMessage } from './gateway-prompt.rules.ts'

export interface LanguageParts {
  models: ModelAccess
  circuits: Circuits
}

/** What the caller may set of how a model speaks. */
export interface Manner {
  max_output_tokens?: number
  temperature?: number
  top_p?: number
  stop?: string[]
  seed?: number
}

export const OUTPUT_TOKENS_USUAL = 1024

export interface Spoken {
  text: string
  finishReason: string
  chosen: ChosenModel<LanguageModelV4>
}

export interface Asking {
  first: ChosenModel<LanguageModelV4>
  fallbacks: readonly string[]
  /** One of them by its name; those that can speak unless told. */
  choose?: (name: string) => Promise<ChosenModel<LanguageModelV4>>
  prompt: PromptMessage[]
  manner: Manner
  responseFormat?: LanguageModelV4CallOptions['responseFormat']
  retriesMax?: number
}

export async function speak({ models, circuits }: LanguageParts, call: GatewayCall, asking: Asking): Promise<Spoken> {
  const { first, fallbacks, retriesMax } = asking
  const options = optionsOf(asking)
  const reached = await attempted<LanguageModelV4, LanguageModelV4GenerateResult>(call, circuits, {
    first,
    fallbacks,
    choose: asking.choose ?? (async (name) => speaking(await models.language(call.user.workspaceId, name))),
    run: (model, abortSignal) => model.doGenerate({ ...options, abortSignal }),
    ...(asking.responseFormat && { check: (each) => refuseRefusal(call, asking, each) }),
    ...(retriesMax !== undefined && { retriesMax }),
  })
  return spokenOf(call, asking, reached)
}

/** The embedded model has no tools here, so all that it could say is that no model is configured: it is passed over. */
export function speaking(chosen: ChosenModel<LanguageModelV4>, missing = 'AI_MODEL_DEFAULT'): typeof chosen {
  if (!chosen.degraded) return chosen
  fail(modelFailures.capability_unavailable, {
    detail: `Rules have no words for this: set ${missing}.`,
    extra: { missing },
  })
}

function optionsOf({ prompt, manner, responseFormat }: Asking): LanguageModelV4CallOptions {
  const { max_output_tokens, temperature, top_p, stop, seed } = manner
  return {
    prompt,
    ...(max_output_tokens !== undefined && { maxOutputTokens: max_output_tokens }),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { topP: top_p }),
    ...(stop !== undefined && { stopSequences: stop }),
    ...(seed !== undefined && { seed }),
    ...(responseFormat !== undefined && { responseFormat }),
  }
}

type Heard = Reached<LanguageModelV4, LanguageModelV4GenerateResult>

/** Words of a refusal are an answer where any words are, not where they would be taken for the form that is asked for. */
function refuseRefusal(call: GatewayCall, asking: Asking, heard: Heard): void {
  if (heard.result.finishReason.unified !== 'content-filter') return
  count(call, asking, heard)
  throw new AnswerRefused()
}

function spokenOf(call: GatewayCall, asking: Asking, heard: Heard): Spoken {
  const { chosen, result } = heard
  const text = textOf(result)
  for (const warning of result.warnings) call.warnings.push(warningText(warning))
  if (text === '') call.warnings.push('empty_answer')
  count(call, asking, heard)
  return { text, finishReason: result.finishReason.unified, chosen }
}

function textOf({ structuredOutputText, content }: LanguageModelV4GenerateResult): string {
  if (structuredOutputText !== undefined) return structuredOutputText
  let text = ''
  for (const part of content) if (part.type === 'text') text += part.text
  return text
}

/** Added to what earlier turns of the same call took. */
function count(call: GatewayCall, { prompt }: Asking, { chosen, result }: Heard): void {
  const { inputTokens, outputTokens } = result.usage
  const input = toldTokens(inputTokens.total)
  const output = toldTokens(outputTokens.total)
  if (input === undefined || output === undefined) call.warnings.push('usage_estimated')
  const { used } = call
  spend(call, chosen, {
    inputTokens: input ?? tokensOf(JSON.stringify(prompt).length),
    outputTokens: output ?? tokensOf(textOf(result).length),
  })
  used.reasoningTokens += toldTokens(outputTokens.reasoning) ?? 0
  used.cachedInputTokens += toldTokens(inputTokens.cacheRead) ?? 0
  call.model = { provider: chosen.provider, modelId: chosen.modelId }
}

export function warningText(warning: { type: string; feature?: string; message?: string; setting?: string }): string {
  return [warning.type, warning.feature ?? warning.setting, warning.message]
    .filter((word) => word !== undefined)
    .join(': ')
}
