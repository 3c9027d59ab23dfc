import { intentOf } from './rule-answer.ts'
import { lookUp } from './rule-knowledge.ts'
import type { RuleTurn } from './rule-reply.ts'
import { taskSlot, type QuestionKind } from './rule-slot.ts'
import { createTask } from './rule-task.ts'
import { withoutGreeting } from './rule-words.ts'

const WITHDRAWAL = new RegExp(
  String.raw`^\s*(?:(?:oh|ok(?:ay)?|no|nope|nah|actually|please|sorry|well|then)[\s,.!–-]+)*(?:${[
    'never ?mind|no(?:pe)?|nah|no,? (?:thanks|thank you)|nothing|neither|none(?: of (?:them|these|those))?',
    '(?:cancel|stop|abort|quit|exit|skip|drop|leave)(?: (?:it|that|this))?(?: be| alone)?',
    String.raw`forget (?:about )?(?:it|that|this)|do(?: not|n['’]?t)(?: do (?:it|that))?|not now`,
    '(?:cancel|forget)(?: about)? (?:the|this|that) task',
    String.raw`i(?:['’]ve| have)? changed my mind`,
  ].join('|')})(?:[\s,.!]+(?:please|thanks|thank you|then|now|for now|any ?more))*[\s.!]*$`,
  'i',
)

/** Whether nothing is wanted any more of what was asked about. */
export function isWithdrawal(text: string): boolean {
  return WITHDRAWAL.test(text)
}

const POLITE = String.raw`^\s*(?:(?:please|can you|could you|would you|now|and|ok(?:ay)?|instead)[\s,]+)*`

/** How questions begin; titles may begin with `how to` or `find`. */
const QUESTION = new RegExp(
  String.raw`${POLITE}(?:${[
    '(?:show|give|tell) (?:me|us)|who|which|is there|are there|do (?:we|you) have|when (?:is|are|do|does|can)',
    String.raw`what(?:['’]s| is| are| do| does| did| should| happens| can)`,
    'how (?:do|does|did|can|could|should|is|are|many|much)|where (?:do|does|can|is|are|should)',
    String.raw`(?:look|search|check|find)\b.*\bknowledge base`,
  ].join('|')})(?![\p{L}-])`,
  'iu',
)

/** How wishes to see a list begin. A title may begin so too: `show the guests the house rules`. */
const LIST = new RegExp(
  String.raw`${POLITE}(?:show|list|display|(?:all |my |our |the )*(?:today['’]?s|tomorrow['’]?s|urgent|overdue|late|open|unassigned|unread))(?![\p{L}-])`,
  'iu',
)

/** What is done to a task, in front of its number. */
const DOING = new RegExp(
  String.raw`${POLITE}(?:show|what|how|status|tell|read|complete|finish|close|mark|tick|start|begin|(?:re-?)?assign|comment|note|add|leave|write)\b`,
  'i',
)

/** A title may be of tickets and jobs as well: `open a ticket with the phone company`. */
const NEW_TASK = new RegExp(
  String.raw`${POLITE}(?:create|add|make|open|schedule|new|i need|we need)\b(?: [\p{L}'’:-]+){0,5}? task(?=[\s.!]*$|\s*[:–,-]| (?:to|for|about|called|named|titled|at|in|on|that|saying|today|tomorrow|with)\b)`,
  'iu',
)

/** Whether what is said behind a question of ours answers it: not if it is a request that is understood by itself. */
export function isAnswer(kind: QuestionKind, said: string, place: Pick<RuleTurn, 'tools' | 'today'>): boolean {
  if (isWithdrawal(said)) return false
  const turn: RuleTurn = { ...place, text: withoutGreeting(said), outcomes: [] }
  const { text } = turn
  const intent = intentOf(turn)
  if (!intent) return true
  if (intent === createTask) return (kind === 'title' || kind === 'task') && !NEW_TASK.test(text)
  if (taskSlot(text).value !== undefined) return !DOING.test(text)
  const isAsked = QUESTION.test(text) || (intent !== lookUp && LIST.test(text))
  // Where words are not understood it says so, and calls nothing.
  return !isAsked || 'text' in intent.reply(turn)
}
