import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf, optional, Page, Paging, Uuid } from '#core/schema.ts'

const OUTCOMES = ['running', 'opened', 'offline', 'failed', 'uncertain', 'refused'] as const

/** Why a press did not reach the lock. */
export type RefusalReason = 'no_lock' | 'too_early' | 'too_late' | 'revoked' | 'expired' | 'busy' | 'limited'

/** One press of a door button, and what came of it. */
export const DoorAttempt = Type.Object(
  {
    id: Uuid,
    propertyId: Uuid,
    lockId: Nullable(Uuid),
    doorLinkId: Uuid,
    outcome: oneOf(OUTCOMES, {
      description: '`uncertain`: the lock did not answer in time. `refused`: it was not asked, see the reason.',
    }),
    reason: Nullable(Type.String(), {
      description:
        'Of a refused press: `no_lock`, `too_early`, `too_late`, `revoked`, `expired`, `busy` or `limited` (at most one a minute per link).',
    }),
    startedAt: DateTime,
    finishedAt: Nullable(DateTime),
  },
  { $id: 'DoorAttempt' },
)
export const DoorAttemptPage = Page(DoorAttempt, { $id: 'DoorAttemptPage' })
export const DoorAttemptQuery = closed({ ...optional({ propertyId: Uuid }), ...Paging })

export type DoorAttempt = Static<typeof DoorAttempt>
export type DoorAttemptQuery = Static<typeof DoorAttemptQuery>
