import type { LanguageModelV4CallOptions, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider'
import { isRecord } from '#core/json-record.ts'
import type { RuleTurn, ToolOutcome } from './rule-reply.ts'
import { isAnswer, isWithdrawal } from './rule-request.ts'
import { answered, QUESTIONS, type QuestionKind } from './rule-slot.ts'

/** More than anybody says to a machine in a sentence; what is behind it is not looked at. */
const TEXT_LENGTH_MAX = 2000

type Message = LanguageModelV4CallOptions['prompt'][number]

/** What the rules need of a conversation: what is wanted, and what the tools have answered since. */
export function turnOf({ prompt, tools = [] }: LanguageModelV4CallOptions, now: Date): RuleTurn {
  const lastUser = prompt.findLastIndex(({ role }) => role === 'user')
  const place = {
    tools: new Map(
      tools.flatMap((tool) =>
        tool.type === 'function' ? [[tool.name, Object.keys(tool.inputSchema.properties ?? {})] as const] : [],
      ),
    ),
    today: dayIn(prompt) ?? now.toISOString().slice(0, 10),
  }
  return {
    ...place,
    ...wantedIn(prompt.slice(0, lastUser + 1), place),
    outcomes: prompt.slice(lastUser + 1).flatMap((message) => outcomesIn(message)),
  }
}

/** When the last words answer a question of ours, they belong to what was wanted before it. */
function wantedIn(
  prompt: readonly Message[],
  place: Pick<RuleTurn, 'tools' | 'today'>,
): Pick<RuleTurn, 'text' | 'isWithdrawn'> {
  const said = prompt.flatMap((message) => sayingOf(message))
  const last = said.length - 1
  if (said[last]?.role !== 'user') return { text: '' }
  const textAt = (index: number) => (said[index]?.text ?? '').slice(0, TEXT_LENGTH_MAX)
  const askedAt = (index: number) => (index < 2 ? undefined : questionIn(said[index - 1]))
  let index = last
  let answers = ''
  for (let kind = askedAt(last); kind && isAnswer(kind, textAt(index), place); kind = askedAt(index)) {
    answers = answered(kind, textAt(index)) + answers
    index -= 2
  }
  const isWithdrawn = askedAt(last) !== undefined && isWithdrawal(textAt(last))
  return { text: textAt(index) + answers.slice(0, TEXT_LENGTH_MAX), isWithdrawn }
}

interface Saying {
  role: 'user' | 'assistant'
  text: string
}

function sayingOf(message: Message): Saying[] {
  if (message.role !== 'user' && message.role !== 'assistant') return []
  const text = message.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return text === '' ? [] : [{ role: message.role, text }]
}

function questionIn(saying: Saying | undefined): QuestionKind | undefined {
  if (saying?.role !== 'assistant') return undefined
  const kinds = Object.keys(QUESTIONS) as QuestionKind[]
  return kinds.find((kind) => saying.text.startsWith(QUESTIONS[kind]))
}

/** The day where the person is, when the instructions say it: "Today is 2026-11-15". */
function dayIn(prompt: readonly Message[]): string | undefined {
  const instructions = prompt.flatMap((message) => (message.role === 'system' ? [message.content] : []))
  return /\btoday\b[^\n]{0,40}?\b(\d{4}-\d{2}-\d{2})\b/i.exec(instructions.join('\n'))?.[1]
}

function outcomesIn(message: Message): ToolOutcome[] {
  if (message.role !== 'tool') return []
  return message.content.flatMap((part) =>
    part.type === 'tool-result' ? [{ tool: part.toolName, ...outcomeOf(part.output) }] : [],
  )
}

function outcomeOf(output: LanguageModelV4ToolResultOutput): Omit<ToolOutcome, 'tool'> {
  switch (output.type) {
    case 'json':
      return { state: 'done', value: isRecord(output.value) ? output.value : { value: output.value } }
    case 'text':
      return { state: 'done', value: parsed(output.value) }
    case 'content':
      return {
        state: 'done',
        value: parsed(output.value.map((part) => (part.type === 'text' ? part.text : '')).join('')),
      }
    case 'execution-denied':
      return { state: 'denied', value: {}, ...(output.reason !== undefined && { reason: output.reason }) }
    default:
      return { state: 'failed', value: {}, reason: reasonIn(output.value) }
  }
}

/** The sentence of a refusal, in whatever form the tool gave it. */
function reasonIn(value: unknown): string {
  const said = typeof value === 'string' ? parsed(value) : isRecord(value) ? value : {}
  const { detail, message, text, error } = said
  const inner = isRecord(error) ? error['message'] : error
  const sentence = [detail, message, inner, text].find((each) => typeof each === 'string' && each !== '')
  return typeof sentence === 'string' ? sentence : 'the tool gave no reason'
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : { text }
  } catch {
    return { text }
  }
}
