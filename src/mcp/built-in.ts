import { defineFailures, fail, type Fault } from '#core/errors.ts'
import type { WorkspaceCtx } from '#core/context.ts'
import type { Listed } from '#core/paging.ts'
import { wholeEnd } from '#core/plain-text.ts'
import { nameOf } from '#core/record-name.ts'
import { TOOLSETS, type Tool } from '#core/tool.ts'
import { mayUse, type Caller } from '#core/tool-caller.ts'
import { WHOLE_CHARS } from '#core/tool-fit.ts'
import type { ReadyTool } from '#core/tool-ready.ts'
import { contextFor } from '#core/tool-run.ts'
import { bodyValidator } from '#core/validate.ts'
import { dayIn } from '#core/zoned-time.ts'
import { perform } from './call.ts'
import type { ServerParts } from './server.ts'

type Json = Record<string, unknown>

const failures = defineFailures({
  kind_unknown: { status: 400, text: 'Ids for fetch come from search and look like task:<id>, or TK-12 for a task.' },
  record_not_found: { status: 404, text: 'No such record, or nothing that you may read.' },
  not_read_whole: { status: 400, text: 'Records of this kind are not read one by one.' },
})

/** Tools of the tool server itself, over all the others. They only read. */
export interface BuiltIn {
  name: string
  title: string
  description: string
  inputSchema: Json
  outputSchema: Json
  check(args: unknown): Fault[]
  run(parts: ServerParts, caller: Caller, args: Json): Promise<Json>
}

const HITS_MAX = 5
const CHOICES_MAX = 100

export const builtIns: readonly BuiltIn[] = [
  builtIn({
    name: 'get_context',
    title: 'Where am I',
    description: 'The workspace, who is calling, what may be used, and the date there. Call it first.',
    takes: {},
    gives: {
      workspace: 'object',
      caller: 'object',
      isReadOnly: 'boolean',
      toolsets: 'array',
      templates: 'array',
      today: 'string',
      now: 'string',
    },
    run: contextOf,
  }),
  builtIn({
    name: 'search',
    title: 'Search everything',
    description: 'Finds records of every kind by words; fetch reads one whole.',
    takes: { query: { type: 'string', minLength: 1, maxLength: 200 } },
    gives: { results: 'array' },
    run: search,
  }),
  builtIn({
    name: 'fetch',
    title: 'Read a record',
    description: 'One record by an id from search, or a task by its short id such as TK-12.',
    takes: { id: { type: 'string', minLength: 1, maxLength: 200 } },
    mayTake: {
      textFrom: {
        type: 'integer',
        minimum: 0,
        description: 'Reads on in truncated texts, also of comments, from this character of the whole text.',
      },
    },
    gives: { id: 'string', kind: 'string', record: 'object' },
    run: fetchRecord,
  }),
]

function builtIn(spec: {
  name: string
  title: string
  description: string
  takes: Json
  mayTake?: Json
  gives: Record<string, string>
  run: BuiltIn['run']
}): BuiltIn {
  const { takes, mayTake = {}, gives, ...rest } = spec
  const taken = { ...takes, ...mayTake }
  const inputSchema = { type: 'object', properties: taken, required: Object.keys(takes), additionalProperties: false }
  const properties = Object.fromEntries(Object.entries(gives).map(([name, type]) => [name, { type }]))
  return {
    ...rest,
    inputSchema,
    outputSchema: { type: 'object', properties },
    check: bodyValidator(inputSchema),
  }
}

async function contextOf(parts: ServerParts, caller: Caller): Promise<Json> {
  const ctx = contextFor(parts, caller, parts.pool)
  const settings = (await parts.workspace.run(ctx, {})) as Record<'id' | 'name' | 'timezone' | 'currency', string>
  const { id, name, timezone, currency } = settings
  const { principal } = caller
  const usable = parts.tools.map(({ tool }) => tool).filter((tool) => mayUse(caller, tool))
  return {
    workspace: { id, name, timezone, currency, consoleUrl: `${parts.services.settings.appUrl}/w/${id}` },
    caller: {
      kind: principal.kind,
      name: await ownName(parts, principal),
      userId: ownUserId(principal),
      role: 'membership' in principal ? (principal.membership?.role ?? null) : null,
    },
    isReadOnly: caller.isReadOnly,
    toolsets: TOOLSETS.filter((toolset) => usable.some((tool) => tool.toolset === toolset)),
    today: dayIn(timezone, ctx.now),
    now: ctx.now.toISOString(),
    ...(await choicesOf(ctx, usable)),
  }
}

/** By id and name alone: they are read with every beginning. */
async function choicesOf(ctx: WorkspaceCtx, tools: readonly Tool[]): Promise<Json> {
  const answer: Json = {}
  const truncated: string[] = []
  for (const [name, { list }] of tools.flatMap(({ choices = {} }) => Object.entries(choices))) {
    const { items, pagination } = (await list.run(ctx, { limit: CHOICES_MAX, offset: 0 })) as Listed<Json>
    answer[name] = items.map((row) => ({ id: row['id'], name: row['name'] }))
    if (pagination.total > items.length) truncated.push(`/${name}: ${items.length} of ${pagination.total}`)
  }
  return truncated.length > 0 ? { ...answer, truncated } : answer
}

async function ownName({ pool, nameOfUser }: ServerParts, principal: Caller['principal']): Promise<string | null> {
  if (principal.kind === 'key') return principal.name
  return principal.kind === 'user' ? ((await nameOfUser(pool, principal.userId)) ?? null) : null
}

/** Whose tasks are one's own: a key that acts for a member has those of the member. */
function ownUserId(principal: Caller['principal']): string | null {
  if (principal.kind === 'key') return principal.membership?.userId ?? null
  return principal.kind === 'user' ? principal.userId : null
}

async function search(parts: ServerParts, caller: Caller, { query }: Json): Promise<Json> {
  const finders = parts.tools.filter(({ tool }) => tool.finds !== undefined && mayUse(caller, tool))
  const found = await Promise.all(
    finders.map(async (ready) => {
      const { items } = await perform(parts, caller, ready, { q: query, limit: HITS_MAX })
      return (items as Json[]).map((row) => hitOf(ready, row))
    }),
  )
  // Several passages of one article are one record.
  const hits = new Map(found.flat().map((hit) => [hit['id'], hit]))
  return { results: [...hits.values()] }
}

function hitOf({ tool }: ReadyTool, row: Json): Json {
  const id = String(row['id'] ?? row[`${tool.finds}Id`])
  return { id: `${tool.finds}:${id}`, kind: tool.finds, title: nameOf(row), status: row['status'] ?? null }
}

async function fetchRecord(parts: ServerParts, caller: Caller, { id: asked, textFrom }: Json): Promise<Json> {
  const id = String(asked)
  const [, kind, name] =
    /^([a-z]+):(?![Tt][Kk]-)(.+)$/.exec(id) ?? (await byShortId(parts, caller, id.replace(/^task:/i, '')))
  const reader = parts.tools.find(({ tool }) => tool.fetches?.kind === kind && mayUse(caller, tool))
  const by = reader?.tool.fetches?.by
  if (!reader || by === undefined || kind === undefined) return refuseKind(parts, caller, kind)
  const isReadOn = typeof textFrom === 'number'
  const args = { [by]: name, ...(isReadOn ? reader.tool.fetches?.texts : {}) }
  if (reader.check(args).length > 0) fail(failures.record_not_found)
  const record = await perform(parts, caller, reader, args)
  return { id: `${kind}:${name}`, kind, record: isReadOn ? readOn(record, textFrom) : record }
}

/** What search finds and nothing reads whole is in the list that found it. */
function refuseKind(parts: ServerParts, caller: Caller, kind: string | undefined): never {
  const finder = parts.tools.find(({ tool }) => tool.finds === kind && mayUse(caller, tool))
  if (!finder) refuseUnknown(parts, caller)
  const detail = `${finder.tool.name} has all there is of it. Other tools take the id without "${kind}:".`
  fail(failures.not_read_whole, { detail })
}

function refuseUnknown({ tools }: ServerParts, caller: Caller): never {
  const kinds = tools.flatMap(({ tool }) => (mayUse(caller, tool) ? (tool.fetches?.kind ?? []) : []))
  const { text } = failures.kind_unknown
  fail(failures.kind_unknown, { detail: kinds.length > 0 ? `${text} Kinds: ${kinds.join(', ')}.` : text })
}

/** Whatever text may have been cut comes from there on, wherever in the record it is: empty once it was read to its end. */
function readOn(value: unknown, from: number): unknown {
  if (typeof value === 'string') {
    const isText = value.length > WHOLE_CHARS && !/^https?:\S+$/.test(value)
    return isText ? value.slice(wholeEnd(value, Math.min(from, value.length))) : value
  }
  if (Array.isArray(value)) return value.map((each) => readOn(each, from))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, readOn(each, from)]))
}

async function byShortId(parts: ServerParts, caller: Caller, text: string): Promise<readonly (string | undefined)[]> {
  const shortId = /^TK-\d{1,9}$/i.exec(text)?.[0].toUpperCase()
  if (shortId === undefined) refuseUnknown(parts, caller)
  const finder = parts.tools.find(({ tool }) => tool.finds === 'task' && mayUse(caller, tool))
  if (!finder) fail(failures.record_not_found)
  // Oldest first: those that only contain it, as TK-10 does TK-1, or speak of it, are younger.
  const { items } = await perform(parts, caller, finder, { q: shortId, sort: 'createdAt', limit: 100 })
  const row = (items as Json[]).find((each) => each['shortId'] === shortId)
  return row ? [text, 'task', String(row['id'])] : fail(failures.record_not_found)
}
