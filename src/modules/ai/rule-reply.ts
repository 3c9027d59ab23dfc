/** What a tool answered to a call of this turn. */
export interface ToolOutcome {
  tool: string
  state: 'done' | 'failed' | 'denied'
  value: Record<string, unknown>
  reason?: string
}

/** One turn of a conversation, as far as the rules look at it. */
export interface RuleTurn {
  /** What the person wants, with the answers they gave to our questions. */
  text: string
  /** A question of ours was answered with a no: nothing is wanted any more. */
  isWithdrawn?: boolean
  /** What the tools have answered since. */
  outcomes: readonly ToolOutcome[]
  /** The names of the tools that are there, with the fields they take. */
  tools: ReadonlyMap<string, readonly string[]>
  /** The day, as `YYYY-MM-DD`. */
  today: string
}

export interface RuleCall {
  tool: string
  input: Record<string, unknown>
}

export type RuleReply = { text: string } | { calls: RuleCall[] }

/** One thing that can be asked for. */
export interface Intent {
  /** An example, for people who ask what can be asked. */
  example: string
  /** Without all of these it cannot be done. */
  tools: readonly string[]
  isMeant(text: string, turn: RuleTurn): boolean
  reply(turn: RuleTurn): RuleReply
}

/** What a tool has answered in this turn. Each is called at most once a turn, so its name tells which call it was. */
export function answerOf(turn: RuleTurn, tool: string): Record<string, unknown> | undefined {
  return turn.outcomes.find((outcome) => outcome.tool === tool)?.value
}

/** The calls among these whose answers are not there yet. */
export function stillToCall(turn: RuleTurn, calls: readonly (RuleCall | undefined | false)[]): RuleCall[] {
  return calls.filter((call): call is RuleCall => !!call && answerOf(turn, call.tool) === undefined)
}

type Item = Record<string, unknown>

export function itemsOf(answer: Record<string, unknown> | undefined): Item[] {
  const items = answer?.['items']
  return Array.isArray(items) ? items.filter((item): item is Item => typeof item === 'object' && item !== null) : []
}

/** A field as text; of an embedded object by `property.name`. Empty when it is not there. */
export function textIn(item: Item | undefined, path: string): string {
  let value: unknown = item
  for (const field of path.split('.')) value = (value as Item | null | undefined)?.[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** `A, B or C`. */
export function eitherOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

export const LISTED_MAX = 15

/** A heading, a line each, and how many are left out. */
export function listing(heading: string, items: readonly Item[], line: (item: Item) => string, total: number): string {
  const shown = items.slice(0, LISTED_MAX).map((item) => `- ${line(item)}`)
  const left = total - shown.length
  return [heading, ...shown, ...(left > 0 ? [`… and ${left} more.`] : [])].join('\n')
}

export function totalOf(answer: Item | undefined): number {
  return Number(answer?.['total'] ?? itemsOf(answer).length)
}

/** What was picked out of a page says nothing about the pages behind it. */
export function ofTheFirst(answer: Item, things: string): string {
  const [seen, total] = [itemsOf(answer).length, totalOf(answer)]
  return total > seen ? `, among the first ${seen} of ${total} ${things}` : ''
}
