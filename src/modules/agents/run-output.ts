import type { AssistantModelMessage } from 'ai'
import { mendedJson } from '#core/mended-json.ts'
import { mismatch } from './output-schema.ts'
import { RunFailure } from './run-job.ts'
import type { RunRow } from './run.queries.ts'
import type { InvokeReply, Usage } from './run.schema.ts'
import type { StepRow } from './step.queries.ts'

interface RunOutput {
  value: unknown
  finishReason: NonNullable<InvokeReply['finish_reason']>
  event: { result?: unknown; finish_reason: NonNullable<InvokeReply['finish_reason']> }
}

/** What a run is asked for beside its text: an object of the form that the caller gave. */
export function outputOf({ outputSchema }: Pick<RunRow, 'outputSchema'>, last: StepRow): RunOutput {
  const finishReason = last.finishReason as RunOutput['finishReason']
  if (!outputSchema) return { value: null, finishReason, event: { finish_reason: finishReason } }
  const isCut = finishReason === 'length'
  const value = parsed(textIn(last), isCut)
  const unread = { path: '', message: isCut ? 'it is cut' : 'is no JSON' }
  const wrong = value === undefined ? unread : mismatch(outputSchema, value)
  if (wrong) {
    // What is wrong with the whole answer has no path.
    const fault = [wrong.path, wrong.message].filter(Boolean).join(' ')
    throw new RunFailure('invalid_output', `The answer does not fit output_schema: ${fault}`)
  }
  return { value, finishReason, event: { result: value, finish_reason: finishReason } }
}

export function textIn({ message }: StepRow): string {
  const { content } = message as AssistantModelMessage
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/**
 * Models wrap and forget: fences around it and a missing bracket are forgiven. Not where the answer was cut: mended, half
 * of it would pass for the whole.
 */
function parsed(text: string, isCut: boolean): unknown {
  const bare = text
    .trim()
    .replace(/^```(?:json)?|```$/g, '')
    .trim()
  const mend = (json: string): unknown => JSON.parse(mendedJson(json) ?? '')
  for (const read of isCut ? [JSON.parse] : [JSON.parse, mend]) {
    try {
      return read(bare)
    } catch {
      continue
    }
  }
  return undefined
}

const NOTHING: Usage = {
  input_tokens: 0,
  output_tokens: 0,
  reasoning_tokens: 0,
  cached_input_tokens: 0,
  total_tokens: 0,
}

export function totalOf(steps: readonly Pick<StepRow, 'usage'>[]): Usage {
  const names = Object.keys(NOTHING) as (keyof Usage)[]
  return steps.reduce((total, { usage }) => {
    const sums = names.map((name) => [name, total[name] + (usage[name] ?? 0)])
    return Object.fromEntries(sums) as Usage
  }, NOTHING)
}
