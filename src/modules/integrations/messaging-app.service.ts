import type { Ctx } from '#core/context.ts'
import { hmac, standardKey } from '#core/signature.ts'
import { callVendor, refusedBy } from './vendor-call.service.ts'

const VENDOR = 'The messaging app'

export interface AppMessage {
  id: string
  channel: string
  threadId: string
  to: string | null
  text: string
}

/** Hands a message to the app that speaks for us to guests, signed as what it sends to us is; answers what it is called there. */
export async function sendByApp(
  ctx: Ctx,
  { url, secret, goId }: { url: string; secret: string; goId: string },
  message: AppMessage,
): Promise<string> {
  const key = standardKey(secret)
  if (!key) throw refusedBy(VENDOR, 'webhookSecret cannot sign: it must be whsec_ and base64')
  const json = { type: 'message.send', message }
  const sentAt = String(Math.floor(ctx.now.getTime() / 1000))
  const mac = hmac(key, `${goId}.${sentAt}.`, JSON.stringify(json))
  const headers = {
    'webhook-id': goId,
    'webhook-timestamp': sentAt,
    'webhook-signature': `v1,${mac.toString('base64')}`,
  }
  const { status, body } = await callVendor(ctx, url, { vendor: VENDOR, headers, json, sends: true })
  if (status >= 300) throw refusedBy(VENDOR, `status ${status}`)
  const { id } = (body ?? {}) as { id?: unknown }
  return typeof id === 'string' ? id : message.id
}
