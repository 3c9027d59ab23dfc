import { Type, type Static } from 'typebox'
import { closed, DateTime, oneOf } from '#core/schema.ts'

/** The account of a workspace with a provider of locks. The key itself is never shown again. */
export const LockConnection = Type.Object(
  { provider: oneOf(['seam']), lastFour: Type.String(), createdAt: DateTime, updatedAt: DateTime },
  { $id: 'LockConnection' },
)
export const LockConnectionSet = closed(
  { apiKey: Type.String({ minLength: 8, maxLength: 200, pattern: '^seam_[A-Za-z0-9_]+$' }) },
  { $id: 'LockConnectionSet', examples: [{ apiKey: 'seam_test2Nz1_AbCdEf1234567890' }] },
)
export const LockConnectionRemoved = Type.Object({ provider: oneOf(['seam']), removed: Type.Literal(true) })

export type LockConnection = Static<typeof LockConnection>
