import { daysIn, type Days } from './rule-day.ts'
import { pickDepartment, pickHome, pickPerson } from './rule-pick.ts'
import { answerOf, itemsOf, listing, stillToCall, textIn, totalOf, type Intent } from './rule-reply.ts'
import { answerSlot, cut, homeSlot, prioritySlot, taskSlot, tidied, withoutTimes, type Slot } from './rule-slot.ts'
import { refusingMissing, sentenceOf, TRADE, withTask, wordsOf } from './rule-task.ts'
import { latenessIn, stateIn, type TaskState } from './rule-task-state.ts'

type Item = Record<string, unknown>

const PAGE = 50
const NAME = String.raw`(\p{Lu}[\p{L}'’-]*?(?: \p{Lu}[\p{L}-]*)*)`
/** `What does Bruno have to do`, `what did Bruno finish`, `Bruno's tasks`, `tasks assigned to Bruno`. */
const DOER = [
  new RegExp(String.raw`\b(?:does|did) ${NAME} (?:have|do|need|work|complete|finish|close)\b`, 'u'),
  new RegExp(String.raw`\b${NAME}['’]s?(?= (?:[a-z]+ )?(?:tasks|jobs|work orders|day)\b)`, 'u'),
  new RegExp(String.raw`\b(?:assigned to|given to) ${NAME}(?=[\s?.!,]|$)`, 'u'),
]
/** At the beginning of a sentence they have a capital, as names do. */
const LEADING =
  /^(?:(?:Please|Show|List|Give|Get|Find|See|Tell|Check|Read|Display|View|Open|Fetch|Count|What|Which|Where|When|How|Are|Is|Has|Do|Did|All|And|Only) )+/
const DAY_NAMED = /^(?:today|tomorrow|yesterday|(?:sun|mon|tues|wednes|thurs|fri|satur)day)$/i
const TEAM = /\b(?:for|of|in|by) (?:the )?([\p{L}]+(?: [\p{L}]+)?) (?:department|team)\b/iu
const OWN =
  /\b(?:my|mine)\b|\b(?:do|should|must) i\b|\b(?:assigned to|given to|(?:are|is|there) for) me\b|^(?:any|which|what)\b.*\b(?:tasks|jobs) for me\b/i
const WHOSE = 'I cannot tell which tasks are yours. Ask by name, as in: tasks assigned to Maria.'

export const listTasks: Intent = {
  example: "Today's urgent tasks",
  tools: ['list_tasks'],
  isMeant: (text) =>
    /\b(?:tasks|work orders|jobs|tickets|to-?dos)\b/i.test(text) ||
    /\bwhat(?:['’]s| is)? (?:on|due|planned|scheduled|up)\b|\bneeds? (?:to be done|doing)\b/i.test(text) ||
    /\b[Ww]hat does \p{Lu}.* (?:have to|need to|do)\b/u.test(text) ||
    /\b(?:anything|something|what(?:['’]s| is)) (?:urgent|overdue|late)\b|\burgent (?:things|stuff|work)\b/i.test(text),
  reply(turn) {
    const asked = wishIn(turn.text, turn.today)
    const { home, person, department, days, priority, state } = asked
    if (person === undefined && /\b(?:tasks|jobs|to-?dos|do)\b/i.test(turn.text) && OWN.test(turn.text)) {
      return { text: WHOSE }
    }
    if (typeof state === 'string') return { text: state }
    // Late is what is still to do.
    if (asked.isLate === true && (state.filter['isOpen'] === false || state.filter['status'] === 'COMPLETED')) {
      return { text: 'I cannot tell which tasks were late when they were done.' }
    }
    const calls = stillToCall(turn, [
      home === undefined ? undefined : { tool: 'list_properties', input: { q: home, limit: 10 } },
      person === undefined ? undefined : { tool: 'list_people', input: { q: person, limit: 10 } },
      department === undefined ? undefined : { tool: 'list_departments', input: {} },
    ])
    if (calls.length > 0) return refusingMissing(turn, calls)
    const place = home === undefined ? undefined : pickHome(turn, home)
    const doer = person === undefined ? undefined : pickPerson(turn, person)
    const team = department === undefined ? undefined : pickDepartment(turn, department, '')
    for (const picked of [place, doer, team]) if (picked && 'reply' in picked) return picked.reply
    const [at, by, of] = [place, doer, team].map((picked) => (picked && 'item' in picked ? picked.item : undefined))
    const input = {
      ...state.filter,
      ...(asked.isLate !== undefined && { isLate: asked.isLate }),
      ...(asked.isUnassigned && { isUnassigned: true }),
      ...(priority !== undefined && { priority }),
      ...(days && (days.from === days.to ? { scheduledDate: days.from } : spanOf(days))),
      ...(at && { propertyId: at['id'] }),
      ...(by && { assigneeId: by['id'] }),
      ...(of && { departmentId: of['id'] }),
      limit: PAGE,
    }
    const answer = answerOf(turn, 'list_tasks')
    if (!answer) return { calls: [{ tool: 'list_tasks', input }] }
    const kinds = [
      state.said,
      asked.isLate === undefined ? '' : asked.isLate ? 'overdue' : 'not overdue',
      asked.isUnassigned ? 'unassigned' : '',
      wordsOf(priority ?? ''),
    ]
    const where = [at && ` at ${textIn(at, 'name')}`, ...[by, of].map((each) => each && ` of ${textIn(each, 'name')}`)]
    const when = [days?.said ?? '', asked.hasTime ? 'at any time of day' : ''].filter(Boolean)
    const what = `${kinds.filter(Boolean).join(', ')} tasks${where.filter(Boolean).join('')}${when.length > 0 ? ` (${when.join(', ')})` : ''}`
    const total = totalOf(answer)
    if (total === 0) return { text: `There are no ${what}.` }
    return { text: listing(`${total} ${what}:`, itemsOf(answer), taskLine, total) }
  },
}

interface Wish {
  home: string | undefined
  person: string | undefined
  department: string | undefined
  days: Days | undefined
  priority: string | undefined
  isLate: boolean | undefined
  isUnassigned: boolean
  /** A text where it cannot be told. */
  state: TaskState | string
  /** A time of day was named, which the list cannot be asked for. */
  hasTime: boolean
}

/** Takes the question apart. What is asked for and not understood would make the answer a wrong one. */
function wishIn(text: string, today: string): Wish {
  const askedHome = answerSlot(text, 'home')
  const askedPerson = answerSlot(askedHome.rest, 'person')
  const askedDepartment = answerSlot(askedPerson.rest, 'department')
  const team = cut(askedDepartment.rest, TEAM)
  const trade = team.value === undefined ? cut(team.rest, TRADE) : team
  const doer = doerSlot(trade.rest)
  const days = daysIn(doer.rest, today)
  const priority = prioritySlot(days?.rest ?? doer.rest)
  const timeless = withoutTimes(priority.rest)
  return {
    home: askedHome.value ?? homeSlot(tidied(timeless)).value,
    person: askedPerson.value ?? doer.value,
    department: askedDepartment.value ?? trade.value,
    days,
    priority: priority.value,
    isLate: latenessIn(text),
    isUnassigned:
      /\bunassigned\b|\bnot assigned\b|\b(?:nobody|no ?one)\b|\bwithout (?:an? )?(?:assignee|person)\b/i.test(text),
    state: stateIn(text, days !== undefined),
    hasTime: timeless !== priority.rest,
  }
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
