import type { ConversationQuery } from '../../../../src/modules/conversations/conversation.schema.ts'

export const VIEWS = ['waiting', 'open', 'snoozed', 'closed', 'all'] as const
type View = (typeof VIEWS)[number]
export const CHANNELS = [
  'email',
  'sms',
  'whatsapp',
  'airbnb',
  'booking',
  'voice',
  'chat',
  'web',
  'other',
] as const satisfies readonly NonNullable<ConversationQuery['channel']>[]

/** What the list shows, as it stands in the address. */
export interface InboxFilters {
  view?: View
  channel?: (typeof CHANNELS)[number]
  who?: 'me' | 'nobody'
  unread?: true
  q?: string
}

const among = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((each) => each === value)

/** What the list cannot use is left out: an address that was cut short still shows conversations. */
export function parseInbox({ view, channel, who, unread, q }: Record<string, unknown>): InboxFilters {
  const found = {
    view: among(VIEWS, view),
    channel: among(CHANNELS, channel),
    who: among(['me', 'nobody'] as const, who),
    unread: unread === true || unread === 'true' ? (true as const) : undefined,
    q: (typeof q === 'string' || typeof q === 'number') && `${q}`.trim() !== '' ? `${q}`.slice(0, 200) : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

const OF_VIEW: Record<View, ConversationQuery> = {
  waiting: { status: 'open', waiting: true },
  open: { status: 'open' },
  snoozed: { status: 'snoozed' },
  closed: { status: 'closed' },
  all: {},
}

/** The same as the list of the API takes it. */
export function queryOf({ view = 'open', channel, who, unread, q }: InboxFilters, userId: string): ConversationQuery {
  return {
    ...OF_VIEW[view],
    ...(channel && { channel }),
    ...(who === 'me' && { assigneeId: userId }),
    ...(who === 'nobody' && { assigned: false }),
    ...(unread && { unread }),
    ...(q !== undefined && { q }),
  }
}
