import type { Ctx } from '#core/context.ts'
import type { Button } from '#core/button.ts'
import { callVendor, refusedBy } from './vendor-call.service.ts'

const VENDOR = 'The bot messenger'
/** Writes to a chat; answers the id of the message. */
export async function postAsBot(
  ctx: Ctx,
  token: string,
  { chatId, text, buttons = [] }: { chatId: string; text: string; buttons?: readonly Button[] },
): Promise<string> {
  const url = `${ctx.services.settings.vendorUrls.telegram}/bot${token}/sendMessage`
  const keys = buttons.map(({ label, press }) => [{ text: label, callback_data: press }])
  const json = { chat_id: chatId, text, ...(keys.length > 0 && { reply_markup: { inline_keyboard: keys } }) }
  const { status, body } = await callVendor(ctx, url, { vendor: VENDOR, json, sends: true })
  const said = body as { ok?: unknown; description?: unknown; result?: { message_id?: unknown } } | null
  if (said?.ok !== true) throw refusedBy(VENDOR, String(said?.description ?? `status ${status}`))
  return String(said.result?.message_id)
}

/** Stops the waiting sign at a button that was pressed. It can come too late for that, and then nothing is lost. */
export async function endPress(ctx: Ctx, token: string, queryId: string): Promise<void> {
  const url = `${ctx.services.settings.vendorUrls.telegram}/bot${token}/answerCallbackQuery`
  await callVendor(ctx, url, { vendor: VENDOR, json: { callback_query_id: queryId } })
}
