import type {
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import type { ChosenModel } from '#core/models.ts'
import { NOTHING_USED, type Hold, type ModelUsage, type ModelUse, type ModelUser } from '#core/model-use.ts'
import { toldTokens, tokensOf } from './gateway-bounds.rules.ts'
import { OUTPUT_TOKENS_USUAL } from './gateway-language.ts'
import { EMBEDDED } from './model-choice.ts'

type CallOptions = Parameters<LanguageModelV4['doGenerate']>[0]

/**
 * The model with budget and metering around each of its calls, for whoever runs a loop on it. A call that could pass
 * the budget is refused with `budget_exceeded` before it is made. The answer tells the use that is charged.
 */
export function metered(
  use: ModelUse,
  { model, provider, modelId }: ChosenModel<LanguageModelV4>,
  user: ModelUser,
): LanguageModelV4 {
  const begin = async (options: CallOptions) => {
    // The rules spend nothing, so a budget that is used up does not silence them.
    const isFree = provider === EMBEDDED
    const estimate = isFree ? NOTHING_USED : estimateOf(options)
    const hold = isFree ? undefined : await use.reserve(user.workspaceId, { provider, modelId }, estimate)
    return { estimate, settle: settler(use, { provider, modelId }, user, hold) }
  }
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doGenerate(options) {
      const { estimate, settle } = await begin(options)
      try {
        const result = await model.doGenerate(options)
        const counted = { ...estimate, outputTokens: tokensOf(charactersOf(result.content)) }
        const usage = believable(result.usage, counted)
        settle('ok', usedBy(usage))
        return { ...result, usage }
      } catch (error) {
        settle(codeOf(error), isLeft(options, error) ? estimate : NOTHING_USED)
        throw error
      }
    },
    async doStream(options) {
      const { estimate, settle } = await begin(options)
      try {
        const { stream, ...rest } = await model.doStream(options)
        return { ...rest, stream: watched(stream, settle, estimate, options.abortSignal) }
      } catch (error) {
        settle(codeOf(error), isLeft(options, error) ? estimate : NOTHING_USED)
        throw error
      }
    },
  }
}

/** Whether the model was asked and then not waited for: it works on, and is paid for that. */
function isLeft({ abortSignal }: CallOptions, error: unknown): boolean {
  return abortSignal?.aborted === true || codeOf(error) === 'timeout'
}

type Settle = (status: string, usage: ModelUsage) => void

/** Settles once, whoever calls first. */
function settler(use: ModelUse, model: { provider: string; modelId: string }, user: ModelUser, hold: Hold): Settle {
  const startedAt = performance.now()
  let isSettled = false
  return (status, usage) => {
    if (isSettled) return
    isSettled = true
    const latencyMillis = Math.round(performance.now() - startedAt)
    use.settle(hold, user, { model, spent: [{ model, usage }], status, latencyMillis, cached: false })
  }
}

/** The stream as it is. What it took is told at its end, as far as that can be; of one that ends before, it is what was asked and what came. */
function watched(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  settle: Settle,
  { inputTokens }: ModelUsage,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = stream.getReader()
  let failure = 'ok'
  let characters = 0
  const soFar = (): ModelUsage => ({ ...NOTHING_USED, inputTokens, outputTokens: tokensOf(characters) })
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      async pull(controller) {
        try {
          const { value, done } = await reader.read()
          if (done) {
            settle(failure === 'ok' ? 'cut' : failure, soFar())
            return controller.close()
          }
          if (value.type === 'error') failure = codeOf(value.error)
          if ('delta' in value && typeof value.delta === 'string') characters += value.delta.length
          if (value.type !== 'finish') return controller.enqueue(value)
          const usage = believable(value.usage, soFar())
          settle(failure, usedBy(usage))
          controller.enqueue({ ...value, usage })
        } catch (error) {
          settle(codeOf(error), soFar())
          controller.error(error)
        }
      },
      async cancel(reason) {
        settle(failure === 'ok' ? codeOf(signal?.reason, 'abandoned') : failure, soFar())
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

function estimateOf({ prompt, tools, maxOutputTokens }: CallOptions): ModelUsage {
  const characters = JSON.stringify(prompt).length + (tools === undefined ? 0 : JSON.stringify(tools).length)
  return { ...NOTHING_USED, inputTokens: tokensOf(characters), outputTokens: maxOutputTokens ?? OUTPUT_TOKENS_USUAL }
}

/** What the model says that it took; where it says nothing, or what cannot be, stands what we counted. */
function believable(
  { inputTokens, outputTokens, ...more }: LanguageModelV4Usage,
  counted: ModelUsage,
): LanguageModelV4Usage {
  return {
    ...more,
    inputTokens: {
      ...inputTokens,
      total: toldTokens(inputTokens.total) ?? counted.inputTokens,
      cacheRead: toldTokens(inputTokens.cacheRead),
    },
    outputTokens: {
      ...outputTokens,
      total: toldTokens(outputTokens.total) ?? counted.outputTokens,
      reasoning: toldTokens(outputTokens.reasoning),
    },
  }
}

function usedBy({ inputTokens, outputTokens }: LanguageModelV4Usage): ModelUsage {
  return { ...NOTHING_USED, inputTokens: inputTokens.total ?? 0, outputTokens: outputTokens.total ?? 0 }
}

/** Words, and what it asks of tools. */
function charactersOf(content: LanguageModelV4Content[]): number {
  return content.reduce((sum, part) => {
    if (part.type === 'tool-call') return sum + part.input.length
    return part.type === 'text' || part.type === 'reasoning' ? sum + part.text.length : sum
  }, 0)
}

function codeOf(error: unknown, unknown = 'error'): string {
  return (error as { reason?: string } | undefined)?.reason ?? unknown
}
