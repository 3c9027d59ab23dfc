import type { TSchema } from 'typebox'
import { isUuid } from './uuid.ts'

type MadeSmall = (value: unknown) => unknown

interface SchemaLike {
  format?: string
  properties?: Record<string, SchemaLike>
  patternProperties?: Record<string, SchemaLike>
  additionalProperties?: SchemaLike | boolean
  items?: SchemaLike
  anyOf?: SchemaLike[]
  oneOf?: SchemaLike[]
  allOf?: SchemaLike[]
}

/**
 * A UUID is the same in capital letters, and some clients write them so; answers and the database have small ones. Made
 * small where it comes in, it can be compared as a text everywhere. Answers the value; objects and lists are changed in
 * place.
 */
export function idsMadeSmall(schema: TSchema): MadeSmall {
  return madeFor(schema) ?? ((value) => value)
}

/** Undefined for a schema that has no place for an id. */
function madeFor(schema: SchemaLike): MadeSmall | undefined {
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return together([
    schema.format === 'uuid' ? idMadeSmall : undefined,
    inFields(schema),
    inItems(schema),
    ...forms.map(madeFor),
  ])
}

function together(some: (MadeSmall | undefined)[]): MadeSmall | undefined {
  const all = some.filter((each) => each !== undefined)
  const [only] = all
  return all.length < 2 ? only : (value) => all.reduce((made, each) => each(made), value)
}

/** Nothing but a whole id: where one may stand, there may be another word in its place. */
function idMadeSmall(value: unknown): unknown {
  return isUuid(value) ? value.toLowerCase() : value
}

function inFields({ properties = {}, patternProperties = {}, additionalProperties = false }: SchemaLike) {
  const plan = new Map(Object.entries(properties).map(([name, schema]) => [name, madeFor(schema)]))
  const others = [additionalProperties, ...Object.values(patternProperties)].filter((each) => typeof each === 'object')
  const other = together(others.map(madeFor))
  if (!together([other, ...plan.values()])) return undefined
  return (value: unknown) => {
    if (!isObject(value)) return value
    // By the names that were sent: they are few, and those that could be are many.
    for (const name of Object.keys(value)) {
      const made = plan.has(name) ? plan.get(name) : other
      if (made) change(value, name, made)
    }
    return value
  }
}

function inItems({ items }: SchemaLike): MadeSmall | undefined {
  const made = items && madeFor(items)
  if (!made) return undefined
  return (value) => {
    if (Array.isArray(value)) for (const index of value.keys()) change(value, index, made)
    return value
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function change<Place extends string | number>(whole: Record<Place, unknown>, place: Place, made: MadeSmall): void {
  const before = whole[place]
  const after = made(before)
  if (after !== before) whole[place] = after
}
