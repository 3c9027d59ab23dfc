import type { ActionKind } from '../task/action.ts'

/** What came back; status 0 when nothing did. */
export interface Response {
  status: number
  body: unknown
  retryAfterSeconds?: number
}

export type Verdict =
  | { kind: 'taken' }
  /** Somebody else has done it before: what was wanted is so, but not with our words. */
  | { kind: 'overtaken' }
  | { kind: 'later'; seconds?: number }
  | { kind: 'refused'; code: string; detail: string }
  /** The link does not work any more: nothing that waits can be sent. */
  | { kind: 'gone' }

const GONE = ['link_unknown', 'link_revoked', 'link_expired', 'link_view_only']
const LATER = [0, 408, 425, 429, 500, 502, 503, 504]

/** What an answer of the server means for the action that was sent. */
export function verdictOn(kind: ActionKind, { status, body, retryAfterSeconds }: Response): Verdict {
  if (status >= 200 && status < 300 && isAnswer(body)) return { kind: 'taken' }
  const { code = '', detail = '' } = problemIn(body)
  // Without a code it is not ours: something on the way refused it. What is too large there stays so.
  const isForeign = code === '' && status !== 413
  if (LATER.includes(status) || isForeign || code === 'idempotency_in_progress') {
    return { kind: 'later', seconds: retryAfterSeconds }
  }
  if (GONE.includes(code)) return { kind: 'gone' }
  if (kind === 'complete' && code === 'already_completed') return { kind: 'overtaken' }
  return { kind: 'refused', code, detail }
}

export function problemIn(body: unknown): { code?: string; detail?: string } {
  return isAnswer(body) ? body : {}
}

/** The service answers with an object; the sign-in page of a network does not. */
export function isAnswer(body: unknown): body is object {
  return typeof body === 'object' && body !== null
}
