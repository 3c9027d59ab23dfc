import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf } from '#core/schema.ts'

/** The account of a workspace with a provider of locks. The key itself is never shown again. */
export const LockConnection = Type.Object(
  {
    provider: oneOf(['seam']),
    lastFour: Nullable(Type.String(), { description: 'Of the key; null when there is none.' }),
    updatedAt: Nullable(DateTime),
  },
  { $id: 'LockConnection' },
)
export const LockConnectionSet = closed(
  {
    apiKey: Nullable(Type.String({ minLength: 8, maxLength: 200, pattern: '^seam_[A-Za-z0-9_]+$' }), {
      description: 'null forgets it.',
    }),
  },
  { $id: 'LockConnectionSet', examples: [{ apiKey: 'seam_test2Nz1_AbCdEf1234567890' }] },
)

export type LockConnection = Static<typeof LockConnection>
