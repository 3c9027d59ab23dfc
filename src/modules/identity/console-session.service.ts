import { Type } from 'typebox'
import type { Ctx } from '#core/context.ts'
import { defineFailures, fail, Refusal } from '#core/errors.ts'
import * as sessions from './session.queries.ts'
import type { SessionTokens } from './session.schema.ts'
import { provenSession, refresh } from './session.service.ts'

const REASONS = ['signed_out', 'password_changed', 'token_reused', 'account_disabled', 'expired'] as const
type Reason = (typeof REASONS)[number]

const failures = defineFailures({
  session_ended: {
    status: 401,
    text: 'This session is over. Sign in again.',
    members: { reason: Type.String({ enum: [...REASONS], description: 'With `session_ended`: why.' }) },
  },
})

/** An answer that got lost between server and browser must not cost a sign-in, nor two tabs without locks. */
const GRACE_SECONDS = 30

/** A refresh that also tells why it is refused, to whoever can prove that the session was theirs. */
export async function resumeSession(ctx: Ctx, refreshToken: string): Promise<SessionTokens> {
  try {
    return await refresh(ctx, { refreshToken }, GRACE_SECONDS)
  } catch (error) {
    const proven = provenSession(ctx, refreshToken)
    if (!(error instanceof Refusal) || !proven) throw error
    fail(failures.session_ended, { extra: { reason: reasonOf(await sessions.findEnd(ctx.db, proven.id), ctx.now) } })
  }
}

/** Ends the session, without an access token too: whoever signs out after a night's sleep has none. */
export async function leaveSession(ctx: Ctx, refreshToken: string): Promise<void> {
  const proven = provenSession(ctx, refreshToken)
  if (proven) await sessions.endSession(ctx.db, proven.id, 'signed out', ctx.now)
}

function reasonOf(end: sessions.SessionEnd | undefined, now: Date): Reason {
  if (end?.isDisabled) return 'account_disabled'
  if (end?.because === 'signed out') return 'signed_out'
  if (end?.because?.startsWith('password changed')) return 'password_changed'
  return end === undefined || Date.parse(end.expiresAt) <= now.getTime() ? 'expired' : 'token_reused'
}
