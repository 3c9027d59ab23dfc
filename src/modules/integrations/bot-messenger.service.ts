import type { Ctx } from '#core/context.ts'
import { callVendor, refusedBy } from './vendor-call.service.ts'

const VENDOR = 'The bot messenger'
/** The messenger's own limit. */
const TEXT_LENGTH_MAX = 4096

/** Writes to a chat; answers the id of the message. */
export async function postAsBot(
  ctx: Ctx,
  token: string,
  { chatId, text }: { chatId: string; text: string },
): Promise<string> {
  if (text.length > TEXT_LENGTH_MAX) throw refusedBy(VENDOR, `more than ${TEXT_LENGTH_MAX} characters.`)
  const url = `${ctx.services.settings.vendorUrls.telegram}/bot${token}/sendMessage`
  const { status, body } = await callVendor(ctx, url, { vendor: VENDOR, json: { chat_id: chatId, text } })
  const said = body as { ok?: unknown; description?: unknown; result?: { message_id?: unknown } } | null
  if (said?.ok !== true) throw refusedBy(VENDOR, String(said?.description ?? `status ${status}`))
  return String(said.result?.message_id)
}
