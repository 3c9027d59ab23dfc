export const INBOUND_STATES = ['failed', 'pending', 'done', 'ignored'] as const

/** What of the deliveries is shown, in the address of the page. */
export interface InboundFilters {
  status?: (typeof INBOUND_STATES)[number]
  sender?: string
}

export function parseInboundFilters({ status, sender }: Record<string, unknown>): InboundFilters {
  const state = INBOUND_STATES.find((each) => each === status)
  return {
    ...(state === undefined ? {} : { status: state }),
    ...(typeof sender === 'string' && /^[\w-]{1,100}$/.test(sender) ? { sender } : {}),
  }
}
