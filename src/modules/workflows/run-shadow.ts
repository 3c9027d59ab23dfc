import { derivedId } from '#core/crypto.ts'
import { findObservation, insertEffect } from './comparison.queries.ts'
import type { SaidEffect } from './comparison.rules.ts'
import type { Json, JsonObject } from './document.schema.ts'
import { redacted } from './flow-secret.rules.ts'
import type { Next } from './flow-state.rules.ts'
import type { Frame } from './run-frame.ts'
import { resultSignal } from './run-function.ts'
import type { OpenRun } from './run-job.ts'
import type { Effect } from './run-step.ts'

type Asking = Extract<Next, { kind: 'call' | 'emit' }>

/** Whether something only reads: a run in the shadow does that like any other. */
export function isRead(run: OpenRun, next: Asking): boolean {
  if (next.kind === 'emit') return false
  if (next.call === 'http') return READS.includes(String(next.with['method'] ?? 'get').toLowerCase())
  if (next.call !== 'function') return false
  const { name, version } = next.function
  return run.engine.functions.get(`${name}:${version}`)?.operation?.readsOnly === true
}
const READS = ['get', 'head']

/** Where the task stands that asks, and which time round. */
export function placeOf({ key }: { key: string }): { path: string; iteration: string } {
  const at = key.lastIndexOf('/')
  return { path: key.slice(0, at), iteration: key.slice(at + 1) }
}

/** In place of what a live run would do: it is written down, and the workflow is told that it was done. */
export function captured(run: OpenRun, frame: Frame, next: Asking): Effect {
  const { path, iteration } = placeOf(next)
  const said = saidEffect(run, next)
  return {
    frame,
    async perform(ctx) {
      await insertEffect(ctx, { ...said, runId: run.row.id, path, iteration })
      const { definitionId, correlationKey } = run.row
      const known = correlationKey === null ? undefined : await findObservation(ctx, definitionId, correlationKey)
      return resultSignal(known?.answers?.[path] ?? assumed(run, next))
    },
  }
}

/** What a caller would get who did it: what was sent, under an id of its own. */
export function assumed(run: OpenRun, next: Asking): Json {
  const id = derivedId(run.row.id, next.key)
  if (next.kind === 'emit') return { specversion: '1.0', id, ...next.event }
  return next.call === 'function' ? { id, ...next.with } : null
}

/** What anybody may read later: without what is secret. */
export function saidEffect(run: OpenRun, next: Asking): SaidEffect {
  return redacted(effectIn(run, next) as unknown as Json, run.facts.secrets ?? {}) as unknown as SaidEffect
}

function effectIn(run: OpenRun, next: Asking): SaidEffect {
  if (next.kind === 'emit') {
    const { type, data } = next.event
    return { kind: 'emit', target: typeof type === 'string' ? type : null, fields: recordOf(data) }
  }
  if (next.call !== 'function') {
    const { method = 'get', endpoint, body, parameters, arguments: given } = next.with
    const address = typeof endpoint === 'string' ? endpoint : recordOf(endpoint)['uri']
    const target = typeof address === 'string' ? `${String(method).toUpperCase()} ${address}` : null
    return { kind: next.call, target, fields: recordOf(body ?? parameters ?? given) }
  }
  const { name, version } = next.function
  const named = Object.keys(run.engine.functions.get(`${name}:${version}`)?.operation?.params.properties ?? {})
  const own = named.filter((param) => param !== 'workspaceId')
  const ids = own.map((param) => next.with[param]).filter((value) => typeof value === 'string')
  const fields = Object.entries(next.with).filter(([field]) => !own.includes(field))
  return { kind: name, target: ids.length > 0 ? ids.join('/') : null, fields: Object.fromEntries(fields) }
}

function recordOf(value: Json | undefined): JsonObject {
  if (value === undefined || value === null) return {}
  return typeof value === 'object' && !Array.isArray(value) ? value : { value }
}
