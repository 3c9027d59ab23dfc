import { isRecord } from '#core/json-record.ts'
import type { LanguageModelV4CallOptions, LanguageModelV4GenerateResult } from '@ai-sdk/provider'

type Prompt = LanguageModelV4CallOptions['prompt']

/** What a question of words alone may set. Whatever else is set makes it another kind of question. */
const PLAIN_OPTIONS: ReadonlySet<string> = new Set([
  'prompt',
  'maxOutputTokens',
  'temperature',
  'topP',
  'stopSequences',
  'seed',
  'abortSignal',
  'headers',
] satisfies (keyof LanguageModelV4CallOptions)[])

/** The body of a chat request where only words are said; undefined for every other question. */
export function plainQuestion(modelId: string, options: LanguageModelV4CallOptions): object | undefined {
  for (const name in options) {
    if (!PLAIN_OPTIONS.has(name) && options[name as keyof typeof options] !== undefined) return undefined
  }
  const messages = plainMessages(options.prompt)
  if (!messages) return undefined
  const { maxOutputTokens, temperature, topP, stopSequences, seed } = options
  return { model: modelId, max_tokens: maxOutputTokens, temperature, top_p: topP, stop: stopSequences, seed, messages }
}

function plainMessages(prompt: Prompt): { role: string; content: string }[] | undefined {
  const messages = []
  for (const { role, content, providerOptions } of prompt) {
    const text = typeof content === 'string' ? content : onlyText(content)
    if (text === undefined || providerOptions !== undefined) return undefined
    messages.push({ role, content: text })
  }
  return messages
}

function onlyText(content: readonly { type: string; text?: string; providerOptions?: object }[]): string | undefined {
  const [part, ...others] = content
  const isPlain = part?.type === 'text' && part.providerOptions === undefined && others.length === 0
  return isPlain ? part.text : undefined
}

type Answer = Pick<LanguageModelV4GenerateResult, 'content' | 'finishReason' | 'usage' | 'warnings'>

/** What may stand beside the text of a plain answer; all of it says that there is nothing more. */
const EMPTY_BESIDE = ['tool_calls', 'reasoning_content', 'reasoning', 'refusal'] as const

/** What a chat answer of one finished text says; undefined for every other answer, which needs a closer look. */
export function plainAnswer(answer: unknown): Answer | undefined {
  if (!isRecord(answer) || !Array.isArray(answer['choices'])) return undefined
  const choice: unknown = answer['choices'][0]
  const usage = plainUsage(answer['usage'])
  if (!isRecord(choice) || !isRecord(choice['message']) || !usage) return undefined
  const { message, finish_reason: reason } = choice
  const { content: text } = message
  if (typeof text !== 'string' || text === '' || (reason !== 'stop' && reason !== 'length')) return undefined
  if (EMPTY_BESIDE.some((name) => !isEmpty(message[name]))) return undefined
  return { content: [{ type: 'text', text }], finishReason: { unified: reason, raw: reason }, usage, warnings: [] }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function plainUsage(usage: unknown): Answer['usage'] | undefined {
  if (!isRecord(usage)) return undefined
  const input = countIn(usage['prompt_tokens'])
  const output = countIn(usage['completion_tokens'])
  const cached = detail(usage['prompt_tokens_details'], 'cached_tokens')
  const reasoning = detail(usage['completion_tokens_details'], 'reasoning_tokens')
  if (input === undefined || output === undefined || cached === undefined || reasoning === undefined) return undefined
  return {
    inputTokens: { total: input, noCache: input - cached, cacheRead: cached, cacheWrite: undefined },
    outputTokens: { total: output, text: Math.max(0, output - reasoning), reasoning },
  }
}

function countIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

function detail(details: unknown, name: string): number | undefined {
  if (details === undefined || details === null) return 0
  if (!isRecord(details)) return undefined
  return details[name] === undefined || details[name] === null ? 0 : countIn(details[name])
}
