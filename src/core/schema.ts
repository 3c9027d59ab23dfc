import {
  Type,
  type Static,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TString,
  type TUnsafe,
} from 'typebox'

/** One of a list of words. Emits `type` beside `enum`, which clients of the documents expect. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  options: object = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })
}

/** The schema or null, written as `type: [x, 'null']` so that the serializer needs no trial and error. */
export function Nullable<S extends TSchema>(schema: S, options: object = {}): TUnsafe<Static<S> | null> {
  const plain = schema as TSchema & { type?: unknown; enum?: unknown[] }
  if (typeof plain.type !== 'string') return Type.Unsafe({ anyOf: [schema, { type: 'null' }], ...options })
  const values = plain.enum ? { enum: [...plain.enum, null] } : {}
  return Type.Unsafe({ ...schema, type: [plain.type, 'null'], ...values, ...options })
}

/** An object that refuses fields it does not name. */
export function closed<P extends TProperties>(properties: P, options: object = {}): TObject<P> {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** By what an update is found to repeat a field, where not by all of its value. A symbol: no document is to show it. */
export const SAME_BY = Symbol('sameBy')
/** Another object, shown inside this one: its own fields may have changed since it was read. */
export const EMBEDDED = { [SAME_BY]: 'id' } as const
/** What goes on changing while nobody changes the object: whatever was read may be sent back. */
export const MOVING = { [SAME_BY]: 'nothing' } as const

/** At an update, the names of its fields that may be repeated and not changed: nobody is advised to send them. */
export const FIXED = Symbol('fixed')

/** What documents say of a field of which the list of tools, read by models in one piece, has no room to say anything. */
export const IN_DOCUMENTS = Symbol('inDocuments')
export function inDocuments(text: string): { [IN_DOCUMENTS]: string } {
  return { [IN_DOCUMENTS]: text }
}
/** The same schema, of which documents say this. */
export function saying<S extends TSchema>(schema: S, text: string): S {
  return { ...schema, ...inDocuments(text) }
}

/**
 * Who outside the company reads our records: guests in a home's guide, anybody with a link to a task, and vendors that
 * a task is assigned or published to.
 */
export const OUTSIDERS = ['guest', 'technician', 'vendor'] as const
export type Outsider = (typeof OUTSIDERS)[number]

/** Which of them read a field. While anybody does, a model needs a person's approval to write it. */
export const READ_BY = Symbol('readBy')
export function readBy<S extends TSchema>(outsiders: readonly Outsider[], schema: S): S {
  return { ...schema, [READ_BY]: outsiders }
}

/** On the first of two days that something lasts over: if they are turned, what lasts over both is asked for. */
export const LASTS_OVER = Symbol('lastsOver')

/** The same properties, none of them required. */
export function optional<P extends TProperties>(properties: P): { [K in keyof P]: TOptional<P[K]> } {
  const entries = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])
  return Object.fromEntries(entries) as { [K in keyof P]: TOptional<P[K]> }
}

export const Uuid = Type.String({ format: 'uuid', examples: ['0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'] })
export const DateTime = Type.String({ format: 'date-time', examples: ['2026-11-15T09:30:00.000Z'] })
export const DateOnly = Type.String({ format: 'date', examples: ['2026-11-15'] })
export const TimeOfDay = Type.String({ format: 'time-of-day', examples: ['15:00'] })
export const Email = Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.com'] })
export const WorkspaceId = Type.String({
  minLength: 1,
  maxLength: 63,
  ...inDocuments('Id of the workspace: a readable text, no UUID.'),
  examples: ['seaside-homes'],
})

export const Id = Type.String({ ...Uuid, description: 'Given by the service; it never changes.' })
export const CreatedAt = Type.String({ ...DateTime, description: 'When it was made, in UTC.' })
export const UpdatedAt = Type.String({ ...DateTime, description: 'When it last changed, in UTC.' })

/** One character that can be seen: neither blank nor a sign that only shapes others, such as a zero-width space. */
export const SEEN = String.raw`[^\s\p{Cc}\p{Cf}\p{Mn}\p{DI}\u2800]`

/** Text that says something: not empty and not only what nobody sees. */
export function Words(lengthMax: number, options: object = {}): ReturnType<typeof Type.String> {
  return Type.String({ minLength: 1, maxLength: lengthMax, pattern: SEEN, ...options })
}

/** The same on one line, such as a name. */
export function Line(lengthMax: number, options: object = {}): ReturnType<typeof Type.String> {
  return Words(lengthMax, { format: 'one-line', ...options })
}

/** What a slug's words are made of: letters of any script that are not capitals, and digits. */
export const SLUG_CHARACTERS = String.raw`\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}`
export const SLUG_LENGTH_MAX = 110

/** A short name for addresses. */
export function Slug(options: object = {}): ReturnType<typeof Type.String> {
  const pattern = `^[${SLUG_CHARACTERS}]+(-[${SLUG_CHARACTERS}]+)*$`
  return Type.String({ minLength: 1, maxLength: SLUG_LENGTH_MAX, pattern, ...options })
}

/**
 * Workspace-specific fields: whatever JSON can say, bounded by the size of the body. Not `Type.Record`, whose pattern leaves names
 * with a line break out of the answer.
 */
export const CustomFields = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  examples: [{ owner: 'M. Rossi' }],
})

export const WorkspacePath = closed({ workspaceId: WorkspaceId })

export const Paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Page size.' })),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0, description: 'How many items to skip.' }),
  ),
}

const Pagination = Type.Object(
  {
    total: Type.Integer({ description: 'How many match in all.' }),
    limit: Type.Integer({ description: 'The page size that was applied.' }),
    offset: Type.Integer({ description: 'How many were skipped before this page.' }),
    hasMore: Type.Boolean({ description: 'Whether more follow this page.' }),
  },
  {
    $id: 'Pagination',
    description: 'Where this page stands among all that match.',
    examples: [{ total: 120, limit: 50, offset: 0, hasMore: true }],
  },
)

/** The envelope of every list. */
export function Page<S extends TSchema>(items: S, options: { $id?: string } = {}) {
  return Type.Object(
    {
      items: Type.Array(items, { description: 'This page; empty past the end.' }),
      pagination: Pagination,
    },
    options,
  )
}

export const Deleted = Type.Object(
  {
    id: Type.String({ ...Uuid, description: 'Of what was deleted. Asking for it is answered with 404.' }),
    deleted: Type.Literal(true, { description: 'Always true.' }),
    deletedAt: Type.String({ ...DateTime, description: 'In UTC.' }),
  },
  { $id: 'Deleted' },
)

/** Some of these names, with commas between them. */
export function CommaList(names: readonly string[], options: { examples: string[] }): TString {
  const one = `(${names.join('|')})`
  return Type.String({
    pattern: `^${one}(,${one})*$`,
    description: `Comma-separated: ${names.join(', ')}.`,
    ...options,
  })
}

/** The names that a pattern of `CommaList` takes; undefined for any other pattern. */
export function namesIn(pattern: string): string[] | undefined {
  return /^\^\(([\w|]+)\)\(,\(\1\)\)\*\$$/.exec(pattern)?.[1]?.split('|')
}
