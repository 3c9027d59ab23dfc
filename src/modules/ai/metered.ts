import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'
import type { ChosenModel } from '#core/models.ts'
import { NOTHING_USED, type Hold, type ModelUsage, type ModelUse, type ModelUser } from '#core/model-use.ts'
import { tokensOf } from './gateway-bounds.rules.ts'
import { OUTPUT_TOKENS_USUAL } from './gateway-language.ts'
import { EMBEDDED } from './model-choice.ts'

type CallOptions = Parameters<LanguageModelV4['doGenerate']>[0]

/**
 * The model with budget and metering around each of its calls, for whoever runs a loop on it. A call that could pass
 * the budget is refused with `budget_exceeded` before it is made.
 */
export function metered(
  use: ModelUse,
  { model, provider, modelId }: ChosenModel<LanguageModelV4>,
  user: ModelUser,
): LanguageModelV4 {
  const begin = async (options: CallOptions) => {
    // The rules spend nothing, so a budget that is used up does not silence them.
    const isFree = provider === EMBEDDED
    const hold = isFree ? undefined : await use.reserve(user.workspaceId, { provider, modelId }, estimateOf(options))
    return settler(use, { provider, modelId }, user, hold)
  }
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doGenerate(options) {
      const settle = await begin(options)
      try {
        const result = await model.doGenerate(options)
        settle('ok', result.usage)
        return result
      } catch (error) {
        settle(codeOf(error), undefined)
        throw error
      }
    },
    async doStream(options) {
      const settle = await begin(options)
      try {
        const { stream, ...rest } = await model.doStream(options)
        return { ...rest, stream: watched(stream, settle) }
      } catch (error) {
        settle(codeOf(error), undefined)
        throw error
      }
    },
  }
}

type Settle = (status: string, usage: LanguageModelV4Usage | undefined) => void

/** Settles once, whoever calls first. */
function settler(use: ModelUse, model: { provider: string; modelId: string }, user: ModelUser, hold: Hold): Settle {
  const startedAt = performance.now()
  let isSettled = false
  return (status, usage) => {
    if (isSettled) return
    isSettled = true
    const latencyMillis = Math.round(performance.now() - startedAt)
    use.settle(hold, user, { model, usage: usageOf(usage), status, latencyMillis, cached: false })
  }
}

/** The stream as it is; what it took is known at its end, or not at all when somebody leaves before. */
function watched(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  settle: Settle,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = stream.getReader()
  let failure = 'ok'
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      async pull(controller) {
        try {
          const { value, done } = await reader.read()
          if (done) {
            settle(failure === 'ok' ? 'cut' : failure, undefined)
            return controller.close()
          }
          if (value.type === 'error') failure = codeOf(value.error)
          if (value.type === 'finish') settle(failure, value.usage)
          controller.enqueue(value)
        } catch (error) {
          settle(codeOf(error), undefined)
          controller.error(error)
        }
      },
      async cancel(reason) {
        settle('abandoned', undefined)
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

function usageOf(usage: LanguageModelV4Usage | undefined): ModelUsage {
  return {
    ...NOTHING_USED,
    inputTokens: usage?.inputTokens.total ?? 0,
    outputTokens: usage?.outputTokens.total ?? 0,
  }
}

function codeOf(error: unknown): string {
  return (error as { reason?: string } | undefined)?.reason ?? 'error'
}
