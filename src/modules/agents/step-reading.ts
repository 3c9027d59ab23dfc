import type { AssistantModelMessage, FinishReason, LanguageModelUsage } from 'ai'
import { ModelFailure } from '#core/model-failure.ts'
import { isRecord } from '#core/json-record.ts'
import type { Usage } from './run.schema.ts'
import type { CallRow } from './step.queries.ts'

const CHARS_MAX = 400_000
const CALLS_MAX = 32

interface ModelCall {
  toolCallId: string
  toolName: string
  input: unknown
  invalid?: boolean
}

/** What came of one call of the model. */
export interface StepEnd {
  message: AssistantModelMessage
  finishReason: FinishReason
  usage: Usage
  calls: readonly ModelCall[]
}

/** Counts what a model says, and breaks off one that does not stop. */
export function bounded(): { text(delta: string): void; call(): void } {
  let chars = 0
  let calls = 0
  return {
    text(delta) {
      chars += delta.length
      if (chars > CHARS_MAX) throw new ModelFailure('too_large')
    },
    call() {
      calls += 1
      if (calls > CALLS_MAX) throw new ModelFailure('too_large')
    },
  }
}

/** What it asked to be done. What cannot be understood is answered at once, and nothing is done about it. */
export function callsIn({ calls, runId, step }: { calls: StepEnd['calls']; runId: string; step: number }): CallRow[] {
  return calls.map(({ toolCallId: id, toolName: tool, input, invalid = false }) => {
    const about = { runId, id, step, tool, recordVersion: null, readers: [] }
    if (!invalid && isRecord(input)) return { ...about, input: { ...input }, status: 'called', output: null }
    const output = { code: 'invalid_request', message: 'The tool or its arguments cannot be understood.' }
    return { ...about, input: {}, status: 'failed', output }
  })
}

export function usageOf(usage: LanguageModelUsage): Usage {
  const input = usage.inputTokens ?? 0
  const output = usage.outputTokens ?? 0
  return {
    input_tokens: input,
    output_tokens: output,
    reasoning_tokens: usage.outputTokenDetails.reasoningTokens ?? 0,
    cached_input_tokens: usage.inputTokenDetails.cacheReadTokens ?? 0,
    total_tokens: usage.totalTokens ?? input + output,
  }
}

export function renamed(message: AssistantModelMessage, nameOf: (callId: string) => string): AssistantModelMessage {
  if (typeof message.content === 'string') return message
  const content = message.content.map((part) =>
    part.type === 'tool-call' ? { ...part, toolCallId: nameOf(part.toolCallId) } : part,
  )
  return { ...message, content }
}
