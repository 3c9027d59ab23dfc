import { linkFailures } from '#core/access.ts'
import type { LinkCtx } from '#core/context.ts'
import { defineFailures, fail } from '#core/errors.ts'
import {
  failures as attemptFailures,
  limitPresses,
  pressDoor,
  refusePress,
} from '#modules/locks/door-attempt.service.ts'
import type { DoorAttempt } from '#modules/locks/door-attempt.schema.ts'
import { findLockFor } from '#modules/locks/lock.service.ts'
import type { Lock } from '#modules/locks/lock.schema.ts'
import { findWithGuide } from '#modules/properties/property-guide.service.ts'
import { PRESSES_PER_MINUTE, pressKey } from './door-press.ts'
import { findDoorLink, type DoorLinkRow } from './door-link.queries.ts'
import type { DoorOpened, Manual } from './manual.schema.ts'
import { stayWindow } from './stay-window.ts'

export const failures = {
  ...attemptFailures,
  ...defineFailures({
    no_smart_lock: { status: 403, text: 'This property has no smart lock.' },
    too_early: { status: 403, text: 'The stay has not begun yet.' },
    too_late: { status: 403, text: 'The stay is over.' },
    device_offline: { status: 503, text: 'The lock cannot be reached right now.', isExpected: true },
    device_error: { status: 503, text: 'The lock could not open the door.', isExpected: true },
    device_uncertain: {
      status: 503,
      text: 'The lock did not answer in time. Look at the door before you try again.',
      retryable: false,
      isExpected: true,
    },
  }),
}

/** Somebody stands at the door. */
const RETRY_SECONDS = 10

type Property = NonNullable<Awaited<ReturnType<typeof findWithGuide>>>

interface Place {
  link: DoorLinkRow
  property: Property
  lock: Lock | undefined
  window: ReturnType<typeof stayWindow>
  state: Manual['door']['state']
}

/** What the link is about, as it is at this moment. */
async function placeOf(ctx: LinkCtx): Promise<Place> {
  const link = (await findDoorLink(ctx, ctx.principal.linkId)) ?? fail(linkFailures.link_unknown)
  const property = (await findWithGuide(ctx, link.propertyId)) ?? fail(linkFailures.link_unknown)
  const lock = property.hasSmartLock ? await findLockFor(ctx, property.id, link.lockId) : undefined
  const window = stayWindow(link)
  return { link, property, lock, window, state: doorState(lock, window, ctx.now.getTime()) }
}

function doorState(lock: Lock | undefined, window: Place['window'], now: number): Place['state'] {
  const { opensAt, closesAt } = window
  if (opensAt !== null && now < Date.parse(opensAt)) return 'too_early'
  if (closesAt !== null && now >= Date.parse(closesAt)) return 'too_late'
  return lock ? 'ready' : 'no_lock'
}

/** Readable before the stay, for those who plan; not after it. */
export async function readManual(ctx: LinkCtx): Promise<Manual> {
  const { link, property, lock, window, state } = await placeOf(ctx)
  if (state === 'too_late') fail(linkFailures.link_expired)
  const { timezone, checkinDate, checkoutDate, checkinTime, checkoutTime } = link
  const checkinTimeEnd = windowEnd(property, checkinTime)
  return {
    property: { ...property, timezone, checkinTime, checkinTimeEnd, checkoutTime },
    stay: checkinDate !== null && checkoutDate !== null ? { checkinDate, checkoutDate } : null,
    door: { state: lock ? state : 'no_lock', ...window },
  }
}

/** A stay that begins at a time of its own may begin after the property's window. */
function windowEnd({ checkinTime: usual, checkinTimeEnd: end }: Property, checkinTime: string | null): string | null {
  return checkinTime === usual || (end !== null && checkinTime !== null && checkinTime < end) ? end : null
}

/** Every press is written down, also one that does not reach the lock. */
export async function openDoor(ctx: LinkCtx): Promise<DoorOpened> {
  const { linkId, subjectId } = ctx.principal
  const press = { propertyId: subjectId, lockId: null, doorLinkId: linkId }
  await limitPresses(ctx, press, pressKey(linkId), PRESSES_PER_MINUTE)
  const { property, lock, window, state } = await placeOf(ctx)
  if (!lock || state !== 'ready') {
    const reason = lock && state !== 'ready' ? state : 'no_lock'
    await refusePress(ctx, { ...press, lockId: lock?.id ?? null }, reason)
    return refuse(reason, window)
  }
  return answerOf(await pressDoor(ctx, { lock, doorLinkId: linkId }), property.name)
}

function refuse(state: Place['state'], { opensAt, closesAt }: Place['window']): never {
  if (state === 'too_early') fail(failures.too_early, { extra: { opensAt } })
  if (state === 'too_late') fail(failures.too_late, { extra: { closesAt } })
  fail(failures.no_smart_lock)
}

/** Open is only what the lock, or its cloud, has called open. */
function answerOf({ id: attemptId, outcome, finishedAt }: DoorAttempt, propertyName: string): DoorOpened {
  if (outcome === 'opened' && finishedAt !== null) {
    return { status: 'opened', confirmedByDevice: true, attemptId, openedAt: finishedAt, propertyName }
  }
  const failure =
    outcome === 'offline'
      ? failures.device_offline
      : outcome === 'failed'
        ? failures.device_error
        : failures.device_uncertain
  fail(failure, { extra: { attemptId }, retryAfterSeconds: RETRY_SECONDS })
}
