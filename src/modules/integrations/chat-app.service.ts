import type { Ctx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { callVendor, refusedBy } from './vendor-call.service.ts'

const VENDOR = 'The chat workspace'

/** The channel is not there, or not for us: another one may do. */
export class ChannelUnusable extends DeliveryFailure {
  constructor(error: string) {
    super(`${VENDOR} cannot write to this channel: ${error}`, { isFinal: true })
    this.name = 'ChannelUnusable'
  }
}

const OF_CHANNEL = ['channel_not_found', 'not_in_channel', 'is_archived', 'restricted_action', 'channel_is_archived']
const TEMPORARY = [
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
]

export interface ChatMessage {
  channel: string
  text: string
  /** The message that is answered. */
  threadId?: string
}

/** Writes a message; answers its id. Texts are plain: what looks like markup is shown as it was written. */
export async function postToChat(ctx: Ctx, token: string, message: ChatMessage): Promise<string> {
  const { channel, text, threadId } = message
  const answer = await callChat(ctx, token, 'chat.postMessage', {
    channel,
    text: escaped(text),
    unfurl_links: false,
    unfurl_media: false,
    ...(threadId !== undefined && { thread_ts: threadId }),
  })
  return String(answer['ts'])
}

async function callChat(ctx: Ctx, token: string, method: string, json: object): Promise<Record<string, unknown>> {
  const url = `${ctx.services.settings.vendorUrls.slack}/${method}`
  const headers = { authorization: `Bearer ${token}` }
  const { body, status, retryAfterSeconds } = await callVendor(ctx, url, { vendor: VENDOR, headers, json })
  const said = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  if (said['ok'] === true) return said
  const error = typeof said['error'] === 'string' ? said['error'] : `status ${status}`
  if (OF_CHANNEL.includes(error)) throw new ChannelUnusable(error)
  if (TEMPORARY.includes(error)) throw new DeliveryFailure(`${VENDOR} answered: ${error}`, { retryAfterSeconds })
  throw refusedBy(VENDOR, error)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
