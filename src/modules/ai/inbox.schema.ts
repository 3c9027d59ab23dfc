import { Type, type Static } from 'typebox'
import { closed, Nullable, oneOf } from '#core/schema.ts'

const INBOX_CATEGORIES = [
  'emergency',
  'access',
  'maintenance',
  'cleanliness',
  'noise',
  'wifi',
  'check_in_out',
  'booking_change',
  'cancellation',
  'payment',
  'amenities',
  'complaint',
  'praise',
  'question',
  'other',
] as const

/** What an incoming message is about; the default shape of inbox classification. */
export const InboxClassification = closed(
  {
    category: oneOf(INBOX_CATEGORIES),
    urgency: oneOf(['low', 'normal', 'high', 'urgent']),
    sentiment: oneOf(['negative', 'neutral', 'positive']),
    language: Type.String({ description: 'ISO 639-1 code; und when it cannot be told.', pattern: '^([a-z]{2}|und)$' }),
    needs_human: Type.Boolean(),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    task_suggestion: Nullable(
      closed({
        title: Type.String({ maxLength: 120 }),
        priority: oneOf(['NORMAL', 'HIGH', 'URGENT']),
        department: oneOf(['maintenance', 'housekeeping', 'guest_relations']),
      }),
    ),
  },
  { $id: 'InboxClassification' },
)

export type InboxClassification = Static<typeof InboxClassification>
export type InboxCategory = (typeof INBOX_CATEGORIES)[number]
