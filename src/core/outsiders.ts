import type { Scope, WorkspaceCtx } from './context.ts'
import { canonicalJson } from './canonical-json.ts'
import { sha256 } from './crypto.ts'
import { coreFailures, defineFailures, fail } from './errors.ts'
import { oneLine } from './plain-text.ts'
import type { Outsider } from './schema.ts'
import { isGated, type Tool } from './tool.ts'

type Json = Record<string, unknown>

/** Somebody outside who reads a record at this moment. */
export interface Reader {
  /** Of the link, or of what else lets them read. */
  id: string
  kind: Outsider
  /** Where we know it. */
  name: string | null
}

/** Tells who they are. The links module is the one that knows. */
export interface Outsiders {
  /** `about` are the ids of the records, by the names that arguments have for them. */
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

/** Those who would read at once what these arguments write to what the address names. What is new nobody reads yet. */
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

/** How a reader is known that is no link. */
export function readerId(kind: Outsider, id: string): string {
  return `${kind}:${id}`
}

const BESIDES = 'besides:'

export function isBesides(id: string): boolean {
  return id.startsWith(BESIDES)
}

/** A mark of what a yes is also for, beside the record and its readers; none where that is nothing. */
export async function besidesOf(ctx: WorkspaceCtx, tool: Tool, args: Json): Promise<string[]> {
  const { operation } = tool
  if (!operation.besides || !isGated(tool, args)) return []
  return [`${BESIDES}${sha256(canonicalJson(await operation.besides(ctx, args))).toString('base64url')}`]
}

/**
 * Refuses what somebody outside would read without a person having agreed to it: `agreedTo` are the readers that the
 * person was told of, with the mark of what they see besides. Called in the transaction of the change with its rows held,
 * so that whoever came to read it since the question is seen.
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

/** The same for the person who is asked: who it is, and how many where they have no names. */
export function readersInWords(readers: readonly Reader[]): string[] {
  return [...new Set(readers.map(({ kind }) => kind))].map((kind) => {
    const ofKind = readers.filter((reader) => reader.kind === kind)
    const names = ofKind.map(({ name }) => name).filter((name) => name !== null)
    const unnamed = ofKind.length - names.length
    return `${WORDS[kind]} (${[...names.map(oneLine), ...(unnamed > 0 ? [String(unnamed)] : [])].join(', ')})`
  })
}
