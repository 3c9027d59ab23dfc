import type { Scope, WorkspaceCtx } from './context.ts'
import { canonicalJson } from './canonical-json.ts'
import { sha256 } from './crypto.ts'
import { coreFailures, defineFailures, fail } from './errors.ts'
import { oneLine } from './plain-text.ts'
import type { Outsider } from './schema.ts'
import { isGated, type Tool } from './tool.ts'

type Json = Record<string, unknown>

/** Somebody outside the company who can currently read a record. */
export interface Reader {
  /** The id of the link, or of whatever else gives them access. */
  id: string
  kind: Outsider
  /** null when unknown. */
  name: string | null
}

/** Finds a record's readers outside the company. Implemented by the links module. */
export interface Outsiders {
  /** `about` maps argument names, such as `taskId`, to the ids of the records. */
  readersOf(
    ctx: Scope & { now: Date },
    kinds: ReadonlySet<Outsider>,
    about: Readonly<Record<string, string>>,
  ): Promise<Reader[]>
}

const failures = defineFailures({
  read_outside: {
    status: 409,
    text: 'Somebody outside the company can read this right now, and nobody was asked about it. Nothing was changed. Make the call again so that a person is asked first.',
  },
})

/** Who would immediately see what these arguments write to the record in the path. A new record has no readers yet. */
export async function readersOf(ctx: WorkspaceCtx, { readOutside, operation }: Tool, args: Json): Promise<Reader[]> {
  const kinds = new Set([...readOutside].flatMap(([field, outsiders]) => (field in args ? outsiders : [])))
  const about = Object.fromEntries(
    Object.keys(operation.params.properties).flatMap((name) => {
      const id = args[name]
      return typeof id === 'string' ? [[name, id]] : []
    }),
  )
  return kinds.size > 0 && Object.keys(about).length > 0 ? ctx.services.outsiders.readersOf(ctx, kinds, about) : []
}

/** The id of a reader who has no link. */
export function readerId(kind: Outsider, id: string): string {
  return `${kind}:${id}`
}

const BESIDES = 'besides:'

export function isBesides(id: string): boolean {
  return id.startsWith(BESIDES)
}

/** A hash of what a yes covers besides the record and its readers; empty if that is nothing. */
export async function besidesOf(ctx: WorkspaceCtx, tool: Tool, args: Json): Promise<string[]> {
  const { operation } = tool
  if (!operation.besides || !isGated(tool, args)) return []
  return [`${BESIDES}${sha256(canonicalJson(await operation.besides(ctx, args))).toString('base64url')}`]
}

/**
 * Refuses to show a change to anybody outside whom the person who agreed was not told about. `agreedTo` lists the
 * readers they were told about, plus the hash from `besidesOf`. Call it in the change's transaction with the rows
 * locked, to catch readers added since the question.
 */
export async function assertAgreed(
  ctx: WorkspaceCtx,
  tool: Tool,
  args: Json,
  agreedTo: readonly string[],
): Promise<void> {
  const readers = await readersOf(ctx, tool, args)
  if (readers.some(({ id }) => !agreedTo.includes(id))) fail(failures.read_outside)
  const besides = await besidesOf(ctx, tool, args)
  if (besides.some((mark) => !agreedTo.includes(mark))) fail(coreFailures.precondition_failed)
}

const WORDS: Record<Outsider, string> = {
  guest: 'guests with a link to the guide of the home',
  technician: 'whoever has a link to the task',
  vendor: 'vendors on the task',
}

/** The readers in words for the person who is asked: names, and a count of those without one. */
export function readersInWords(readers: readonly Reader[]): string[] {
  return [...new Set(readers.map(({ kind }) => kind))].map((kind) => {
    const ofKind = readers.filter((reader) => reader.kind === kind)
    const names = ofKind.map(({ name }) => name).filter((name) => name !== null)
    const unnamed = ofKind.length - names.length
    return `${WORDS[kind]} (${[...names.map(oneLine), ...(unnamed > 0 ? [String(unnamed)] : [])].join(', ')})`
  })
}
