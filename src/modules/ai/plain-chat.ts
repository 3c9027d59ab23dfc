import type { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider'
import { failureOfAnswer } from './model-fault.ts'
import { postAddress, type Post } from './model-post.ts'
import { plainAnswer, plainQuestion } from './plain-chat-wire.ts'

/**
 * A chat model whose whole answers are asked for by us: words in, words out, which is what most calls are. The library
 * writes every other question and reads every other answer, and streams are all its own.
 */
export function plainChat(
  library: OpenAICompatibleChatLanguageModel,
  to: { url: string; headers: Record<string, string> },
  post: Post,
): LanguageModelV4 {
  const { modelId } = library
  const address = postAddress(new URL(to.url))
  const usual = { ...to.headers, 'content-type': 'application/json' }

  async function asked(body: object, { headers, abortSignal }: LanguageModelV4CallOptions): Promise<unknown> {
    const answer = await post({
      address,
      headers: headers ? { ...usual, ...present(headers) } : usual,
      body: JSON.stringify(body),
      signal: abortSignal,
    })
    if (answer.status >= 200 && answer.status < 300) return parsed(answer.bytes)
    throw failureOfAnswer(answer.status, answer.headers(), parsedOrNothing(answer.bytes))
  }

  return {
    specificationVersion: 'v4',
    provider: library.provider,
    modelId,
    supportedUrls: library.supportedUrls,
    async doGenerate(options): Promise<LanguageModelV4GenerateResult> {
      const plain = plainQuestion(modelId, options)
      if (plain) {
        const answer = await asked(plain, options)
        return plainAnswer(answer) ?? { ...(await library.convertResponse({ body: answer })), warnings: [] }
      }
      const { providerOptions } = options
      const { body, warnings } = await library.prepareRequest(options)
      const answer = await asked(body, options)
      const result = await library.convertResponse({ body: answer, ...(providerOptions && { providerOptions }) })
      return { ...result, warnings }
    },
    doStream: (options) => library.doStream(options),
  }
}

function present(headers: Record<string, string | undefined>): Record<string, string> {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), value] as const],
  )
  return Object.fromEntries(pairs)
}

function parsed(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
}

function parsedOrNothing(bytes: Uint8Array): unknown {
  try {
    return parsed(bytes)
  } catch {
    return undefined
  }
}
