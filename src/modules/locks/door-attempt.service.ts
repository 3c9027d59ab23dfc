import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type Ctx, type Scope, type WorkspaceCtx } from '#core/context.ts'
import { newId, sha256 } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { emit } from '#core/events.ts'
import { exactLimiter, refuseOver } from '#core/ratelimit.ts'
import * as attempts from './door-attempt.queries.ts'
import type { DoorAttempt, RefusalReason } from './door-attempt.schema.ts'
import { unlock } from './lock-driver.ts'
import type { Lock } from './lock.schema.ts'

export const failures = defineFailures({
  door_busy: { status: 503, text: 'Somebody else is opening this door right now.', isExpected: true },
})

const PER_LOCK_PER_MINUTE = 15
/** Beyond the limit of the device: for writing down what came of it. */
const GRACE_SECONDS = 20
/** Most locks have answered by then. */
const BUSY_SECONDS = 5
const PAUSE_MILLIS = 150

interface Press {
  lock: Lock
  doorLinkId: string
}

/** Writes down a press that did not reach the lock; of those over the limit one a minute, so that no flood fills the table. */
export async function refusePress(
  scope: Scope,
  press: { propertyId: string; lockId: string | null; doorLinkId: string },
  reason: RefusalReason,
): Promise<void> {
  if (reason === 'limited') {
    const { allowed } = await exactLimiter(scope.db, 1).take(`door-limited:${press.doorLinkId}`)
    if (!allowed) return
  }
  await attempts.noteRefused(scope, { id: newId(), ...press }, reason)
}

/** Counts a press; the one too many is written down and refused. */
export async function limitPresses(
  scope: Scope,
  press: { propertyId: string; lockId: string | null; doorLinkId: string },
  key: string,
  perMinute: number,
): Promise<void> {
  const verdict = await exactLimiter(scope.db, perMinute).take(key)
  if (verdict.allowed) return
  await refusePress(scope, press, 'limited')
  refuseOver(verdict)
}

/**
 * Asks the lock once. The attempt is committed before and finished after, so that a crash leaves it as what it is:
 * uncertain. One runs at a time; the same link pressing again meanwhile gets what comes of that one, another is told
 * to wait. A request that is sent again with its Idempotency-Key never asks a second time, unless the first surely
 * did not open.
 */
export async function pressDoor(ctx: WorkspaceCtx, press: Press): Promise<DoorAttempt> {
  const requestKey = keyOf(ctx)
  const { doorLinkId, lock } = press
  const { id: lockId, propertyId } = lock
  let isCounted = false
  for (;;) {
    const known = (await findEarlier(ctx, doorLinkId, requestKey)) ?? (await joined(ctx, press))
    if (known) return finished(ctx, known)
    if (!isCounted) await limitPresses(ctx, { propertyId, lockId, doorLinkId }, `lock:${lockId}`, PER_LOCK_PER_MINUTE)
    isCounted = true
    const started = await attempts.startAttempt(ctx, { id: newId(), propertyId, lockId, doorLinkId, requestKey })
    if (started) return carryOut(ctx, lock, started)
    // Another was quicker.
  }
}

/** What the same request has asked of the lock before, unless that surely did not open. */
async function findEarlier(
  ctx: WorkspaceCtx,
  doorLinkId: string,
  requestKey: Buffer | null,
): Promise<DoorAttempt | undefined> {
  const earlier = requestKey ? await attempts.findByKey(ctx, doorLinkId, requestKey) : undefined
  return earlier && ['opened', 'uncertain', 'running'].includes(earlier.outcome) ? earlier : undefined
}

async function carryOut(ctx: WorkspaceCtx, lock: Lock, { id }: DoorAttempt): Promise<DoorAttempt> {
  const { outcome, reason = null } = await unlock(ctx, lock)
  return conclude(ctx, id, outcome, reason)
}

/** Writes down what came of it and tells it, once: who takes longer than it may has been given up by another. */
function conclude(
  ctx: WorkspaceCtx,
  attemptId: string,
  outcome: DoorAttempt['outcome'],
  reason: string | null,
): Promise<DoorAttempt> {
  return inTransaction(ctx, async (ctx) => {
    const attempt = await attempts.finishAttempt(ctx, attemptId, outcome, reason)
    if (!attempt) return (await attempts.findAttempt(ctx, attemptId, leaseSeconds(ctx))) ?? fail(failures.door_busy)
    const { lockId, propertyId, doorLinkId } = attempt
    await emit(ctx, { type: 'door.attempted', attemptId, outcome, lockId, propertyId, doorLinkId })
    return attempt
  })
}

/** Its process is gone. */
export function giveUp(ctx: WorkspaceCtx, attemptId: string): Promise<DoorAttempt> {
  return conclude(ctx, attemptId, 'uncertain', 'the server stopped')
}

/** The attempt that runs on the lock, if it is of the same link; that of another is in the way. */
async function joined(ctx: WorkspaceCtx, { lock, doorLinkId }: Press): Promise<DoorAttempt | undefined> {
  const running = await attempts.findRunning(ctx, lock.id, leaseSeconds(ctx))
  if (running?.isAbandoned) {
    await giveUp(ctx, running.id)
    return undefined
  }
  if (!running || running.doorLinkId === doorLinkId) return running
  await refusePress(ctx, { propertyId: lock.propertyId, lockId: lock.id, doorLinkId }, 'busy')
  fail(failures.door_busy, { retryAfterSeconds: BUSY_SECONDS })
}

/** What came of an attempt, once that is known. */
async function finished(ctx: WorkspaceCtx, attempt: DoorAttempt): Promise<DoorAttempt> {
  let latest = attempt
  while (latest.outcome === 'running') {
    await sleep(PAUSE_MILLIS)
    const found = (await attempts.findAttempt(ctx, attempt.id, leaseSeconds(ctx))) ?? fail(failures.door_busy)
    latest = found.isAbandoned ? await giveUp(ctx, found.id) : found
  }
  return latest
}

export function leaseSeconds({ services }: Ctx): number {
  return services.settings.lockAnswerSeconds + GRACE_SECONDS
}

function keyOf({ idempotencyKey }: WorkspaceCtx): Buffer | null {
  return idempotencyKey === undefined ? null : sha256(idempotencyKey)
}
