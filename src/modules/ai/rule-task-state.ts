/** Which tasks are meant by the state they are in, in the terms of the list of tasks. */
export interface TaskState {
  /** What the list is asked for. */
  filter: Record<string, unknown>
  /** How it is called in the answer. */
  said: string
}

/** Words that may stand between `not` and what is not so. */
export const NOT = String.raw`(?:\bnot|n['’]t)(?: (?:yet|been|be|being|quite|all|currently|really))*`
const OVER = 'done|completed?|finished|closed'

const STATUSES: readonly [status: string, words: string][] = [
  ['IN_PROGRESS', String.raw`in[- ]progress|under ?way|ongoing|started|being (?:done|worked on)`],
  [
    'PENDING_APPROVAL',
    String.raw`(?:(?:a)?waiting|pending|needs?|needing|waits?)(?: for)?(?: an?)? approval|to be approved|unapproved`,
  ],
  ['REQUEST_APPROVED', 'approved'],
  ['REQUEST_REJECTED', 'rejected|refused|declined'],
  ['SCHEDULED', 'scheduled'],
]

/** States that tasks can be in and the list cannot be asked for. */
const UNKNOWN = 'blocked|on hold|paused|stuck|waiting|cancell?ed|deleted|unscheduled'

const DONE =
  /(?<!\b(?:be|being|get|should have been) )\b(?:completed|finished|done)\b|\bdid [\p{L}'’-]+(?: [\p{L}'’-]+)? (?:complete|finish|do)\b/iu
const CLOSED = /(?<!\bbe )\bclosed\b|\bdid [\p{L}'’-]+(?: [\p{L}'’-]+)? close\b/iu
const DOING = `do|finish|${OVER}`
/** `not done`, `yet to be done`, `did Maria not finish`, `hasn't Maria finished`. */
const NOT_OVER = new RegExp(
  String.raw`${NOT} (?:${OVER})\b|\byet to be (?:${OVER})\b|\b(?:did|has) [\p{L}'’-]+(?: [\p{L}'’-]+)? not (?:yet )?(?:${DOING})\b|n['’]t [\p{L}'’-]+(?: [\p{L}'’-]+)? (?:${DOING})\b`,
  'iu',
)
const IN_TIME =
  /\b(?:on|in) time\b|\bpunctual(?:ly)?\b|\b(?:by|before|within|after) (?:its|their|the) (?:deadline|due date)\b/i
/** What is still to be done in time. */
export const TO_BE_IN_TIME =
  /(?<!(?:\bnot|n['’]t) )\b(?:be|get) (?:done|completed|finished|closed|ready) (?:on|in) time(?: for (?:the |our |their )?(?:check-?(?:in|out)|arrival|departure|guest|stay)s?)?\b/i

/** The state that is asked for; a text where the list cannot tell it. What is still to do when none is named. */
export function stateIn(text: string, isForDays: boolean): TaskState | string {
  if (IN_TIME.test(text.replace(TO_BE_IN_TIME, ' '))) return 'I cannot tell which tasks were done in time.'
  if (NOT_OVER.test(text)) return { filter: { isOpen: true }, said: 'open' }
  for (const [status, words] of STATUSES) {
    // `Scheduled for tomorrow` is about the day: what was begun since is meant too.
    if (status === 'SCHEDULED' && isForDays) continue
    if (isForDays && /\bstarted\b/i.test(text)) return cannotTell('started on a day')
    const found = new RegExp(String.raw`(${NOT} )?\b(?:${words})\b`, 'i').exec(text)
    if (found?.[1] !== undefined) return cannotTell(found[0].replace(/^n['’]t/i, 'not'))
    if (found) return { filter: { status }, said: status.toLowerCase().replaceAll('_', ' ') }
  }
  const unknown = new RegExp(String.raw`(?:${NOT} )?\b(?:${UNKNOWN})\b`, 'i').exec(text)?.[0]
  if (unknown !== undefined) return cannotTell(unknown.replace(/^n['’]t/i, 'not'))
  if (DONE.test(text)) return { filter: { status: 'COMPLETED' }, said: 'completed' }
  if (CLOSED.test(text)) return { filter: { isOpen: false }, said: 'closed' }
  return { filter: { isOpen: true }, said: 'open' }
}

function cannotTell(state: string): string {
  return `I cannot tell which tasks are ${state.toLowerCase()}. I can list those that are open, overdue, scheduled, in progress, waiting for approval or completed.`
}

/** Undefined when nothing is said of it. */
export function latenessIn(text: string): boolean | undefined {
  const late = new RegExp(
    String.raw`(${NOT} )?\b(?:overdue|late)\b(?! (?:in the )?(?:check|arriv|morning|afternoon|evening|night))`,
    'i',
  ).exec(text)
  return late ? late[1] === undefined : undefined
}
