import type { WorkspaceCtx } from './context.ts'
import { defineFailures, fail } from './errors.ts'
import { nameOf } from './record-name.ts'
import type { ReadyTool } from './tool-ready.ts'
import { argumentsOf, hashOf } from './tool-run.ts'

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
}

export function isGated({ tool }: ReadyTool, args: Json): boolean {
  return tool.gate === true || (typeof tool.gate === 'function' && tool.gate(args))
}

export async function questionOf(ctx: WorkspaceCtx, ready: ReadyTool, args: Json): Promise<Question> {
  const { tool } = ready
  const asked = argumentsOf(ready, args)
  const before = tool.subject ? await subjectOf(ctx, ready, args) : undefined
  const version = typeof before?.['version'] === 'number' ? before['version'] : null
  const { params, query } = tool.operation
  // What is about the address, or about the answer, changes nothing that a person has to agree to.
  const aside = [...Object.keys(params.properties), ...Object.keys(query.properties)]
  const after = Object.fromEntries(Object.entries(asked).filter(([field]) => !aside.includes(field)))
  const preview = {
    action: tool.title,
    about: before ? nameOf(before) : null,
    before: before ? Object.fromEntries(Object.keys(after).map((field) => [field, before[field] ?? null])) : null,
    after,
  }
  return { tool: tool.name, argsHash: hashOf(asked), version, preview }
}

async function subjectOf(ctx: WorkspaceCtx, { tool }: ReadyTool, args: Json): Promise<Json> {
  const path = Object.keys(tool.subject?.params.properties ?? {}).filter((name) => name !== 'workspaceId')
  const found = await tool.subject?.run(ctx, Object.fromEntries(path.map((name) => [name, args[name]])))
  return (found as Json | undefined) ?? fail(failures.subject_missing)
}

/** The question in words: what is done to what, and each field that changes. */
export function questionText({ action, about, before, after }: Json): string {
  const title = `${String(action)}${about ? `: ${String(about)}` : ''}`
  const old = (before ?? {}) as Json
  const written = ([field, value]: [string, unknown]): string =>
    (old[field] ?? null) === null ? `${field}: ${text(value)}` : `${field}: ${text(old[field])} → ${text(value)}`
  return [title, ...Object.entries((after ?? {}) as Json).map(written)].join('\n')
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? '—' : JSON.stringify(value)
}
