import type { DoorOpened } from '../../../src/modules/links/manual.schema.ts'
import { newKey } from '../offline/new-key.ts'
import { ask } from '../offline/transport.ts'
import { problemIn, type Response } from '../offline/verdict.ts'
import type { ManualWords } from './words/en.ts'

export type DoorFailure = keyof ManualWords['door']['failed']

export type DoorResult =
  | { kind: 'opened'; isConfirmed: boolean }
  | { kind: 'failed'; why: DoorFailure; retrySeconds: number }
  /** The door's times are others than the page thought: the page asks again. */
  | { kind: 'outdated' }

const RETRY_SECONDS = 5
/** The service gives a lock 10 seconds, unless it is set up otherwise; the rest is for the way there and back. */
const ANSWER_MILLIS = 25_000

const BY_CODE: Record<string, DoorFailure> = {
  device_offline: 'offline',
  device_error: 'error',
  device_uncertain: 'uncertain',
  door_busy: 'busy',
  rate_limited: 'limited',
}
const OUTDATED = ['too_early', 'too_late', 'no_smart_lock', 'link_revoked', 'link_expired', 'link_unknown']

/** One press, one request: a door is never asked again by itself. */
export async function openDoor(address: string): Promise<DoorResult> {
  const headers = { 'idempotency-key': newKey() }
  return resultOf(await ask(address, { method: 'POST', headers }, ANSWER_MILLIS))
}

export function resultOf({ status, body, retryAfterSeconds = RETRY_SECONDS }: Response): DoorResult {
  if (status === 200) return { kind: 'opened', isConfirmed: (body as DoorOpened).confirmedByDevice }
  const code = problemIn(body).code ?? ''
  if (OUTDATED.includes(code)) return { kind: 'outdated' }
  const known = BY_CODE[code]
  if (known) return { kind: 'failed', why: known, retrySeconds: Math.ceil(retryAfterSeconds) }
  // Nothing came back, or nothing of ours: the request may have got through all the same.
  if (status === 0 || status >= 500) return { kind: 'failed', why: 'lost', retrySeconds: RETRY_SECONDS }
  return { kind: 'failed', why: 'refused', retrySeconds: RETRY_SECONDS }
}
