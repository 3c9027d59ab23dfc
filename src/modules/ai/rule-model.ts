import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { sha256 } from '#core/crypto.ts'
import { EMBEDDED } from './model-choice.ts'
import { ruleReply } from './rule-answer.ts'
import type { RuleReply } from './rule-reply.ts'
import { turnOf } from './rule-turn.ts'

export const RULE_MODEL_ID = 'rules-1'

/**
 * Answers when no model is configured: it recognises what the product is asked every day, calls the tools it is given
 * and reports what they say. The same conversation on the same day gets the same answer. It writes nothing it does not know.
 */
export function ruleModel(now: () => Date): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: EMBEDDED,
    modelId: RULE_MODEL_ID,
    supportedUrls: {},
    async doGenerate(options) {
      const reply = replyIn(options, now())
      return { content: contentOf(reply, options), finishReason: finishOf(reply), usage: nothingUsed(), warnings: [] }
    },
    async doStream(options) {
      const reply = replyIn(options, now())
      return { stream: ReadableStream.from(partsOf(reply, contentOf(reply, options))) }
    },
  }
}

function replyIn(options: LanguageModelV4CallOptions, now: Date): RuleReply {
  options.abortSignal?.throwIfAborted()
  return ruleReply(turnOf(options, now))
}

function contentOf(reply: RuleReply, { prompt }: LanguageModelV4CallOptions): LanguageModelV4Content[] {
  if ('text' in reply) return [{ type: 'text', text: reply.text }]
  return reply.calls.map(({ tool, input }, index) => {
    const text = JSON.stringify(input)
    // From the conversation itself: the same step tried again makes the same call, which then takes effect once.
    const place = `${prompt.length}:${index}:${tool}:${text}`
    const toolCallId = `call_${sha256(place).toString('hex').slice(0, 24)}`
    return { type: 'tool-call', toolCallId, toolName: tool, input: text }
  })
}

function finishOf(reply: RuleReply) {
  return 'text' in reply
    ? { unified: 'stop' as const, raw: 'stop' }
    : { unified: 'tool-calls' as const, raw: 'tool_calls' }
}

/** Nothing was spent. */
export function nothingUsed(): LanguageModelV4Usage {
  return {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  }
}

function* partsOf(reply: RuleReply, content: LanguageModelV4Content[]): Generator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] }
  yield { type: 'response-metadata', modelId: RULE_MODEL_ID }
  for (const part of content) {
    if (part.type === 'text') yield* wordsOf(part.text)
    if (part.type !== 'tool-call') continue
    const { toolCallId: id, toolName, input } = part
    yield { type: 'tool-input-start', id, toolName }
    yield { type: 'tool-input-delta', id, delta: input }
    yield { type: 'tool-input-end', id }
    yield part
  }
  yield { type: 'finish', finishReason: finishOf(reply), usage: nothingUsed() }
}

/** In pieces of some words, as people are used to see answers come in. */
function* wordsOf(text: string): Generator<LanguageModelV4StreamPart> {
  const id = 'text-1'
  yield { type: 'text-start', id }
  for (const delta of text.match(/(\S+\s*){1,4}|\s+/g) ?? []) yield { type: 'text-delta', id, delta }
  yield { type: 'text-end', id }
}
