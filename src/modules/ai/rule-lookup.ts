import { daysIn } from './rule-day.ts'
import { pickDepartment, pickHome } from './rule-pick.ts'
import {
  answerOf,
  itemsOf,
  LISTED_MAX,
  listing,
  ofTheFirst,
  stillToCall,
  textIn,
  totalOf,
  type Intent,
  type RuleTurn,
} from './rule-reply.ts'
import { answerSlot, cut, homeSlot, tidied, withoutTimes, type Slot } from './rule-slot.ts'
import { refusingMissing, wordsOf } from './rule-task.ts'
import { NOT } from './rule-task-state.ts'
import { unknownIn } from './rule-words.ts'

type Item = Record<string, unknown>

const PAGE = 50

const ASKS =
  /\b(?:what|which|show|list|any|give me|tell me|are there|do we have|how many|see|find|get|today['’]?s|all)\b/i

export const whoIsFree: Intent = {
  example: 'Who is free tomorrow?',
  tools: ['get_workload'],
  isMeant: (text) =>
    /\b(?:who(?:['’]s| is| are| can| has)?|any(?:one|body)|(?:which|what|any) (?:people|staff|colleagues|vendors?|cleaners?|technicians?))\b.*\b(?:free|available|working|time|busy|help)\b|\b(?:availability|workload)\b/i.test(
      text,
    ),
  reply(turn) {
    const unknown = unknownHours(turn.text)
    if (unknown !== undefined) return { text: unknown }
    const days = daysIn(turn.text, turn.today) ?? { from: turn.today, to: turn.today, said: 'today' }
    const asked = answerSlot(turn.text, 'department').value
    const named =
      asked ??
      cut(turn.text, /\b(?:in|from|of|for) (?:the )?([\p{L}]+(?: [\p{L}]+)?)(?: department| team)?(?=[?.!]|\s*$)/iu)
        .value
    const isDepartment = named !== undefined && daysIn(named, turn.today) === undefined
    const first = stillToCall(turn, [isDepartment ? { tool: 'list_departments', input: {} } : undefined])
    if (first.length > 0) return { calls: first }
    const department = isDepartment ? pickDepartment(turn, named, '') : undefined
    if (department && 'reply' in department) return department.reply
    const input = {
      from: days.from,
      to: days.to,
      kind: 'user',
      ...(department && { departmentId: department.item['id'] }),
      limit: PAGE,
    }
    const answer = answerOf(turn, 'get_workload')
    if (!answer) return { calls: [{ tool: 'get_workload', input }] }
    return { text: freeTimes(itemsOf(answer), `${days.said}${ofTheFirst(answer, 'people')}`) }
  },
}

const BUSY = new RegExp(
  String.raw`(?<!${NOT}(?: (?:so|too|that|very))? )\bbusy\b|${NOT} (?:free|available|working|have (?:any )?time)\b|\bwho can(?:not|['’]t) help\b`,
  'i',
)

/** Whose hours cannot be told: all others would be another answer. */
function unknownHours(text: string): string | undefined {
  if (/\bvendors?\b/i.test(text)) return 'I cannot tell when vendors are free: their hours are not known.'
  if (BUSY.test(text)) return 'I cannot tell who is busy, only who is free.'
  const trade = /\b(?:cleaner|technician)s?\b/i.exec(text)?.[0]
  return trade && `I cannot tell who is one of the ${trade}. Ask by department, as in: who is free in maintenance?`
}

function freeTimes(people: readonly Item[], said: string): string {
  const times = people.map((person) => {
    const days = itemsOf({ items: person['days'] })
    const known = days.filter((day) => typeof day['availableMinutes'] === 'number')
    const sum = (field: string) => days.reduce((total, day) => total + Number(day[field] ?? 0), 0)
    const name = textIn(person, 'name')
    const free = sum('availableMinutes') - sum('estimatedMinutes')
    return { name, free, isKnown: known.length > 0, tasks: sum('openTasks') }
  })
  const free = times.filter((time) => time.isKnown && time.free > 0).toSorted((left, right) => right.free - left.free)
  if (free.length === 0) return `Nobody has free time that I know of (${said}).`
  const lines = free
    .slice(0, LISTED_MAX)
    .map(({ name, free, tasks }) => `- ${name}: ${hours(free)} free, ${tasks} open ${tasks === 1 ? 'task' : 'tasks'}`)
  const unknown = times.filter(({ isKnown }) => !isKnown).map(({ name }) => name)
  return [
    `Free (${said}):`,
    ...lines,
    ...(unknown.length > 0 ? [`No hours are known of ${unknown.slice(0, LISTED_MAX).join(', ')}.`] : []),
  ].join('\n')
}

function hours(minutes: number): string {
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [whole > 0 ? `${whole} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ')
}

const STAY_WORDS =
  'reservation reservations booking bookings check checks checking checkin checkins checkout checkouts ins out outs arrival arrivals arrive arrives arriving departure departures depart departs departing leave leaves leaving stay stays staying guest guests who cancelled canceled cancellation cancellations'
const CANCELLED = /\bcancell?(?:ed|ations?)\b/i
const NOT_CANCELLED = new RegExp(String.raw`${NOT} cancell?ed\b`, 'i')
/** Guests are there, and need not be at one home. */
const IN_HOUSE = /\bin[- ]house\b/i

export const stays: Intent = {
  example: 'Which check-ins are there today?',
  tools: ['list_reservations'],
  isMeant: (text) =>
    /\b(?:reservations?|bookings?|check(?:s|ing)?[- ]?(?:ins?|outs?)|arrivals?|departures?|arriv(?:es?|ing)|leav(?:es?|ing)|stays|staying|guests)\b/i.test(
      text,
    ) &&
    (ASKS.test(text) || /\bwho\b/i.test(text) || /^\s*\S+(?: \S+){0,3}\s*\??$/.test(text)),
  reply(turn) {
    const asked = answerSlot(turn.text, 'home')
    const named = daysIn(asked.rest, turn.today)
    const days = named ?? { from: turn.today, to: turn.today, said: 'today' }
    const dayless = named?.rest ?? asked.rest
    const timeless = withoutTimes(dayless)
    const slot = homeSlot(tidied(timeless))
    const unknown = unknownIn(slot.rest.replace(NOT_CANCELLED, ' ').replace(IN_HOUSE, ' '), STAY_WORDS)
    if (unknown !== undefined) return { text: passedOver('stays', unknown) }
    const home = asked.value ?? slot.value
    const homes = stillToCall(turn, [
      home === undefined ? undefined : { tool: 'list_properties', input: { q: home, limit: 10 } },
    ])
    if (homes.length > 0) return refusingMissing(turn, homes)
    const place = home === undefined ? undefined : pickHome(turn, home)
    if (place && 'reply' in place) return place.reply
    const at = place ? { propertyId: place.item['id'] } : {}
    const answer = answerOf(turn, 'list_reservations')
    const input = { from: days.from, to: days.to, ...at, limit: PAGE }
    if (!answer) return { calls: [{ tool: 'list_reservations', input }] }
    const isBetween = (day: string) => day >= days.from && day <= days.to
    const [isArrival, isDeparture] = [
      /\bcheck(?:s|ing)?[- ]?ins?\b|arriv/i,
      /\bcheck(?:s|ing)?[- ]?outs?\b|depart|leav/i,
    ].map((words) => words.test(turn.text))
    const isCancelled = CANCELLED.test(turn.text.replace(NOT_CANCELLED, ' '))
    const found = itemsOf(answer).filter((stay) => {
      if ((textIn(stay, 'status') === 'CANCELLED') !== isCancelled) return false
      if (!isArrival && !isDeparture) return true
      return (
        (isArrival && isBetween(textIn(stay, 'checkinDate'))) ||
        (isDeparture && isBetween(textIn(stay, 'checkoutDate')))
      )
    })
    const kind = isArrival === isDeparture ? 'stay' : isArrival ? 'check-in' : 'check-out'
    const things = `${kind}${found.length === 1 ? '' : 's'}`
    const what = `${isCancelled ? 'cancelled ' : ''}${things}${place ? ` at ${textIn(place.item, 'name')}` : ''}`
    const anyTime = timeless === dayless ? '' : ', at any time of day'
    const said = `${days.said}${anyTime}${ofTheFirst(answer, 'stays')}`
    if (found.length === 0) return { text: `There are no ${what} (${said}).` }
    return { text: listing(`${found.length} ${what} (${said}):`, found, stayLine, found.length) }
  },
}

function stayLine(stay: Item): string {
  const guest = textIn(stay, 'guestName') || 'guest not named'
  const times = `${textIn(stay, 'checkinDate')} to ${textIn(stay, 'checkoutDate')}`
  return `${textIn(stay, 'propertyName')}: ${guest}, ${times}, ${wordsOf(textIn(stay, 'status'))}`
}

function passedOver(things: string, unknown: string): string {
  return `I cannot tell which ${things} are meant by "${unknown}".`
}

/** Lists that take no more than a word. */
function plainList(spec: {
  example: string
  tool: string
  words: RegExp
  noun: string
  /** Which of them were asked for, in a word. */
  kind?: (text: string) => string
  input: (text: string) => Item
  /** What is left of the question behind what the input takes of it. */
  rest?: (text: string) => string
  /** The words for what is listed. */
  own: string
  line: (item: Item) => string
}): Intent {
  const { example, tool, words, noun, kind = () => '', input, rest = (text) => text, own, line } = spec
  return {
    example,
    tools: [tool],
    isMeant: (text) => words.test(text),
    reply(turn: RuleTurn) {
      const unknown = unknownIn(rest(turn.text), own)
      if (unknown !== undefined) return { text: passedOver(noun, unknown) }
      const answer = answerOf(turn, tool)
      if (!answer) return { calls: [{ tool, input: input(turn.text) }] }
      const found = itemsOf(answer)
      const what = [kind(turn.text), noun].filter(Boolean).join(' ')
      if (found.length === 0) return { text: `I find no ${what}.` }
      return { text: listing(`${totalOf(answer)} ${what}:`, found, line, totalOf(answer)) }
    },
  }
}

const HOME_STATUS = /\b(?:in)?active\b|\bprospects?\b|\bonboarding\b|\bat[- ]risk\b/i

/** As the list of homes calls it; undefined when no status is spoken of. */
function homeStatus(text: string): string | undefined {
  const said = HOME_STATUS.exec(text)?.[0].toUpperCase()
  return said?.replace(/[- ]/, '_').replace(/^PROSPECTS$/, 'PROSPECT')
}

function homeIn(text: string): Slot {
  return homeSlot(text.replace(HOME_STATUS, ' '))
}

export const homes = plainList({
  example: 'List the properties in Lisbon',
  tool: 'list_properties',
  words:
    /\b(?:[Pp]roperties|[Hh]omes|[Aa]partments|[Hh]ouses|[Vv]illas|[Ll]istings|[Pp]roperty|home)\b|\b(?:[Tt]ell me|[Ii]nformation|[Dd]etails) (?:about|on|of) (?=.*\p{Lu})/u,
  noun: 'properties',
  own: 'property properties home homes apartment apartments house houses villa villas listing listings information details',
  rest: (text) => homeIn(text).rest,
  kind: (text) => wordsOf(homeStatus(text) ?? ''),
  input(text) {
    const status = homeStatus(text)
    const home = homeIn(text).value
    return { limit: PAGE, ...(status !== undefined && { status }), ...(home !== undefined && { q: home }) }
  },
  line: (home) =>
    [textIn(home, 'name'), textIn(home, 'internalCode'), textIn(home, 'city'), wordsOf(textIn(home, 'status'))]
      .filter(Boolean)
      .join(', '),
})

export const people = plainList({
  example: 'Who is on the team?',
  tool: 'list_people',
  words: /\b(?:people|team|staff|colleagues|vendors?|cleaners|technicians)\b/i,
  noun: 'people and vendors',
  own: 'people team staff colleagues member members everyone everybody vendor vendors who work works working here',
  input: (text) => ({ limit: PAGE, ...(/\bvendors?\b/i.test(text) && { kind: 'vendor' }) }),
  line: (person) => [textIn(person, 'name'), person['kind'] === 'vendor' ? 'vendor' : ''].filter(Boolean).join(', '),
})

const UNREAD = /\b(?:unread|new)\b/i

export const unread = plainList({
  example: 'Unread messages',
  tool: 'list_conversations',
  words: /\b(?:messages|conversations|inbox|unread)\b/i,
  noun: 'conversations',
  own: 'message messages conversation conversations inbox unread new guest guests',
  kind: (text) => (UNREAD.test(text) ? 'unread' : ''),
  input: (text) => ({ limit: 20, ...(UNREAD.test(text) && { unread: true }) }),
  line: (talk) =>
    [textIn(talk, 'contactName') || 'somebody', textIn(talk, 'subject'), textIn(talk, 'propertyName')]
      .filter(Boolean)
      .join(', '),
})

export const departments = plainList({
  example: 'List the departments',
  tool: 'list_departments',
  words: /\bdepartments\b/i,
  noun: 'departments',
  own: 'departments',
  input: () => ({}),
  line: (department) => textIn(department, 'name'),
})
