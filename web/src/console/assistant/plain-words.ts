/** `scheduledDate` and `list_tasks` as people would write them. */
export function spaced(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
    .replace(/ ids?$/, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export interface Question {
  title: string
  /** What changes, field by field. */
  changes: { field: string; before: string | undefined; after: string }[]
  /** What is said besides. */
  rest: string[]
}

const FIELD = /^([a-z][A-Za-z]*):(?: (.*))?$/
const ARROW = ' → '
const QUOTED = /^> ?/

/** An approval's question: what will be done, and each field that changes. Leaves nothing out. */
export function questionIn(message: string): Question {
  const [title = '', ...lines] = message.split('\n')
  const question: Question = { title, changes: [], rest: [] }
  for (const line of lines) {
    const last = question.changes.at(-1)
    const [, field, text = ''] = FIELD.exec(line) ?? []
    if (field !== undefined) {
      const at = text.indexOf(ARROW)
      const [before, after] = at === -1 ? [undefined, text] : [text.slice(0, at), text.slice(at + ARROW.length)]
      question.changes.push({ field, before, after })
      // Multiline values are quoted below their field, with an arrow between old and new.
    } else if (last && line === ARROW.trim() && last.before === undefined) {
      last.before = last.after
      last.after = ''
    } else if (last) last.after += `${last.after === '' ? '' : '\n'}${line.replace(QUOTED, '')}`
    else if (line.trim() !== '') question.rest.push(line)
  }
  return question
}

/** `IN_PROGRESS`: one of the words that only programs use. */
const CODE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/

interface Saying {
  /** A text as people write it. */
  said(text: string): string
  /** Yes, no and what programs write in capitals, in the reader's words. */
  values: Readonly<Record<string, string>>
}

function isBare(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isBare)
  return typeof value !== 'string' || CODE.test(value)
}

/** A value of a tool as a line of text. */
function valueText(value: unknown, saying: Saying): string {
  if (Array.isArray(value)) return value.map((each) => valueText(each, saying)).join(', ')
  if (typeof value === 'boolean') return saying.values[String(value)] ?? String(value)
  if (typeof value !== 'string') return JSON.stringify(value) ?? ''
  return CODE.test(value) ? (saying.values[value] ?? value) : saying.said(value)
}

export interface ToolField {
  field: string
  text: string
  /** It says nothing without the name of its field. */
  isBare: boolean
}

/** The fields of an input; undefined while it is not whole, or when it is no object. */
export function fieldsIn(json: string, saying: Saying): ToolField[] | undefined {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.entries(value).map(([field, each]) => ({
      field,
      text: valueText(each, saying),
      isBare: isBare(each),
    }))
  } catch {
    return undefined
  }
}

/** Laid out for reading, where it can be. */
export function laidOut(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
