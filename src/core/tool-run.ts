import { limitedDb } from './audience.ts'
import { canonicalJson } from './canonical-json.ts'
import { inTransaction, type WorkspaceCtx } from './context.ts'
import { sha256 } from './crypto.ts'
import type { Db } from './db.ts'
import { coreFailures, defineFailures, fail, type Refusal } from './errors.ts'
import { assertAgreed } from './outsiders.ts'
import type { Services } from './services.ts'
import type { Caller } from './tool-caller.ts'
import { cursorAt, offsetOf } from './tool-cursor.ts'
import { ANSWER_CHARS_MAX } from './tool-fit.ts'
import type { ReadyTool } from './tool-ready.ts'

type Json = Record<string, unknown>

const failures = defineFailures({
  cursor_unknown: { status: 400, text: 'This cursor did not come from here. Begin without one.' },
})

const LIMIT_DEFAULT = 20

interface Surroundings {
  services: Services
  now: () => Date
}

type More = Pick<WorkspaceCtx, 'ifMatch' | 'idempotencyKey'>

export function contextFor({ services, now }: Surroundings, caller: Caller, whole: Db, more: More = {}): WorkspaceCtx {
  const { principal, workspaceId, requestId, log } = caller
  const db = principal.kind === 'outsider' ? limitedDb(whole) : whole
  return { db, workspaceId, principal, now: now(), requestId, log, services, ...more }
}

/** The operation's own arguments: without what the door adds, with what the tool decides. */
export function argumentsOf({ tool }: ReadyTool, args: Json): Json {
  const own = Object.fromEntries(Object.entries(args).filter(([name]) => name in tool.input.properties))
  return { ...own, ...tool.sets, ...(tool.isPaged ? pageIn(args) : {}) }
}

function pageIn({ limit = LIMIT_DEFAULT, cursor }: Json): { limit: number; offset: number } {
  const offset = typeof cursor === 'string' ? offsetOf(cursor) : 0
  if (offset === undefined) fail(failures.cursor_unknown)
  return { limit: Number(limit), offset }
}

/** The same for the same arguments, in whatever order their names come. */
export function hashOf(args: Json): string {
  const entries = Object.entries(args).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return sha256(canonicalJson(entries)).toString('base64url')
}

export function refuseFaults(ready: Pick<ReadyTool, 'check'>, args: Json): void {
  const faults = ready.check(args)
  if (faults.length === 0) return
  const [first] = faults
  const detail = `${first?.pointer || 'The arguments'}: ${first?.message}`
  fail(coreFailures.invalid_request, { detail, errors: faults })
}

/** Versions go by other names here than over HTTP. */
const CHANGED = 'The record has changed since it was read or asked about. Nothing was done: read it again.'

/** Why it was refused, in words for a model. */
export function reasonIn({ failure, message }: Refusal): string {
  return failure === coreFailures.precondition_failed ? CHANGED : message
}

/**
 * Runs the operation in this context and formats its answer as the tool declares. `agreedTo` lists the outside readers
 * that a person was told about; a write that anybody else outside would read is refused.
 */
export async function runTool(
  ctx: WorkspaceCtx,
  ready: ReadyTool,
  args: Json,
  agreedTo: readonly string[] = [],
): Promise<Json> {
  const { tool } = ready
  const result = await resultOf(ctx, ready, args, agreedTo)
  if (!tool.isPaged) return ready.render(tool.narrows ? tool.narrows(result, args) : result)
  const { items, pagination } = result as { items: unknown[]; pagination: { total: number; offset: number } }
  let shown = items
  for (;;) {
    const next = pagination.offset + shown.length
    const nextCursor = next < pagination.total && shown.length > 0 ? cursorAt(next) : null
    const page = ready.render({ items: shown, total: pagination.total, nextCursor })
    if (shown.length <= 1 || JSON.stringify(page).length <= ANSWER_CHARS_MAX) return page
    shown = shown.slice(0, Math.ceil(shown.length / 2))
  }
}

async function resultOf(
  ctx: WorkspaceCtx,
  ready: ReadyTool,
  args: Json,
  agreedTo: readonly string[],
): Promise<unknown> {
  const { tool } = ready
  const input = argumentsOf(ready, args)
  if (tool.readOutside.size === 0 && !tool.operation.besides) return tool.operation.run(ctx, input)
  if (tool.operation.outsideTransaction) {
    await assertAgreed(ctx, tool, args, agreedTo)
    return tool.operation.run(ctx, input)
  }
  return inTransaction(ctx, async (ctx) => {
    const result = await tool.operation.run(ctx, input)
    await assertAgreed(ctx, tool, args, agreedTo)
    return result
  })
}
