import type { TObject, TSchema } from 'typebox'
import { entersWorkspace, type Access, type SCOPES, type WorkspaceAccess } from './access.ts'
import type { Operation } from './operation.ts'
import type { Outside } from './audience.ts'
import { roleSuffices } from './principal.ts'
import { READ_BY, type Outsider } from './schema.ts'
import { outsideToolsOf, type OutsideView } from './tool-outside.ts'

export const TOOLSETS = [
  'context',
  'tasks',
  'properties',
  'reservations',
  'conversations',
  'workforce',
  'knowledge',
  'automations',
] as const
export type Toolset = (typeof TOOLSETS)[number]
type ScopeName = (typeof SCOPES)[number]
type Fields = Record<string, unknown>

interface Choice {
  list: Operation
  /** The argument that takes one of them. */
  names: string
}

/** How a model reaches an operation: a choice of its fields, never a second declaration of them. */
export interface ToolSpec {
  name: string
  title: string
  description: string
  toolset: Toolset
  operation: Operation
  /** For an operation that keys do not reach over REST. */
  scope?: ScopeName
  /** Fields of the operation's input. Paging is added by itself. */
  takes: readonly string[]
  /** Those of them that must be given although the operation can do without. */
  needs?: readonly string[]
  /** Input the tool decides by itself. */
  sets?: Readonly<Fields>
  /** Fields of the answer, of each item of a list: `property.name` takes one of an embedded object. */
  gives: readonly string[]
  /** The operation's answer without what is too much at once for a model, which can ask for the rest. */
  narrows?(answer: unknown, args: Fields): unknown
  effect: 'read' | 'change' | 'destroy'
  /** Something leaves the company: a message, a link, a download. */
  reachesOut?: boolean
  /** Doing it twice is not the same as doing it once. */
  accumulates?: boolean
  /** Asks a person before it is done; a function decides by the arguments. */
  gate?: true | ((args: Fields) => boolean)
  /** The kind of record that it finds by the words in `q`, for the search over all kinds. */
  finds?: string
  /** The kind of record that it reads whole, the argument that names it, and those that add the rest of its texts. */
  fetches?: { kind: string; by: string; texts?: Readonly<Fields> }
  /**
   * Lists whose ids it takes and that have no tool of their own, by what they are called: get_context has them for
   * whoever has the tool, so none may ask for more than the tool does.
   */
  choices?: Readonly<Record<string, Choice>>
  /** Arguments of any tool whose ids it has names for, and what its operation is asked for one by; without it, a list. */
  names?: { fields: readonly string[]; by?: string }
  /** Reads what the change is about, for the question to the person. */
  subject?: Operation
  /** What is so when an argument is left out or null, in words, where the person who is asked has to know it. */
  unsaid?: Readonly<Record<string, string>>
  /** Which outsiders have this tool, and what they get of it. Anybody not listed does not have it. */
  outside?: Partial<Record<Outside, OutsideView>>
  /** Who may be named that is outside the company: the question shows their names, and without one nobody is asked. */
  outsiders?: {
    reader: Operation
    kind: Outsider
    /** How the reader calls the id. */
    by: string
    /** Arguments that name only such, and those that may name one among others. */
    fields: readonly string[]
    mixed: readonly string[]
  }
}

export interface Tool extends Omit<ToolSpec, 'outside'> {
  /** The versions for people outside the company. */
  readonly outside: Partial<Record<Outside, Tool>>
  /** On such a version: whom it is for. */
  readonly audience?: Outside
  readonly says?: string
  /** A member must approve first, whatever the agent's policy; `operation` only finds the subject. */
  readonly asksFirst?: boolean
  /** Scope and role that it needs. */
  readonly access: WorkspaceAccess & { readonly scope: ScopeName }
  /** What the operation reads from these arguments. */
  readonly input: { properties: Record<string, TSchema>; required: string[] }
  /** The answer; of a list its items. */
  readonly output: TSchema
  readonly isPaged: boolean
  /** Arguments that people outside the company read, as declared in their schemas. */
  readonly readOutside: ReadonlyMap<string, readonly Outsider[]>
}

/** Whether any arguments could make it ask a person first. */
export function mayAsk({ gate, readOutside }: Tool): boolean {
  return gate !== undefined || readOutside.size > 0
}

/** Whether its own gate asks a person, regardless of readers. */
export function isGated({ gate }: Tool, args: Fields): boolean {
  return gate === true || (typeof gate === 'function' && gate(args))
}

/** Wrong declarations stop the start: a field that the operation does not have cannot be promised. */
export function tool(spec: ToolSpec): Tool {
  const { operation, name } = spec
  if (!/^[a-z]+(_[a-z]+)*$/.test(name)) throw new Error(`${name} cannot be the name of a tool`)
  const { access } = operation
  if (!entersWorkspace(access)) throw new Error(`${name}: its operation does not enter a workspace`)
  const scope = 'scope' in access ? access.scope : spec.scope
  if (scope === undefined) throw new Error(`${name}: no scope guards it`)
  if (spec.scope !== undefined && spec.scope !== scope) throw new Error(`${name}: its operation has a scope already`)
  const needed = { scope, role: access.role }
  for (const [choice, { list }] of Object.entries(spec.choices ?? {})) {
    if (!covers(needed, list.access)) throw new Error(`${name}: not everybody who has it may read its ${choice}`)
  }
  const isPaged = 'offset' in operation.query.properties
  const input = inputOf(spec)
  const made = {
    ...spec,
    access: needed,
    input,
    readOutside: readOutsideIn(spec, input),
    output: chosen(name, isPaged ? itemsOf(operation.reply) : operation.reply, spec.gives),
    isPaged,
  }
  return { ...made, outside: outsideToolsOf(spec, made, { inputOf, chosen, itemsOf }) }
}

/** Only for writes to a record in the path: reads write nothing, and a new record has no readers yet. */
function readOutsideIn({ effect, operation }: ToolSpec, { properties }: Tool['input']): Tool['readOutside'] {
  const isOfRecord = Object.keys(operation.params.properties).some((name) => name !== 'workspaceId')
  if (effect === 'read' || !isOfRecord) return new Map()
  const declared = Object.entries(properties).map(([field, schema]) => [field, outsidersOf(schema)] as const)
  return new Map(declared.filter(([, outsiders]) => outsiders.length > 0))
}

/** Who outside the company reads this field. */
export function outsidersOf(schema: TSchema): readonly Outsider[] {
  return (schema as { [READ_BY]?: readonly Outsider[] })[READ_BY] ?? []
}

/** Whoever has the first may do what asks for the second; the scope of a tool stands in where keys have none. */
function covers(has: Tool['access'], asked: Access): boolean {
  if (!entersWorkspace(asked) || !roleSuffices(has.role, asked.role)) return false
  return !('scope' in asked) || asked.scope === has.scope
}

function inputOf({ name, operation, takes, needs = [], sets = {}, unsaid = {} }: ToolSpec): Tool['input'] {
  const { workspaceId: _, ...path } = operation.params.properties
  const parts: TObject[] = [operation.query, ...(operation.body ? [operation.body] : [])]
  const known: Record<string, TSchema> = Object.assign({}, path, ...parts.map(({ properties }) => properties))
  const required = new Set([
    ...Object.keys(path),
    ...parts.flatMap((part) => (part as { required?: string[] }).required ?? []),
    ...needs,
  ])
  for (const field of [...takes, ...needs, ...Object.keys(sets), ...Object.keys(unsaid)]) {
    if (!(field in known)) throw new Error(`${name}: its operation takes no ${field}`)
  }
  const missing = [...required].find((field) => !takes.includes(field) && !(field in sets))
  if (missing) throw new Error(`${name}: its operation cannot do without ${missing}`)
  const properties = Object.fromEntries(takes.map((field) => [field, known[field] as TSchema]))
  return { properties, required: takes.filter((field) => required.has(field)) }
}

interface SchemaLike {
  type?: unknown
  properties?: Record<string, TSchema>
  required?: string[]
  items?: TSchema
}

function itemsOf(page: TSchema): TSchema {
  const items = (page as SchemaLike).properties?.['items']
  if (!items) throw new Error('a list answers its items')
  return items
}

/** The chosen fields, in the order they are given; of each item where it is a list. */
function chosen(name: string, schema: TSchema, gives: readonly string[]): TSchema {
  const { type, properties = {}, required = [], items } = schema as SchemaLike
  if (items) return { type, items: chosen(name, items, gives) }
  const fields = [...new Set(gives.map((path) => path.split('.', 1)[0] ?? ''))]
  const picked = fields.map((field) => {
    const known = properties[field]
    if (!known) throw new Error(`${name}: its operation answers no ${field}`)
    const inner = gives.filter((path) => path.startsWith(`${field}.`)).map((path) => path.slice(field.length + 1))
    return [field, inner.length > 0 ? chosen(name, known, inner) : known] as const
  })
  const always = fields.filter((field) => required.includes(field))
  return { type, properties: Object.fromEntries(picked), required: always }
}
