import type { WorkspaceCtx } from './context.ts'
import { Refusal } from './errors.ts'
import { nameOf } from './record-name.ts'
import { mayUse, type Caller } from './tool-caller.ts'
import type { Tool } from './tool.ts'
import { isUuid } from './uuid.ts'

type Json = Record<string, unknown>

const LISTED_MAX = 100

/** The same question for a person, who knows things by their names; what the caller may not read, or nobody now, keeps its id. */
export function withNames(ctx: WorkspaceCtx, caller: Caller, tools: readonly Tool[], preview: Json): Promise<Json> {
  return named(ctx, caller, tools, preview).catch(() => preview)
}

async function named(ctx: WorkspaceCtx, caller: Caller, tools: readonly Tool[], preview: Json): Promise<Json> {
  const names = new Map<string, string>()
  for (const [field, value] of [preview['before'], preview['after']].flatMap((part) => Object.entries(part ?? {}))) {
    const ids = [value].flat().filter((each): each is string => isUuid(each) && !names.has(each))
    if (ids.length === 0) continue
    for (const { id, ...record } of await recordsOf(ctx, caller, tools, field, ids))
      if (typeof id === 'string') names.set(id, nameOf(record))
  }
  const nameFor = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(nameFor) : (typeof value === 'string' && names.get(value)) || value
  const shown = (part: unknown): unknown =>
    part ? Object.fromEntries(Object.entries(part).map(([field, value]) => [field, nameFor(value)])) : part
  return { ...preview, before: shown(preview['before']), after: shown(preview['after']) }
}

async function recordsOf(
  ctx: WorkspaceCtx,
  caller: Caller,
  tools: readonly Tool[],
  field: string,
  ids: readonly string[],
): Promise<Json[]> {
  // Leaving out toolsets is about what a model is shown, not about what the caller may read.
  const usable = tools.filter((tool) => mayUse({ ...caller, toolsets: undefined }, tool))
  const reader = usable.find(({ names }) => names?.fields.includes(field))
  const choice = usable.flatMap(({ choices = {} }) => Object.values(choices)).find((each) => each.names === field)
  const operation = reader?.operation ?? choice?.list
  if (!operation) return []
  const by = reader?.names?.by
  const page = 'offset' in operation.query.properties ? { limit: LISTED_MAX, offset: 0 } : {}
  const asked = by === undefined ? [page] : ids.map((id) => ({ ...page, [by]: id }))
  const answers = await Promise.all(
    asked.map((input) => operation.run(ctx, input).catch(noneIfRefused) as Promise<Json | undefined>),
  )
  return answers.flatMap((answer): Json[] => (answer?.['items'] as Json[] | undefined) ?? (answer ? [answer] : []))
}

function noneIfRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
