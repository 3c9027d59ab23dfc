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

const FIELD = /^([a-z][A-Za-z]*): (.*)$/

/** The question of an approval: what is done, and each field that changes. */
export function questionIn(message: string): Question {
  const [title = '', ...lines] = message.split('\n')
  const question: Question = { title, changes: [], rest: [] }
  for (const line of lines) {
    const [, field, text = ''] = FIELD.exec(line) ?? []
    const last = question.changes.at(-1)
    if (field !== undefined) {
      const [before, after] = text.split(' → ', 2)
      if (after === undefined) question.changes.push({ field, before: undefined, after: before ?? '' })
      else question.changes.push({ field, before, after })
      // A text of several lines goes on below its field.
    } else if (last) last.after += `\n${line}`
    else if (line.trim() !== '') question.rest.push(line)
  }
  return question
}

/** A value of a tool as a line of text. */
function valueText(value: unknown, said: (text: string) => string): string {
  if (typeof value === 'string') return said(value)
  if (Array.isArray(value)) return value.map((each) => valueText(each, said)).join(', ')
  return JSON.stringify(value) ?? ''
}

/** The fields of an input; undefined while it is not whole, or when it is no object. */
export function fieldsIn(json: string, said: (text: string) => string): [string, string][] | undefined {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.entries(value).map(([field, each]) => [field, valueText(each, said)])
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
