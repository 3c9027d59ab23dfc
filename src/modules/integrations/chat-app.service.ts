import { BoundedMap } from '#core/bounded-map.ts'
import type { Ctx } from '#core/context.ts'
import { inParts, oneLine, shortened } from '#core/plain-text.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import type { Button } from '#core/button.ts'
import { sha256 } from '#core/crypto.ts'
import type { Outbound } from '#core/outbound.ts'
import { callVendor, refusedBy, UncertainDelivery } from './vendor-call.service.ts'

const VENDOR = 'The chat workspace'

/** The channel is not there, or not for us: another one may do. */
export class ChannelUnusable extends DeliveryFailure {
  constructor(error: string) {
    super(`${VENDOR} cannot write to this channel: ${error}`, { isFinal: true })
    this.name = 'ChannelUnusable'
  }
}

const OF_CHANNEL = ['channel_not_found', 'not_in_channel', 'is_archived', 'restricted_action', 'channel_is_archived']
const TEMPORARY = ['ratelimited', 'rate_limited', 'service_unavailable', 'request_timeout']
/** The chat says of these that a part of what was asked may be done. */
const HALFWAY = ['internal_error', 'fatal_error']

export interface ChatMessage {
  channel: string
  text: string
  /** The message that is answered. */
  threadId?: string
  buttons?: readonly Button[]
}

/** Writes a message; answers its id. Texts are plain: what looks like markup is shown as it was written. */
export async function postToChat(ctx: Ctx, token: string, message: ChatMessage): Promise<string> {
  const { channel, text, threadId, buttons = [] } = message
  const fields = {
    channel,
    text: escaped(text),
    unfurl_links: false,
    unfurl_media: false,
    ...(buttons.length > 0 && { blocks: blocksOf(text, buttons) }),
    ...(threadId !== undefined && { thread_ts: threadId }),
  }
  const answer = await callChat(ctx, token, 'chat.postMessage', fields, { sends: true })
  return String(answer['ts'])
}

/** The chat's own limits. */
const SECTION_LENGTH_MAX = 3000
const LABEL_LENGTH_MAX = 75

function blocksOf(text: string, buttons: readonly Button[]): object[] {
  const plain = (said: string, lengthMax: number): object => ({ type: 'plain_text', text: shortened(said, lengthMax) })
  const elements = buttons.map(({ label, press }, index) => ({
    type: 'button',
    action_id: `press_${index}`,
    text: plain(label, LABEL_LENGTH_MAX),
    value: press,
  }))
  return [
    ...inParts(text, SECTION_LENGTH_MAX).map((part) => ({ type: 'section', text: plain(part, SECTION_LENGTH_MAX) })),
    { type: 'actions', elements },
  ]
}

/** The address that the chat knows to be a person's own; undefined where it does not say, or not to us. */
export async function emailInChat(
  ctx: Ctx,
  token: string,
  { user, team }: { user: string; team: string | undefined },
): Promise<string | undefined> {
  try {
    const { user: found } = await callChat(ctx, token, 'users.info', { user }, { as: 'form' })
    const person = (found ?? {}) as Record<string, unknown> & { profile?: Record<string, unknown> }
    // Not members: people from another company in a shared channel, guests, and people who have left.
    const isOwn = team === undefined || person['team_id'] === team
    const isGone = person['deleted'] === true || person['is_stranger'] === true || person['is_bot'] === true
    const isGuest = person['is_restricted'] === true || person['is_ultra_restricted'] === true
    const email = person.profile?.['email']
    if (!isOwn || isGone || isGuest || person['is_email_confirmed'] === false || typeof email !== 'string')
      return undefined
    return email
  } catch (error) {
    if (error instanceof DeliveryFailure && error.isFinal) return undefined
    throw error
  }
}

const NAME_TIMEOUT_SECONDS = 3
const NAME_KEPT_MILLIS = 3_600_000
/** Who could not be asked about is not asked about with every word of theirs. */
const UNNAMED_KEPT_MILLIS = 60_000
const NAMES_MAX = 10_000

interface Named {
  name: string
  until: number
}

const namesBy = new WeakMap<Outbound, Map<string, Named>>()

/** What a person is called in the chat; their id where the chat does not say. */
export async function nameInChat(ctx: Ctx, token: string, user: string): Promise<string> {
  const names = namesBy.get(ctx.services.outbound) ?? new BoundedMap<string, Named>(NAMES_MAX)
  namesBy.set(ctx.services.outbound, names)
  const key = sha256(`${ctx.services.settings.vendorUrls.slack} ${token} ${user}`).toString('base64url')
  const known = names.get(key)
  const now = ctx.now.getTime()
  if (known && known.until > now) return known.name
  const found = await askName(ctx, token, user)
  const name = found ?? known?.name ?? user
  names.set(key, { name, until: now + (found === undefined ? UNNAMED_KEPT_MILLIS : NAME_KEPT_MILLIS) })
  return name
}

async function askName(ctx: Ctx, token: string, user: string): Promise<string | undefined> {
  try {
    const options = { as: 'form', timeoutSeconds: NAME_TIMEOUT_SECONDS } as const
    const { user: found } = await callChat(ctx, token, 'users.info', { user }, options)
    const person = (found ?? {}) as Record<string, unknown> & { profile?: Record<string, unknown> }
    const names = [person.profile?.['display_name'], person.profile?.['real_name'], person['real_name'], person['name']]
    return names.map((name) => (typeof name === 'string' ? oneLine(name) : '')).find((name) => name !== '')
  } catch (error) {
    if (error instanceof DeliveryFailure) return undefined
    throw error
  }
}

async function callChat(
  ctx: Ctx,
  token: string,
  method: string,
  fields: Record<string, unknown>,
  { as = 'json', ...options }: { as?: 'json' | 'form'; timeoutSeconds?: number; sends?: true } = {},
): Promise<Record<string, unknown>> {
  const content = as === 'json' ? { json: fields } : { form: fields as Record<string, string> }
  const url = `${ctx.services.settings.vendorUrls.slack}/${method}`
  const headers = { authorization: `Bearer ${token}` }
  const call = { vendor: VENDOR, headers, ...content, ...options }
  const { body, status, retryAfterSeconds } = await callVendor(ctx, url, call)
  const said = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  if (said['ok'] === true) return said
  const error = typeof said['error'] === 'string' ? said['error'] : `status ${status}`
  if (OF_CHANNEL.includes(error)) throw new ChannelUnusable(error)
  const isHalfway = HALFWAY.includes(error)
  if (isHalfway || TEMPORARY.includes(error)) {
    const Failure = isHalfway && options.sends ? UncertainDelivery : DeliveryFailure
    throw new Failure(`${VENDOR} answered: ${error}`, { retryAfterSeconds })
  }
  throw refusedBy(VENDOR, error)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
