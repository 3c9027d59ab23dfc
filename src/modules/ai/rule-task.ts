import { searchLetters } from '#core/search-letters.ts'
import { daysIn } from './rule-day.ts'
import { pickDepartment, pickHome, pickPerson, pickTask, type Picked } from './rule-pick.ts'
import { answerOf, itemsOf, stillToCall, textIn, type Intent, type RuleReply, type RuleTurn } from './rule-reply.ts'
import {
  answerSlot,
  cut,
  eitherSlot,
  homeSlot,
  mentionedIn,
  personSlot,
  prioritySlot,
  QUESTIONS,
  taskSlot,
  tidied,
  timeSlot,
  whomSlot,
} from './rule-slot.ts'

const THING = '(?:task|ticket|job|work order|issue|to-?do)'
const ASKED = String.raw`(?:(?:please|can you|could you|would you|i want you to|i need you to|i want to|i need to|we need to|let['’]s) )*`
const VERB = 'create|add|make|open|schedule|log|raise|report|file'
const NEED = String.raw`(?:i|we)(?: need| want|['’]d like| would like)`
const CREATE = new RegExp(
  [
    String.raw`^\s*${ASKED}(?:${VERB})\b(?: me| us)?\s(?:[\p{L}'’:-]+ ){0,5}?${THING}\b`,
    String.raw`^\s*new (?:[\p{L}'’-]+ ){0,2}?${THING}\b`,
    // `I need a task list` asks for what is there.
    String.raw`^\s*${NEED} (?:an?|another) (?:[\p{L}'’-]+ ){0,3}?${THING}\b(?! (?:list|overview|report|summary)\b)`,
  ].join('|'),
  'iu',
)
const HEAD = new RegExp(
  String.raw`^\s*${ASKED}(?:${VERB}|new|${NEED})?(?: me| us)?(?: (?:an?|the|new|another|this))*\s*\b${THING}s?\b\s*(?:(?:to|for|about|called|named|titled|saying|that says)\b|[:–-])?`,
  'iu',
)

/** `create a cleaning task`: what kind of task it is may be all that is said of it. */
const KIND_OF = new RegExp(
  String.raw`^\s*${ASKED}(?:${VERB}|new|${NEED})\b(?: me| us)?(?: (?:an?|the|new|another|this))*\s+((?:[\p{L}'’-]+ ){1,4}?)${THING}\b\s*(?:(?:to|for|about|called|named|titled)\b|[:–-])?`,
  'iu',
)

/** Departments that nearly every company has, said without the word: `for maintenance`, or between commas. */
export const TRADES = 'maintenance|housekeeping|cleaning|guest relations|owner relations|reception'
export const TRADE = new RegExp(String.raw`\bfor (${TRADES})\b|,\s*(${TRADES})(?=\s*(?:[,.;!?\n]|$))`, 'i')

interface Plan {
  title: string
  priority: string | undefined
  scheduledDate: string | undefined
  scheduledTime: string | undefined
  home: string | undefined
  person: string | undefined
  /** A name that may be a person's or a home's. */
  either: string | undefined
  /** A name that is a person's where one is known by it, and belongs to the title otherwise. */
  whom: { name: string; title: string } | undefined
  department: string | undefined
}

/** Takes the sentence apart, piece by piece; what is left is the title. */
function planIn(text: string, today: string): Plan {
  const title = answerSlot(text, 'title')
  const askedHome = answerSlot(title.rest, 'home')
  const askedPerson = answerSlot(askedHome.rest, 'person')
  const askedDepartment = answerSlot(askedPerson.rest, 'department')
  const quoted = cut(askedDepartment.rest, /["“”«]([^"“”«»\n]{2,200})["“”»]/)
  const department = cut(quoted.rest, /\b(?:for|to|in) (?:the )?([\p{L}]+(?: [\p{L}]+)?) (?:department|team)\b/iu)
  const trade = department.value === undefined ? cut(department.rest, TRADE) : department
  const either = eitherSlot(trade.rest)
  const person = personSlot(either.rest)
  const priority = prioritySlot(person.rest)
  const days = daysIn(priority.rest, today)
  const time = timeSlot(days?.rest ?? priority.rest)
  const headless = time.rest.replace(HEAD, (head) => (/\bfor$/i.test(head) ? 'for' : ''))
  const home = homeSlot(headless)
  const isNamed = either.value !== undefined || person.value !== undefined
  const isFor = !isNamed && home.value !== undefined && headless.includes(`for ${home.value}`)
  const whom = isNamed || isFor || home.value === undefined ? undefined : whomSlot(home.rest)
  const titleOf = (rest: string): string => {
    // Cleaning is work as well as a department's.
    const work = workIn(rest) || (/^cleaning$/i.exec(trade.value ?? '')?.[0] ?? '')
    const said = title.value ?? quoted.value ?? work
    return said === '' ? '' : said.charAt(0).toUpperCase() + said.slice(1, 200)
  }
  return {
    title: titleOf(whom?.rest ?? home.rest),
    priority: priority.value,
    scheduledDate: days?.from,
    scheduledTime: time.value,
    ...namesOf(
      isFor ? home.value : either.value,
      [askedHome.value, isFor ? undefined : home.value],
      [askedPerson.value, person.value],
    ),
    whom:
      whom?.value === undefined || askedPerson.value !== undefined
        ? undefined
        : { name: whom.value, title: titleOf(home.rest) },
    department: askedDepartment.value ?? trade.value,
  }
}

type Name = string | undefined

/** Whoever a task is for is a person where a home is named besides, and a home where a person is. */
function namesOf(
  either: Name,
  [askedHome, saidHome]: readonly Name[],
  [askedPerson, saidPerson]: readonly Name[],
): Pick<Plan, 'home' | 'person' | 'either'> {
  const home = askedHome ?? saidHome ?? (saidPerson === undefined ? undefined : either)
  const person = askedPerson ?? saidPerson ?? (saidHome === undefined ? undefined : either)
  return { home, person, either: home === undefined && person === undefined ? either : undefined }
}

/** What is to be done: what stands behind `a task to`, else what kind of task it is. */
function workIn(text: string): string {
  const kind = KIND_OF.exec(text)
  if (!kind || HEAD.test(text)) return tidied(text.replace(HEAD, ''))
  return tidied(text.replace(KIND_OF, '')) || tidied(kind[1] ?? '')
}

export const createTask: Intent = {
  example: 'Create an urgent task to fix the boiler at Casa Azul tomorrow',
  tools: ['create_task', 'list_departments'],
  isMeant: (text) => CREATE.test(text),
  reply(turn) {
    const plan = assigned(turn, planIn(turn.text, turn.today))
    if (plan.title === '') return { text: QUESTIONS.title }
    const [home, person] = [plan.home ?? plan.either ?? mentioned(turn, plan), plan.person ?? plan.either]
    const [hasHomes, hasPeople] = ['list_properties', 'list_people'].map((tool) => turn.tools.has(tool))
    const isEither = plan.either !== undefined
    const calls = stillToCall(turn, [
      { tool: 'list_departments', input: {} },
      person !== undefined &&
        !(isEither && hasHomes && !hasPeople) && { tool: 'list_people', input: { q: person, limit: 10 } },
      home !== undefined && !(isEither && !hasHomes) && { tool: 'list_properties', input: { q: home, limit: 10 } },
    ])
    if (calls.length > 0) return refusingMissing(turn, calls)
    const made = answerOf(turn, 'create_task')
    return made ? { text: `Created ${sentenceOf(made)}.` } : createCall(turn, { ...plan, ...eitherOneIn(turn, plan) })
  },
}

/** With the person that the work is for, as far as it can be told. */
function assigned(turn: RuleTurn, plan: Plan): Plan {
  const { whom } = plan
  if (!whom) return plan
  const people = answerOf(turn, 'list_people')
  const isNobody = !turn.tools.has('list_people') || (people !== undefined && itemsOf(people).length === 0)
  return isNobody ? { ...plan, title: whom.title } : { ...plan, person: whom.name }
}

/** A name within the title, looked for where no home is named otherwise. */
function mentioned(turn: RuleTurn, { title }: Plan): string | undefined {
  return turn.tools.has('list_properties') ? mentionedIn(title) : undefined
}

/** Only a home of just that name: the title may speak of anything. */
function homeMentioned(turn: RuleTurn, { title }: Plan): Picked | undefined {
  const name = searchLetters(mentionedIn(title) ?? '')
  const item = itemsOf(answerOf(turn, 'list_properties')).find((home) => searchLetters(textIn(home, 'name')) === name)
  return item && { item }
}

/** Which of the two has the name; nothing where neither does. The whole name goes before a part of it. */
function eitherOneIn(turn: RuleTurn, { either }: Plan): Partial<Plan> {
  if (either === undefined) return {}
  const [people, homes] = ['list_people', 'list_properties'].map((tool) => itemsOf(answerOf(turn, tool)))
  const isWhole = (item: Record<string, unknown>) => searchLetters(textIn(item, 'name')) === searchLetters(either)
  const isPerson = people?.some(isWhole) || (people?.length && !homes?.some(isWhole))
  if (isPerson) return { person: either, either: undefined }
  return homes?.length ? { home: either, either: undefined } : {}
}

function createCall(turn: RuleTurn, plan: Plan): RuleReply {
  const { title, priority, scheduledDate, scheduledTime } = plan
  if (plan.either !== undefined) return { text: `I find no person, vendor or home called "${plan.either}".` }
  const department = pickDepartment(turn, plan.department, title)
  const home = plan.home === undefined ? homeMentioned(turn, plan) : pickHome(turn, plan.home)
  const person = plan.person === undefined ? undefined : pickPerson(turn, plan.person)
  for (const picked of [home, person, department]) if (picked && 'reply' in picked) return picked.reply
  const input = {
    title,
    ...('item' in department && { departmentId: department.item['id'] }),
    ...(home && 'item' in home && { propertyId: home.item['id'] }),
    ...(priority !== undefined && { priority }),
    ...(scheduledDate !== undefined && { scheduledDate }),
    ...(scheduledDate !== undefined && scheduledTime !== undefined && { scheduledTime }),
    ...(person && 'item' in person && assigneeOf(person.item)),
  }
  return { calls: [{ tool: 'create_task', input }] }
}

function assigneeOf(person: Record<string, unknown>): Record<string, unknown> {
  return person['kind'] === 'vendor' ? { primaryVendorOrgId: person['id'] } : { primaryUserId: person['id'] }
}

const DONE = /\b(?:complete|finish|close|mark .*\b(?:as )?(?:done|completed?|finished)|tick off|is done)\b/i
const BEGIN = /\b(?:start|begin)\b/i

export const setStatus: Intent = {
  example: 'Complete task TK-12',
  tools: ['set_task_status', 'list_tasks'],
  isMeant: (text) =>
    /^\s*(?:please |can you |could you )*(?:complete|finish|close|mark|tick off|start|begin)\b/i.test(text),
  reply: (turn) =>
    withTask(turn, (task, rest) => {
      const changed = answerOf(turn, 'set_task_status')
      if (changed) return { text: `${sentenceOf(changed)} is now ${wordsOf(textIn(changed, 'status'))}.` }
      const status = DONE.test(turn.text) || !BEGIN.test(turn.text) ? 'COMPLETED' : 'IN_PROGRESS'
      if (textIn(task, 'status') === status) return { text: `${sentenceOf(task)} is ${wordsOf(status)} already.` }
      const summary = cut(rest, /:\s*(\S[^\n]{1,500})$/).value
      const input = { taskId: task['id'], status, ...(summary !== undefined && status === 'COMPLETED' && { summary }) }
      return { calls: [{ tool: 'set_task_status', input }] }
    }),
}

export const assignTask: Intent = {
  example: 'Assign TK-12 to Maria',
  tools: ['assign_task', 'list_tasks', 'list_people'],
  isMeant: (text) => /^\s*(?:please |can you |could you )*(?:re-?)?assign\b/i.test(text),
  reply(turn) {
    const asked = answerSlot(turn.text, 'person')
    const said = cut(asked.rest, /\bto (\p{L}[\p{L}'’ -]{1,60}?)(?=[,.!?\n]|\s*$)/iu)
    const name = asked.value ?? said.value
    if (name === undefined) return { text: 'Whom should I give it to? Say it like: assign TK-12 to Maria.' }
    const people = stillToCall(turn, [{ tool: 'list_people', input: { q: name, limit: 10 } }])
    return withTask({ ...turn, text: said.rest }, (task) => {
      if (people.length > 0) return { calls: people }
      const changed = answerOf(turn, 'assign_task')
      const person = pickPerson(turn, name)
      if ('reply' in person) return person.reply
      if (changed) return { text: `${sentenceOf(changed)} is with ${textIn(person.item, 'name')} now.` }
      return { calls: [{ tool: 'assign_task', input: { taskId: task['id'], ...assigneeOf(person.item) } }] }
    })
  },
}

export const commentTask: Intent = {
  example: 'Comment on TK-12: the part arrives on Friday',
  tools: ['add_task_comment', 'list_tasks'],
  isMeant: (text) =>
    /^\s*(?:please )?(?:(?:add|leave|write) (?:a )?)?(?:comment|note)\b.*\b(?:TK-?\d|#\d|task \d)/i.test(text),
  reply: (turn) =>
    withTask(turn, (task, rest) => {
      if (answerOf(turn, 'add_task_comment')) return { text: `I added the comment to ${sentenceOf(task)}.` }
      const content = cut(rest, /(?::|\bsaying\b|\bthat\b)\s*(\S[\s\S]{0,2000})$/i).value?.trim()
      if (content === undefined) return { text: 'What should the comment say? Write it behind a colon.' }
      return { calls: [{ tool: 'add_task_comment', input: { taskId: task['id'], content } }] }
    }),
}

/** Finds the task that is spoken of first. */
export function withTask(turn: RuleTurn, reply: (task: Record<string, unknown>, rest: string) => RuleReply): RuleReply {
  const asked = answerSlot(turn.text, 'task')
  const named = taskSlot(asked.value ?? asked.rest)
  const words = tidied((asked.value ?? asked.rest).replace(VERBS, ' '))
  if (named.value === undefined && words === '') return { text: 'Which task do you mean? Give its number, like TK-12.' }
  // Oldest first: those that only contain the number, as TK-10 does TK-1, are younger.
  const search =
    named.value === undefined ? { q: words.slice(0, 200), isOpen: true } : { q: named.value, sort: 'createdAt' }
  const calls = stillToCall(turn, [{ tool: 'list_tasks', input: { ...search, limit: 20 } }])
  if (calls.length > 0) return { calls }
  const task = pickTask(turn, named.value, words)
  return 'reply' in task ? task.reply : reply(task.item, taskSlot(asked.rest).rest)
}

const VERBS =
  /\b(?:please|can you|could you|complete|finish|close|mark|tick off|start|begin|re-?assign|show|open|status of|as|done|completed|finished|the|my|task|ticket|job|work on)\b|:.*$/gi

/** `TK-12 "Fix the boiler" (Casa Azul, urgent, 2026-11-16 10:00)`. */
export function sentenceOf(task: Record<string, unknown>): string {
  const priority = textIn(task, 'priority')
  const when = [textIn(task, 'scheduledDate'), textIn(task, 'scheduledTime').slice(0, 5)].filter(Boolean).join(' ')
  const details = [textIn(task, 'property.name'), priority === 'NORMAL' ? '' : wordsOf(priority), when].filter(Boolean)
  return `${textIn(task, 'shortId')} "${textIn(task, 'title')}"${details.length > 0 ? ` (${details.join(', ')})` : ''}`
}

/** `IN_PROGRESS` as people say it. */
export function wordsOf(value: string): string {
  return value.toLowerCase().replaceAll('_', ' ')
}

/** Calls a tool only where there is one. */
export function refusingMissing(
  turn: RuleTurn,
  calls: readonly { tool: string; input: Record<string, unknown> }[],
): RuleReply {
  const missing = calls.find(({ tool }) => !turn.tools.has(tool))
  return missing ? { text: `I cannot do that here: I do not have the tool ${missing.tool}.` } : { calls: [...calls] }
}
