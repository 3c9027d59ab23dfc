import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { ruleModel } from '#modules/ai/rule-model.ts'

export const TODAY = '2026-11-15' // a Sunday
export const now = () => new Date(`${TODAY}T10:00:00Z`)
export const NAMES = [
  'create_task',
  'list_departments',
  'list_properties',
  'list_people',
  'list_tasks',
  'get_task',
  'set_task_status',
  'assign_task',
  'add_task_comment',
  'search_knowledge',
  'get_workload',
  'list_reservations',
  'list_conversations',
]

export type Json = Record<string, unknown>
export type Tools = Record<string, Json | ((input: Json) => Json)>
type Tool = NonNullable<LanguageModelV4CallOptions['tools']>[number]

export function toolsNamed(names: readonly string[]): Tool[] {
  return names.map((name) => ({ type: 'function', name, inputSchema: { type: 'object', properties: {} } }))
}

export interface Run {
  calls: [string, Json][]
  text: string
  prompt: LanguageModelV4Prompt
}

/** Runs the model with tools that answer so, until it says something. */
export async function converse(
  text: string,
  answers: Tools = {},
  before: LanguageModelV4Prompt = [],
  names: readonly string[] = NAMES,
): Promise<Run> {
  const prompt: LanguageModelV4Prompt = [...before, { role: 'user', content: [{ type: 'text', text }] }]
  const calls: Run['calls'] = []
  for (let step = 0; step < 6; step += 1) {
    const { content } = await ruleModel(now).doGenerate({ prompt, tools: toolsNamed(names) })
    const said = content.find((part) => part.type === 'text')
    if (said) {
      prompt.push({ role: 'assistant', content: [said] })
      return { calls, text: said.text, prompt }
    }
    for (const part of content) {
      if (part.type !== 'tool-call') continue
      const input = JSON.parse(part.input) as Json
      const { toolCallId, toolName } = part
      calls.push([toolName, input])
      const answer = answers[toolName]
      const value = (typeof answer === 'function' ? answer(input) : answer) ?? { items: [], total: 0 }
      prompt.push({ role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] })
      const output =
        'failed' in value
          ? { type: 'error-text' as const, value: String(value['failed']) }
          : { type: 'json' as const, value: value as never }
      prompt.push({ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] })
    }
  }
  throw new Error('the model never stops')
}

export const listOf = (...items: Json[]): Json => ({ items, total: items.length, nextCursor: null })
/** Answers as a search does: those whose name has the words. */
const searched =
  (...items: Json[]) =>
  ({ q = '' }: Json): Json =>
    listOf(...items.filter(({ name }) => String(name).toLowerCase().includes(String(q).toLowerCase())))
export const DEPARTMENTS = listOf(
  { id: 'd-house', name: 'Housekeeping', kind: 'field_ops' },
  { id: 'd-main', name: 'Maintenance', kind: 'field_ops' },
  { id: 'd-guest', name: 'Guest Relations', kind: 'office' },
)
export const HOMES = searched({ id: 'p-azul', name: 'Casa Azul' })
export const PEOPLE = searched({ id: 'u-maria', kind: 'user', name: 'Maria Santos' })
