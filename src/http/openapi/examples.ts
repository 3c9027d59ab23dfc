import type { TSchema } from 'typebox'

interface Exemplified {
  examples?: unknown[]
  const?: unknown
  default?: unknown
  enum?: unknown[]
  properties?: Record<string, TSchema>
  items?: TSchema
}

/** An example of what the schema describes: its own, or one put together from those of its parts. */
export function exampleOf(schema: TSchema, where: string): unknown {
  const {
    examples = [],
    const: constant,
    default: preset,
    enum: values = [],
    properties,
    items,
  } = schema as Exemplified
  const example = examples[0] ?? constant ?? preset ?? values[0]
  if (example !== undefined) return example
  if (properties) return exampleOfObject(properties, where)
  if (items) return [exampleOf(items, `${where}[]`)]
  throw new Error(`${where} needs an example for the reference: add \`examples\` to its schema`)
}

function exampleOfObject(properties: Record<string, TSchema>, where: string): unknown {
  const { items, pagination } = properties
  // The envelope of a list: its numbers must fit the one item shown.
  if (items && pagination) {
    return { items: exampleOf(items, `${where}.items`), pagination: { total: 1, limit: 50, offset: 0, hasMore: false } }
  }
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema, `${where}.${name}`)]),
  )
}
