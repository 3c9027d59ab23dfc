import { searchLetters } from '#core/search-letters.ts'
import { answerOf, eitherOf, itemsOf, textIn, type RuleReply, type RuleTurn } from './rule-reply.ts'
import { QUESTIONS } from './rule-slot.ts'

type Item = Record<string, unknown>

/** The one thing that is meant, or what to say when it is none or several. */
export type Picked = { item: Item } | { reply: RuleReply }

const NAMES_MAX = 6

function pick(items: readonly Item[], name: string, { noun, question }: { noun: string; question: string }): Picked {
  const exact = items.filter((item) => searchLetters(textIn(item, 'name')) === searchLetters(name))
  const [first, second] = exact.length > 0 ? exact : items
  if (!first) return { reply: { text: `I find no ${noun} called "${name}".` } }
  if (!second) return { item: first }
  const names = items.slice(0, NAMES_MAX).map((item) => textIn(item, 'name'))
  return { reply: { text: `${question} ${eitherOf(names)}?` } }
}

export function pickHome(turn: RuleTurn, name: string): Picked {
  const found = itemsOf(answerOf(turn, 'list_properties'))
  return pick(found, name, { noun: 'home', question: QUESTIONS.home })
}

export function pickPerson(turn: RuleTurn, name: string): Picked {
  const found = itemsOf(answerOf(turn, 'list_people'))
  return pick(found, name, { noun: 'person or vendor', question: QUESTIONS.person })
}

/** Trades by the words of their work, and by what departments of theirs are called. */
const TRADES: readonly { work: RegExp; called: RegExp }[] = [
  {
    work: /\b(clean|linen|towel|laundry|turn ?over|beds?\b|sheets|wash|vacuum|tidy|mop|restock|hoover)/i,
    called: /house ?keep|clean|turnover/i,
  },
  {
    work: /\b(leak|drip|boiler|repair|fix|broke|replace|tap\b|pipe|heat|electric|light|bulb|lock\b|keys?\b|wi-?fi|pool|paint|blind|toilet|drain|shower|air ?con|fridge|oven|socket|fuse|mould|mold)/i,
    called: /mainten|repair|technic|engineer/i,
  },
  {
    work: /\b(guest|arrival|message|call\b|welcome|check-?in|check-?out)/i,
    called: /guest|reception|front|concierge/i,
  },
  { work: /\b(owner|statement|invoice|contract)/i, called: /owner|account|financ/i },
]

/** The department that was named; else the one whose trade the work is; else the only one. Otherwise it is asked for. */
export function pickDepartment(turn: RuleTurn, named: string | undefined, work: string): Picked {
  const departments = itemsOf(answerOf(turn, 'list_departments'))
  const name = (item: Item) => textIn(item, 'name')
  if (named !== undefined) {
    const meant = departments.filter((item) => searchLetters(name(item)).includes(searchLetters(named)))
    const trade = meant.length === 0 ? TRADES.find(({ called }) => called.test(named)) : undefined
    const fitting = trade ? departments.filter((item) => trade.called.test(name(item))) : meant
    return pick(fitting, named, { noun: 'department', question: QUESTIONS.department })
  }
  const trades = TRADES.map((trade) => ({ ...trade, at: work.search(trade.work) })).filter(({ at }) => at >= 0)
  const [trade] = trades.toSorted((left, right) => left.at - right.at)
  const [fitting, another] = trade ? departments.filter((item) => trade.called.test(name(item))) : []
  if (fitting && !another) return { item: fitting }
  const [only, second] = departments
  if (only && !second) return { item: only }
  if (!only) return { reply: { text: 'There are no departments yet, and a task needs one.' } }
  return { reply: { text: `${QUESTIONS.department} ${eitherOf(departments.map(name))}?` } }
}

/** By its short id, or by words that only one open task has. */
export function pickTask(turn: RuleTurn, shortId: string | undefined, words: string): Picked {
  const found = itemsOf(answerOf(turn, 'list_tasks'))
  const meant = shortId === undefined ? found : found.filter((item) => textIn(item, 'shortId') === shortId)
  const [first, second] = meant
  const what = shortId ?? `open task about "${words}"`
  if (!first) return { reply: { text: `I find no ${shortId === undefined ? what : `task ${what}`}.` } }
  if (!second) return { item: first }
  const names = meant.slice(0, NAMES_MAX).map((item) => `${textIn(item, 'shortId')} ${textIn(item, 'title')}`)
  return { reply: { text: `${QUESTIONS.task} ${eitherOf(names)}?` } }
}
