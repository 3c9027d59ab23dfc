/** A piece of what somebody said, and the rest of it. */
export interface Slot {
  value: string | undefined
  rest: string
}

/** Questions of ours. Their answers are put behind what was asked for first, as `home "Casa Azul"`. */
export const QUESTIONS = {
  title: 'What should the task be called?',
  department: 'Which department is it for:',
  home: 'Which home do you mean:',
  person: 'Which person do you mean:',
  task: 'Which task do you mean:',
} as const
export type QuestionKind = keyof typeof QUESTIONS

export function answered(kind: QuestionKind, answer: string): string {
  return `\n${kind} "${answer.replaceAll('"', "'").trim()}"`
}

/** The last answer to a question of that kind. */
export function answerSlot(text: string, kind: QuestionKind): Slot {
  const found = [...text.matchAll(new RegExp(`\\n${kind} "([^"\\n]*)"`, 'g'))]
  return { value: found.at(-1)?.[1], rest: found.reduce((rest, [whole]) => rest.replace(whole, ''), text) }
}

/** Cuts the first match out; its first group that is there is the value. */
export function cut(text: string, pattern: RegExp): Slot {
  const match = pattern.exec(text)
  if (!match) return { value: undefined, rest: text }
  const [whole, ...groups] = match
  const value = groups.find((group) => group !== undefined) ?? whole
  return { value: value.trim(), rest: text.replace(whole, ' ') }
}

const PRIORITY_WORDS: readonly [string, RegExp][] = [
  [
    'URGENT',
    /\b(?:with |as |it is |it['’]s )?(?:(?:most )?urgent(?:ly)?(?: priority)?|asap|an emergency|priority:? urgent)\b/i,
  ],
  ['HIGH', /\b(?:with |as )?(?:a )?(?:high[- ]priority|high prio|priority:? high|(?:most )?important)\b/i],
  ['LOWEST', /\b(?:with |as )?(?:the )?(?:lowest[- ]priority|priority:? lowest)\b/i],
  ['LOW', /\b(?:with |as )?(?:a )?(?:low[- ]priority|low prio|priority:? low|not urgent)\b/i],
  ['NORMAL', /\b(?:with |as )?(?:a )?(?:normal[- ]priority|priority:? normal)\b/i],
]

export function prioritySlot(text: string): Slot {
  // `not urgent` would also match `urgent`.
  const order = /\bnot urgent\b/i.test(text) ? PRIORITY_WORDS.toReversed() : PRIORITY_WORDS
  const found = order.find(([, words]) => words.test(text))
  return found ? { value: found[0], rest: text.replace(found[1], ' ') } : { value: undefined, rest: text }
}

/** `at 14:30`, `at 3 pm`: as `HH:MM`. */
export function timeSlot(text: string): Slot {
  const match = /\b(?:at )?([01]?\d|2[0-3])[:.]([0-5]\d)(?!\d)|\b(?:at )?(1[0-2]|[1-9]) ?(am|pm)\b/i.exec(text)
  if (!match) return { value: undefined, rest: text }
  const [whole, hour, minute = '00', twelve, half = ''] = match
  const hours = hour === undefined ? (Number(twelve) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  return { value: `${String(hours).padStart(2, '0')}:${minute}`, rest: text.replace(whole, ' ') }
}

const TIMES = [
  String.raw`\d{1,2}(?:[:.][0-5]\d)? ?[ap]\.?m\b\.?`,
  String.raw`\d{1,2}[:.h][0-5]\d(?!\d)`,
  String.raw`\d{1,2} ?o['’]clock\b`,
  // A home may be called so, or begin with a number: only where no name goes on.
  String.raw`(?:noon|mid-?day|midnight|night|dawn|dusk|lunch ?time|\d{1,2}h?)(?=\s*(?:[?.!,;\n]|$)|\s+(?:at|in|on|for|or|and)\b)`,
].join('|')
const TIME_OF_DAY = new RegExp(
  String.raw`\b(?:at|by|before|after|around|until|from) (?:about |around )?(?:${TIMES})`,
  'gi',
)

/** `tomorrow morning`, `in the afternoon`; a home may be called so. */
const PART_OF_DAY =
  /(?<!\bat (?:the )?)\b(?:in the |during the |early |late )*(?:morning|afternoon|evening)(?:['’]s)?(?![\p{L}'’-]| \p{Lu})/gu

/** Without times of day, which begin as homes do: `at noon`, `at 11 am`. */
export function withoutTimes(text: string): string {
  return text.replace(TIME_OF_DAY, ' ').replace(PART_OF_DAY, ' ')
}

const NAME = String.raw`(\p{L}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,3})`
const PERSON = new RegExp(
  String.raw`,?\s*\b(?:and )?(?:assign(?:ed)?(?: it| this| that| the task)?(?: to)?|give (?:it|this) to|hand (?:it|this) to) ${NAME}`,
  'u',
)

/** A hyphen is part of a name. If it could also separate names, backtracking would explode. */
const CAPITALS = String.raw`\p{Lu}[\p{L}\p{N}'’-]*(?: (?:(?:da|de|do|dos|das|del|la|le|du|of|the|di) )?[\p{Lu}\p{N}][\p{L}\p{N}'’-]*)*`

/** `a task for Tomás Reis to check the boiler`, or for a home. */
const TASK_FOR = new RegExp(
  String.raw`\b(?:[Tt]ask|[Tt]icket|[Jj]ob) for (?!(?:Today|Tomorrow|\p{Lu}[a-z]+day) to\b)(${CAPITALS}) *(?=to\b)`,
  'u',
)

/** A name that may be a person's, a vendor's or a home's. */
export function eitherSlot(text: string): Slot {
  const name = TASK_FOR.exec(text)?.[1]
  return name === undefined ? { value: undefined, rest: text } : { value: name, rest: text.replace(`for ${name}`, '') }
}

const FOR_WHOM = new RegExp(String.raw`\bfor (${CAPITALS})(?=\s*(?:[,.!?\n]|$))`, 'u')

/** Whom work is for, behind it: `paint the wall for Tomás Reis`. */
export function whomSlot(text: string): Slot {
  return cut(text, FOR_WHOM)
}

const MENTIONED = new RegExp(String.raw`(?<=\p{Ll}\s+)${CAPITALS}`, 'gu')

/** A name of several words within a text, which may be a home's: `clean Casa Azul`. */
export function mentionedIn(text: string): string | undefined {
  return text.match(MENTIONED)?.find((name) => name.includes(' '))
}

export function personSlot(text: string): Slot {
  return cut(text, PERSON)
}

const END = String.raw`(?=[,.:;!?\n"]|\s+(?:to|and|with|because|that|which|needs?|is|has|please|as|on|for|department)\b|\s+at \d|\s*$)`
/** A time that there is not, as `25:00`, is no home either. */
const HOME_AT = new RegExp(String.raw`\bat (?!\d{1,2}[:.]\d)(?:the |property |home )?([^,.:;!?\n"]{2,60}?)${END}`, 'iu')
const HOME_NAMED = new RegExp(String.raw`\b(?:in|for|of|about|property|home) (?:the )?(${CAPITALS})${END}`, 'u')

/** A home by its name: `at casa azul`, `in Casa do Farol`. */
export function homeSlot(text: string): Slot {
  const at = cut(text, HOME_AT)
  return at.value === undefined ? cut(text, HOME_NAMED) : at
}

/** `TK-12`, `#12` or `task 12`: as `TK-12`. */
export function taskSlot(text: string): Slot {
  const match = /\b(?:task )?TK-?(\d{1,9})\b|#\s?(\d{1,9})\b|\btask (?:number |no\.? ?)?(\d{1,9})\b/i.exec(text)
  const number = match?.[1] ?? match?.[2] ?? match?.[3]
  if (!match || number === undefined) return { value: undefined, rest: text }
  return { value: `TK-${Number(number)}`, rest: text.replace(match[0], ' ') }
}

/** In one line, without what is left between commas and at its ends when slots were cut out. */
export function tidied(text: string): string {
  let tidy = text
    .replace(/(?:\s*,)+/g, ',')
    .replace(/\s+/g, ' ')
    .trim()
  for (;;) {
    const next = tidy
      .replace(/^(?:[,.:;!?–-]+|and\b|please\b|that\b|to\b|for\b|on\b)\s*/i, '')
      .replace(/\s*(?:[,.:;!?–-]+|\b(?:and|please|to|for|at|on|by|with|the))$/i, '')
    if (next === tidy) return tidy
    tidy = next
  }
}
