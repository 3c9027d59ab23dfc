import { isDeepStrictEqual } from 'node:util'
import { canonicalJson } from './canonical-json.ts'
import type { WorkspaceCtx } from './context.ts'
import { defineFailures, fail, Refusal } from './errors.ts'
import { besidesOf, readerId, readersInWords, readersOf } from './outsiders.ts'
import { nameOf } from './record-name.ts'
import type { ReadyTool } from './tool-ready.ts'
import { argumentsOf, hashOf } from './tool-run.ts'
import { isGated } from './tool.ts'

type Json = Record<string, unknown>

const failures = defineFailures({
  subject_missing: { status: 404, text: 'What this is about does not exist.' },
})

/** What a person is asked before a gated tool acts, and what the answer is bound to. */
export interface Question {
  tool: string
  /** Of the arguments: a yes to these is no yes to others. */
  argsHash: string
  /** Of what it is about: a yes to this state is no yes to a later one. */
  version: number | null
  preview: Record<string, unknown>
  /**
   * Who outside the company reads it immediately or receives it, as the person is told; a yes covers nobody who comes
   * later. Includes the hash from `besidesOf`.
   */
  readers: string[]
  /** False where a person would agree to nothing: nothing changes, or nobody outside is named after all. */
  isNeeded: boolean
  /** The answer where what is asked for is so already, and no version says that it still is when the change is made. */
  standing: Json | undefined
}

/** Whether the tool itself asks, or somebody outside the company would immediately read what it writes. */
export async function isAskedFirst(ctx: WorkspaceCtx, ready: ReadyTool, args: Json): Promise<boolean> {
  return isGated(ready.tool, args) || (await readersOf(ctx, ready.tool, args)).length > 0
}

export async function questionOf(ctx: WorkspaceCtx, ready: ReadyTool, args: Json): Promise<Question> {
  const { tool } = ready
  const asked = argumentsOf(ready, args)
  const before = tool.subject ? await subjectOf(ctx, ready, args) : undefined
  const version = versionIn(before)
  const { params, query } = tool.operation
  // What is about the address, or about the answer, changes nothing that a person has to agree to.
  const aside = [...Object.keys(params.properties), ...Object.keys(query.properties)]
  const after = Object.fromEntries(Object.entries(asked).filter(([field]) => !aside.includes(field)))
  const outsiders = await outsidersIn(ctx, ready, asked)
  const readers = await readersOf(ctx, tool, args)
  const old = before ? Object.fromEntries(Object.keys(after).map((field) => [field, before[field] ?? null])) : null
  const preview = {
    action: tool.title,
    about: before ? nameOf(before) : null,
    before: old,
    after: { ...after, ...unsaidIn(tool.unsaid, after), ...outsiders?.shown },
    ...(readers.length > 0 && { readAtOnceBy: readersInWords(readers) }),
  }
  const isHeard = tool.outsiders === undefined || outsiders !== undefined || readers.length > 0
  const isNeeded = !isRepeated(ready, version, old, after) && isHeard
  const standing = before && isStanding(ready, old, after) ? ready.render(before) : undefined
  const besides = await besidesOf(ctx, tool, args)
  const ids = [...readers.map(({ id }) => id), ...(outsiders?.ids ?? []), ...besides]
  return { tool: tool.name, argsHash: hashOf(asked), version, preview, readers: ids, isNeeded, standing }
}

/** Put into the state that it is in: what was read answers as the change would. */
function isStanding({ tool: { operation, subject } }: ReadyTool, before: Json | null, after: Json): boolean {
  return (
    operation.methods.includes('PUT') &&
    !operation.conditional &&
    operation.reply === subject?.reply &&
    Object.keys(after).length > 0 &&
    isDeepStrictEqual(before, after)
  )
}

function unsaidIn(unsaid: Readonly<Record<string, string>> = {}, after: Json): Json {
  return Object.fromEntries(Object.entries(unsaid).filter(([field]) => (after[field] ?? null) === null))
}

/** Says what is there already. Only where the version is checked with the change can nobody have made it one meanwhile. */
function isRepeated(
  { tool: { operation } }: ReadyTool,
  version: number | null,
  before: Json | null,
  after: Json,
): boolean {
  return (
    operation.methods.includes('PATCH') && operation.conditional && version !== null && isDeepStrictEqual(before, after)
  )
}

interface Named {
  shown: Json
  /** Reader ids, as in `readerId`. */
  ids: string[]
}

/** Those outside the company, by their names; undefined when none is named. Refuses an id that must be of one and is not. */
async function outsidersIn(ctx: WorkspaceCtx, { tool }: ReadyTool, asked: Json): Promise<Named | undefined> {
  if (!tool.outsiders) return undefined
  const { reader, kind, by, fields, mixed } = tool.outsiders
  const read = async (id: string): Promise<Json> => (await reader.run(ctx, { [by]: id })) as Json
  const shown: Json = {}
  const named: string[] = []
  for (const field of fields) {
    const id = asked[field]
    if (typeof id !== 'string') continue
    shown[field] = nameOf(await read(id))
    named.push(id)
  }
  for (const field of mixed) {
    const ids = asked[field]
    if (!Array.isArray(ids)) continue
    const found = await Promise.all(ids.map((id) => read(String(id)).catch(noneAt404)))
    shown[field] = found.map((one, index) => (one ? nameOf(one) : (ids[index] as string)))
    named.push(...(ids as string[]).filter((_, index) => found[index] !== undefined))
  }
  return named.length > 0 ? { shown, ids: named.map((id) => readerId(kind, id)) } : undefined
}

function noneAt404(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.failure.status !== 404) throw error
}

async function subjectOf(ctx: WorkspaceCtx, ready: ReadyTool, args: Json): Promise<Json> {
  const found = await ready.tool.subject?.run(ctx, pathOf(ready, args))
  return (found as Json | undefined) ?? fail(failures.subject_missing)
}

function pathOf({ tool }: ReadyTool, args: Json): Json {
  const path = Object.keys(tool.subject?.params.properties ?? {}).filter((name) => name !== 'workspaceId')
  return Object.fromEntries(path.map((name) => [name, args[name]]))
}

function versionIn(record: Json | undefined): number | null {
  return typeof record?.['version'] === 'number' ? record['version'] : null
}

/** Which record a call is about, the same for calls about the same one; undefined where it is about none. */
export function recordOf(ready: ReadyTool, args: Json): string | undefined {
  const { subject } = ready.tool
  return subject && `${subject.id} ${canonicalJson(pathOf(ready, args))}`
}

/** The version of that record at this moment; null where it has none, or is gone. */
export async function versionNow(ctx: WorkspaceCtx, ready: ReadyTool, args: Json): Promise<number | null> {
  return versionIn(await subjectOf(ctx, ready, args).catch(noneAt404))
}
