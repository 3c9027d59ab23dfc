import {
  BOX,
  CLEAR_LINK,
  CODE,
  DOOR,
  HAS_CODE,
  LINK,
  OF_WHAT,
  OPEN,
  ROOM,
  SMALL_WORDS,
  UNIT,
  USE,
  USE_WORDS,
} from './door-code-words.rules.ts'

/** Only so much around a number is looked at: texts are long, and further away nobody means it. */
const AROUND = 100

/** `4711`, `#4711#`, `12*34`, `B1234`, `47 11`, `123 456`, `4 7 1 1`: a code only by what is said around it. */
const NUMBER =
  /(?<![\p{L}\p{N}_+€$£]|\d[-:.,/]|[€$£] )(?:\d(?: \d){2,7}|\d{2}(?: \d{2}){1,3}|\d{3}[ -]\d{3}|#?[a-z]?\d(?:[*#-]{0,2}\d){2,11}[a-z]?#?)(?![\p{L}\p{N}_]|[.,:/]\d)/giu
const DATE = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}-\d{1,2}-\d{2,4})$/

const MARKS = '[ \\n:=#"\'“”„«»*`(\\[_>–→-]{0,8}'
const LINKS = `(?: ${LINK}\\b){0,4}`
const before = (words: string): RegExp => new RegExp(`(?<![a-z0-9])${words}${MARKS}$`)
const after = (words: string): RegExp => new RegExp(`^["'”»*)\\]]{0,3}${words}`)

const NAMED_BEFORE = [
  // door code for the garage will be 4711
  before(`${CODE}${OF_WHAT}${LINKS}`),
  // code of the little house behind is 4711
  before(`${CODE}[^\\n.,;!?]{0,50}(?:[ ]${CLEAR_LINK}|[:=])`),
  // lockbox: 4711
  before(`${BOX}${LINKS}`),
  before(`${DOOR} ?[:=#]`),
]
/** `door 204` is a door, `door 4711` more likely a code. */
const DOOR_BEFORE = before(`${DOOR}${LINKS}`)
const NAMED_AFTER = [
  // 4711 is the new code, 4711 (door code)
  after(
    ` ?(?:[=(:–-]|as|is|was|will be|are|es|como|sera|e|est|comme|ist|als|wird)${SMALL_WORDS}(?:[ -]?${HAS_CODE}){0,2} ?${CODE}`,
  ),
  // 4711 opens the gate
  after(` ${OPEN}${SMALL_WORDS} ${HAS_CODE}`),
]
const USED = before(`${USE}${USE_WORDS}`)
const TYPED_AFTER = after(' (?:ein|eingeben|eintippen|eingegeben)\\b')
const AT_A_DOOR = new RegExp(`\\b(?:${OPEN}|${HAS_CODE})`)
/** Without one of these nothing is a code. */
const HINT = new RegExp(`${CODE}|\\b(?:${OPEN}|${HAS_CODE})`)
const SENTENCE_END = /[.!?\n]/
const NUMBERED_BEFORE = before(`${ROOM}(?: (?:no|number|numero|nummer|nr)\\b\\.?)?`)
const COUNTED = new RegExp(UNIT)
/** Between a code and the next. */
const AND = new RegExp(`^ ?(?:,|/|;|and|or|then|y|o|e|ou|et|und|oder)(?:${SMALL_WORDS} ${HAS_CODE})?${LINKS}${MARKS}$`)

/** Puts something else in the place of every door code. A number is only a code beside the words that say so. */
export function replaceDoorCodes(text: string, put: (code: string) => string): string {
  let replaced = ''
  let at = 0
  let codeEnd = -Infinity
  const plain = unaccented(text)
  for (const { 0: found, index } of text.matchAll(NUMBER)) {
    const end = index + found.length
    const follows = index - codeEnd < AROUND / 2 && AND.test(evened(plain.slice(codeEnd, index)))
    if (!isCode(plain, { found, index, end, follows })) continue
    replaced += text.slice(at, index) + put(found)
    at = codeEnd = end
  }
  return replaced + text.slice(at)
}

function isCode(
  text: string,
  { found, index, end, follows }: { found: string; index: number; end: number; follows: boolean },
): boolean {
  if (DATE.test(found)) return false
  const behind = evened(text.slice(end, end + AROUND))
  const ahead = evened(text.slice(0, index).trimEnd().slice(-AROUND))
  if (!(follows || HINT.test(ahead) || HINT.test(behind)) || COUNTED.test(behind)) return false
  if (NAMED_BEFORE.some((words) => words.test(ahead))) return true
  if (NUMBERED_BEFORE.test(ahead)) return false
  if (follows || NAMED_AFTER.some((words) => words.test(behind))) return true
  if (found.length > 3 && DOOR_BEFORE.test(ahead)) return true
  if (!USED.test(ahead) && !TYPED_AFTER.test(behind)) return false
  return (
    AT_A_DOOR.test(behind.split(SENTENCE_END, 1)[0] ?? '') || AT_A_DOOR.test(ahead.split(SENTENCE_END).at(-1) ?? '')
  )
}

/** As the words are listed, and as long as it was, so that what is found has the same place in both. */
function unaccented(text: string): string {
  return text
    .replace(/[\u00C0-\u024F]/g, (letter) => letter.normalize('NFD').charAt(0))
    .replace(/[’`´]/g, "'")
    .toLowerCase()
}

/** Spaces and the marks of letters that are written in two parts do not count. */
function evened(text: string): string {
  return text
    .replace(/\p{M}/gu, '')
    .replace(/\b([dl])'/g, '$1 ')
    .replace(/[^\S\n]+/g, ' ')
}
