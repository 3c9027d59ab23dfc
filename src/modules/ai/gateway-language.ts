import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider'
import type { ChosenModel, ModelAccess } from '#core/models.ts'
import { attempted, type Reached } from './gateway-attempts.ts'
import type { PricedModel } from '#core/model-use.ts'
import { spend, type GatewayCall } from './gateway-call.ts'
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
    choose: (name) => models.language(call.user.workspaceId, name),
    run: (model, abortSignal) => model.doGenerate({ ...options, abortSignal }),
    ...(retriesMax !== undefined && { retriesMax }),
  })
  return spokenOf(call, asking, reached)
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

function spokenOf(
  call: GatewayCall,
  { prompt }: Asking,
  { chosen, result }: Reached<LanguageModelV4, LanguageModelV4GenerateResult>,
): Spoken {
  const text = result.structuredOutputText ?? textIn(result.content)
  for (const warning of result.warnings) call.warnings.push(warningText(warning))
  if (text === '') call.warnings.push('empty_answer')
  count(call, chosen, { usage: result.usage, prompt, text })
  call.model = { provider: chosen.provider, modelId: chosen.modelId }
  return { text, finishReason: result.finishReason.unified, chosen }
}

function textIn(content: LanguageModelV4GenerateResult['content']): string {
  let text = ''
  for (const part of content) if (part.type === 'text') text += part.text
  return text
}

/** Added to what earlier turns of the same call took. */
function count(
  call: GatewayCall,
  model: PricedModel,
  { usage, prompt, text }: { usage: LanguageModelV4GenerateResult['usage']; prompt: PromptMessage[]; text: string },
): void {
  const { inputTokens, outputTokens } = usage
  const input = toldTokens(inputTokens.total)
  const output = toldTokens(outputTokens.total)
  if (input === undefined || output === undefined) call.warnings.push('usage_estimated')
  const { used } = call
  spend(call, model, {
    inputTokens: input ?? tokensOf(JSON.stringify(prompt).length),
    outputTokens: output ?? tokensOf(text.length),
  })
  used.reasoningTokens += toldTokens(outputTokens.reasoning) ?? 0
  used.cachedInputTokens += toldTokens(inputTokens.cacheRead) ?? 0
}

export function warningText(warning: { type: string; feature?: string; message?: string; setting?: string }): string {
  return [warning.type, warning.feature ?? warning.setting, warning.message]
    .filter((word) => word !== undefined)
    .join(': ')
}
