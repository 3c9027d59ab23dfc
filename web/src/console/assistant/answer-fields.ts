/** One field of the form by which a person answers. */
export interface AnswerField {
  name: string
  kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice'
  isRequired: boolean
  options: string[]
  title: string | undefined
}

/** The fields of the JSON Schema of an object. What is no plain value is asked for as text. */
export function answerFields(schema: Record<string, unknown>): AnswerField[] {
  const { properties, required } = schema
  const needed = Array.isArray(required) ? required : []
  return Object.entries(record(properties)).map(([name, each]) => {
    const { type, enum: values, title } = record(each)
    const options = Array.isArray(values) ? values.map(String) : []
    const plain = (['number', 'integer', 'boolean'] as const).find((kind) => kind === type)
    return {
      name,
      kind: options.length > 0 ? 'choice' : (plain ?? 'text'),
      isRequired: needed.includes(name),
      options,
      title: typeof title === 'string' ? title : undefined,
    }
  })
}

/** What was filled in, in the types that the schema wants; what was left empty is left out. */
export function answerOf(fields: readonly AnswerField[], form: Pick<FormData, 'get'>): Record<string, unknown> {
  const entries = fields.flatMap(({ name, kind }): [string, unknown][] => {
    const text = String(form.get(name) ?? '').trim()
    if (kind === 'boolean') return [[name, text !== '']]
    if (text === '') return []
    return [[name, kind === 'number' || kind === 'integer' ? Number(text) : text]]
  })
  return Object.fromEntries(entries)
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
