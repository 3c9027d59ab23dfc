import type { LanguageModelV4CallOptions, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider'
import type { RuleTurn, ToolOutcome } from './rule-model.rules.ts'

/** What the rules need of a conversation: what was said last, and what the tools have answered since. */
export function turnOf({ prompt, tools = [] }: LanguageModelV4CallOptions, now: Date): RuleTurn {
  const lastUser = prompt.findLastIndex(({ role }) => role === 'user')
  const saidBefore = prompt.slice(0, Math.max(0, lastUser)).flatMap((message) => textsIn(message))
  const outcomes = prompt.slice(lastUser + 1).flatMap((message) => outcomesIn(message, prompt))
  return {
    text: textsIn(prompt[lastUser])
      .map(({ text }) => text)
      .join('\n'),
    before: saidBefore.slice(-2),
    outcomes,
    tools: tools.flatMap((tool) =>
      tool.type === 'function' ? [{ name: tool.name, fields: Object.keys(tool.inputSchema.properties ?? {}) }] : [],
    ),
    today: now.toISOString().slice(0, 10),
  }
}

type Message = LanguageModelV4CallOptions['prompt'][number]

function textsIn(message: Message | undefined): { role: 'user' | 'assistant'; text: string }[] {
  if (message?.role !== 'user' && message?.role !== 'assistant') return []
  const { role } = message
  return message.content.flatMap((part) => (part.type === 'text' ? [{ role, text: part.text }] : []))
}

function outcomesIn(message: Message, prompt: readonly Message[]): ToolOutcome[] {
  if (message.role !== 'tool') return []
  return message.content.flatMap((part) =>
    part.type === 'tool-result'
      ? [{ tool: part.toolName, input: inputOf(part.toolCallId, prompt), ...outcomeOf(part.output) }]
      : [],
  )
}

function inputOf(toolCallId: string, prompt: readonly Message[]): Record<string, unknown> {
  const calls = prompt.flatMap((message) => (message.role === 'assistant' ? message.content : []))
  const call = calls.find((part) => part.type === 'tool-call' && part.toolCallId === toolCallId)
  return call?.type === 'tool-call' && isRecord(call.input) ? call.input : {}
}

function outcomeOf(output: LanguageModelV4ToolResultOutput): Pick<ToolOutcome, 'state' | 'value' | 'reason'> {
  switch (output.type) {
    case 'json':
      return { state: 'done', value: isRecord(output.value) ? output.value : { value: output.value } }
    case 'text':
      return { state: 'done', value: parsed(output.value) }
    case 'execution-denied':
      return { state: 'denied', value: {}, ...(output.reason !== undefined && { reason: output.reason }) }
    case 'content': {
      const text = output.value.map((part) => (part.type === 'text' ? part.text : '')).join('')
      return { state: 'done', value: parsed(text) }
    }
    default: {
      const reason = typeof output.value === 'string' ? output.value : JSON.stringify(output.value)
      return { state: 'failed', value: {}, reason }
    }
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : { text }
  } catch {
    return { text }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
