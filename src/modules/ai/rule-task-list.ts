import { daysIn, type Days } from './rule-day.ts'
import { pickDepartment, pickHome, pickPerson, type Picked } from './rule-pick.ts'
import {
  answerOf,
  itemsOf,
  listing,
  ofTheFirst,
  stillToCall,
  textIn,
  totalOf,
  type Intent,
  type RuleReply,
  type RuleTurn,
} from './rule-reply.ts'
import { answerSlot, cut, homeSlot, prioritySlot, taskSlot, tidied, withoutTimes, type Slot } from './rule-slot.ts'
import { refusingMissing, sentenceOf, TRADE, TRADES, withTask, wordsOf } from './rule-task.ts'
import { latenessIn, NOT, stateIn, type TaskState } from './rule-task-state.ts'
import { isAllBut, TASK_WORDS, withoutTaskPhrases } from './rule-task-words.ts'
import { unknownIn } from './rule-words.ts'

type Item = Record<string, unknown>

const PAGE = 50
const NAME = String.raw`(\p{Lu}[\p{L}'’-]*?(?: \p{Lu}[\p{L}-]*)*)`
/** `Bruno's tasks`, which may be those of a home too. */
const OWNER = new RegExp(String.raw`\b${NAME}['’]s?(?= (?:[a-z]+ ){0,3}(?:tasks|jobs|work orders|day)\b)`, 'u')
/** `What does Bruno have to do`, `what did Bruno not finish`, `tasks assigned to Bruno`. */
const DOER = [
  new RegExp(
    String.raw`\b(?:does|did|didn['’]t|has|hasn['’]t) ${NAME} (?:not |still |yet )*(?:have|do|need|work|complete|finish|close|done|completed|finished|closed)\b`,
    'u',
  ),
  OWNER,
  new RegExp(String.raw`\b(?:assigned to|given to) ${NAME}(?=[\s?.!,]|$)`, 'u'),
]
const TRADE_OF = new RegExp(String.raw`\b(${TRADES}) (?=(?:tasks|jobs|tickets|work orders)\b)`, 'i')
/** `not urgent`, `non-urgent`, `all but the urgent`. */
const BUT = new RegExp(
  String.raw`(?:${NOT}|\bnon|\bbut|\bexcept(?: for)?|\bother than)[- ](?:the |an? |of |most )*(?=(?:urgent|important|high|low|lowest|normal)\b)`,
  'i',
)
/** At the beginning of a sentence they have a capital, as names do. */
const LEADING =
  /^(?:(?:Please|Show|List|Give|Get|Find|See|Tell|Check|Read|Display|View|Open|Fetch|Count|What|Which|Where|When|How|Are|Is|Has|Do|Did|All|And|Only) )+/
const DAY_NAMED = /^(?:today|tomorrow|yesterday|(?:sun|mon|tues|wednes|thurs|fri|satur)day)$/i
const TEAM = /\b(?:for|of|in|by) (?:the )?([\p{L}]+(?: [\p{L}]+)?) (?:department|team)\b/iu
const OWN =
  /\b(?:my|mine)\b|\b(?:do|should|must) i\b|\b(?:assigned to|given to|(?:are|is|there) for) me\b|^(?:any|which|what)\b.*\b(?:tasks|jobs) for me\b/i
/** `Show urgent`: nothing else has a priority. */
const BARE =
  /^\s*(?:please |can you |could you )*(?:show|list|give)(?: me| us)?(?: all)?(?: the)? (?:(?:most )?(?:urgent|important)|(?:high|low|lowest|normal)[- ]prio(?:rity)?)(?: ones?)?(?:,? please)?[\s?.!]*$/i
const WHOSE = 'I cannot tell which tasks are yours. Ask by name, as in: tasks assigned to Maria.'

export const listTasks: Intent = {
  example: "Today's urgent tasks",
  tools: ['list_tasks'],
  isMeant: (text) =>
    /\b(?:tasks|work orders|jobs|tickets|to-?dos)\b/i.test(text) ||
    /\bwhat(?:['’]s| is)? (?:on|due|planned|scheduled|up)\b|\bneeds? (?:to be done|doing)\b/i.test(text) ||
    /\b[Ww]hat does \p{Lu}.* (?:have to|need to|do)\b/u.test(text) ||
    /\b(?:anything|something|what(?:['’]s| is)) (?:urgent|overdue|late)\b|\burgent (?:things|stuff|work)\b/i.test(
      text,
    ) ||
    BARE.test(text),
  reply(turn) {
    const asked = wishIn(turn.text, turn.today)
    const { days, priority, state } = asked
    const refusal = refusalOf(turn, asked)
    if (refusal !== undefined) return { text: refusal }
    if (typeof state === 'string') return { text: state }
    const found = picksOf(turn, asked)
    if ('reply' in found) return found.reply
    const { place, doer, team } = found
    const [at, by, of] = [place, doer, team].map((picked) => (picked && 'item' in picked ? picked.item : undefined))
    const input = {
      ...state.filter,
      ...(asked.isLate !== undefined && { isLate: asked.isLate }),
      ...(asked.isUnassigned && { isUnassigned: true }),
      ...(priority !== undefined && !asked.isButPriority && { priority }),
      ...(days && (days.from === days.to ? { scheduledDate: days.from } : spanOf(days))),
      ...(at && { propertyId: at['id'] }),
      ...(by && { assigneeId: by['id'] }),
      ...(of && { departmentId: of['id'] }),
      limit: PAGE,
    }
    const answer = answerOf(turn, 'list_tasks')
    if (!answer) return { calls: [{ tool: 'list_tasks', input }] }
    const ending = priority === 'URGENT' ? '' : ' priority'
    const kinds = [
      state.said,
      asked.isLate === undefined ? '' : asked.isLate ? 'overdue' : 'not overdue',
      asked.isUnassigned ? 'unassigned' : '',
      priority === undefined ? '' : `${asked.isButPriority ? 'not ' : ''}${wordsOf(priority)}${ending}`,
    ]
    const where = [at && ` at ${textIn(at, 'name')}`, ...[by, of].map((each) => each && ` of ${textIn(each, 'name')}`)]
    const isWanted = (task: Item) => !asked.isButPriority || textIn(task, 'priority') !== priority
    const wanted = itemsOf(answer).filter(isWanted)
    const among = asked.isButPriority ? ofTheFirst(answer, `${state.said} tasks`).replace(/^, /, '') : ''
    const when = [days?.said ?? '', asked.hasTime ? 'at any time of day' : '', among].filter(Boolean)
    const total = asked.isButPriority ? wanted.length : totalOf(answer)
    const what = `${kinds.filter(Boolean).join(', ')} ${total === 1 ? 'task' : 'tasks'}${where.filter(Boolean).join('')}${when.length > 0 ? ` (${when.join(', ')})` : ''}`
    if (total === 0) return { text: `There are no ${what}.` }
    return { text: listing(`${total} ${what}:`, wanted, taskLine, total) }
  },
}

/** Why it is not answered, where the list could only tell something else. */
function refusalOf(turn: RuleTurn, { person, state, isLate, unknown }: Wish): string | undefined {
  if (person === undefined && /\b(?:tasks|jobs|to-?dos|do)\b/i.test(turn.text) && OWN.test(turn.text)) return WHOSE
  if (typeof state === 'string') return state
  // Late is what is still to do.
  if (isLate === true && (state.filter['isOpen'] === false || state.filter['status'] === 'COMPLETED')) {
    return 'I cannot tell which tasks were late when they were done.'
  }
  if (isAllBut(turn.text)) return 'I cannot list tasks by whom or which home they are not for.'
  if (unknown === undefined) return undefined
  return `I cannot tell which tasks are meant by "${unknown}". I can list them by state, day, priority, home, department and person.`
}

interface Picks {
  place: Picked | undefined
  doer: Picked | undefined
  team: Picked | undefined
}

/** The home, the person and the department that are named; `Casa Azul's` and `for Maria` may be either of the first two. */
function picksOf(turn: RuleTurn, asked: Wish): Picks | { reply: RuleReply } {
  const { department } = asked
  const searches = ({ home, person }: Names) => [
    home === undefined ? undefined : { tool: 'list_properties', input: { q: home, limit: 10 } },
    person === undefined ? undefined : { tool: 'list_people', input: { q: person, limit: 10 } },
  ]
  const departments = department === undefined ? undefined : { tool: 'list_departments', input: {} }
  const first = stillToCall(turn, [...searches(asked), departments])
  if (first.length > 0) return { reply: refusingMissing(turn, first) }
  const names = otherwise(turn, asked)
  const second = stillToCall(turn, searches(names))
  if (second.length > 0) return { reply: { calls: second } }
  if (asked.either !== undefined && isNone(turn, 'list_people') && isNone(turn, 'list_properties')) {
    return { reply: { text: `I find no person, vendor or home called "${asked.either}".` } }
  }
  const picks = {
    place: names.home === undefined ? undefined : pickHome(turn, names.home),
    doer: names.person === undefined ? undefined : pickPerson(turn, names.person),
    team: department === undefined ? undefined : pickDepartment(turn, department, ''),
  }
  const open = Object.values(picks).find((picked) => picked && 'reply' in picked)
  return open && 'reply' in open ? open : picks
}

/** Whoever is no person may be a home, and the other way round. */
function otherwise(turn: RuleTurn, { home, person, either }: Wish): Names {
  if (either === undefined) return { home, person }
  const [hasHomes, hasPeople] = ['list_properties', 'list_people'].map((tool) => turn.tools.has(tool))
  if (person === either && hasHomes && isNone(turn, 'list_people')) return { home: person, person: undefined }
  if (home === either && hasPeople && isNone(turn, 'list_properties')) return { home: undefined, person: home }
  return { home, person }
}

function isNone(turn: RuleTurn, tool: string): boolean {
  const answer = answerOf(turn, tool)
  return answer !== undefined && itemsOf(answer).length === 0
}

interface Names {
  home: string | undefined
  person: string | undefined
}

interface Wish extends Names {
  /** Of the two names the one that may be either. */
  either: string | undefined
  department: string | undefined
  days: Days | undefined
  priority: string | undefined
  /** All but those of the priority are meant. */
  isButPriority: boolean
  isLate: boolean | undefined
  isUnassigned: boolean
  /** A text where it cannot be told. */
  state: TaskState | string
  /** A time of day was named, which the list cannot be asked for. */
  hasTime: boolean
  /** A word that was not understood. */
  unknown: string | undefined
}

/** Takes the question apart. What is asked for and not understood would make the answer a wrong one. */
function wishIn(text: string, today: string): Wish {
  const askedHome = answerSlot(text, 'home')
  const askedPerson = answerSlot(askedHome.rest, 'person')
  const askedDepartment = answerSlot(askedPerson.rest, 'department')
  const team = cut(askedDepartment.rest, TEAM)
  const called = team.value === undefined ? cut(team.rest, TRADE) : team
  const trade = called.value === undefined ? cut(called.rest, TRADE_OF) : called
  const doer = doerSlot(trade.rest)
  const days = daysIn(doer.rest, today)
  const dayless = days?.rest ?? doer.rest
  const priority = prioritySlot(dayless.replace(BUT, ' '))
  const timeless = withoutTimes(priority.rest)
  const home = homeSlot(tidied(timeless))
  const isFor =
    home.value !== undefined &&
    doer.value === undefined &&
    [`for ${home.value}`, `of ${home.value}`].some((said) => text.includes(said))
  const isOwner = home.value === undefined && doer.value !== undefined && OWNER.test(trade.rest)
  return {
    ...(isFor || isOwner
      ? eitherIn(text, { home: home.value, person: doer.value })
      : { home: askedHome.value ?? home.value, person: askedPerson.value ?? doer.value, either: undefined }),
    department: askedDepartment.value ?? trade.value,
    days,
    priority: priority.value,
    isButPriority: priority.value !== undefined && BUT.test(dayless),
    isLate: latenessIn(text),
    isUnassigned:
      /\bunassigned\b|\bnot assigned\b|\b(?:nobody|no ?one)\b|\bwithout (?:an? )?(?:assignee|person)\b/i.test(text),
    state: stateIn(text, days !== undefined),
    hasTime: timeless !== priority.rest,
    unknown: unknownIn(withoutTaskPhrases(home.rest), TASK_WORDS),
  }
}

/** One name for either; what was answered last to a question of ours takes its place. */
function eitherIn(text: string, named: Names): Names & { either: string | undefined } {
  const [home, person] = [answerSlot(text, 'home').value, answerSlot(text, 'person').value]
  const isHomeLast = text.lastIndexOf('\nhome "') > text.lastIndexOf('\nperson "')
  const names =
    home === undefined && person === undefined
      ? named
      : isHomeLast
        ? { home, person: undefined }
        : { home: undefined, person }
  return { ...names, either: names.home ?? names.person }
}

function doerSlot(text: string): Slot {
  for (const pattern of DOER) {
    const slot = cut(text, pattern)
    const value = slot.value?.replace(LEADING, '')
    if (value !== undefined && !DAY_NAMED.test(value)) return { ...slot, value }
  }
  return { value: undefined, rest: text }
}

function spanOf({ from, to }: Days): Item {
  return { scheduledFrom: from, scheduledTo: to }
}

function taskLine(task: Item): string {
  return `${sentenceOf(task)}, ${wordsOf(textIn(task, 'status'))}`
}

export const showTask: Intent = {
  example: 'Show TK-12',
  tools: ['list_tasks', 'get_task'],
  isMeant: (text) =>
    taskSlot(text).value !== undefined && /\b(?:show|what|status|read|details?|about|tell|how|open|is)\b/i.test(text),
  reply: (turn) =>
    withTask(turn, (task) => {
      const read = answerOf(turn, 'get_task')
      if (!read) return { calls: [{ tool: 'get_task', input: { taskId: task['id'] } }] }
      const lines = [
        `${sentenceOf(read)} is ${wordsOf(textIn(read, 'status'))}.`,
        textIn(read, 'description').slice(0, 600),
      ]
      return { text: lines.filter(Boolean).join('\n') }
    }),
}
