import { forgetAnswer, keepAnswer, sweepKept } from './store.ts'
import { ask } from './transport.ts'
import { isAnswer, problemIn } from './verdict.ts'

/** Why a link shows nothing. */
export type Gone = 'unknown' | 'revoked' | 'expired'

/** How far the page is with what it shows. */
export type Load<Answer> =
  | { kind: 'loading' }
  | { kind: 'ready'; answer: Answer }
  | { kind: 'gone'; why: Gone }
  /** Never seen before, and no way to ask, or nobody who answers. */
  | { kind: 'unreachable' }

export type Asked<Answer> =
  | { kind: 'ready'; answer: Answer }
  | { kind: 'gone'; why: Gone }
  | { kind: 'silent'; status: number; seconds?: number }

const WHY: Record<string, Gone> = {
  link_unknown: 'unknown',
  // Nothing but the token can be wrong with what is asked here: a part of it is missing, or it took a full stop along.
  invalid_request: 'unknown',
  link_revoked: 'revoked',
  link_expired: 'expired',
}

/** Asks for what the link shows and keeps the answer for when there is no signal. */
export async function askAndKeep<Answer>(link: string, address: string, isSecond = false): Promise<Asked<Answer>> {
  // Cut off before its token.
  if (address.endsWith('/')) return { kind: 'gone', why: 'unknown' }
  const askedAt = Date.now()
  const { status, body, retryAfterSeconds } = await ask(address)
  if (status === 200 && isAnswer(body)) {
    const isKept = await keepAnswer(link, body, askedAt)
    return isKept || isSecond ? { kind: 'ready', answer: body as Answer } : askAndKeep(link, address, true)
  }
  // Only in our own words: a firewall or proxy on the way refuses too, and knows nothing of the link.
  const why = WHY[problemIn(body).code ?? '']
  if (why) {
    // What the link showed is not the holder's to see any longer.
    await forgetAnswer(link)
    await forgetPhotos()
    return { kind: 'gone', why }
  }
  return { kind: 'silent', status, seconds: retryAfterSeconds }
}

async function forgetPhotos(): Promise<void> {
  await globalThis.caches?.delete('t photos').catch(() => false)
}

/** What expired links showed, and what was not looked at for long, does not stay on the phone. */
export async function sweepPhone(shown: string): Promise<void> {
  if (await sweepKept(shown)) await forgetPhotos()
}
