import type { Vendor } from './vendor.ts'

/** A bot of the messenger. */
export interface TelegramBot {
  token: string
  posted: {
    chat_id: string
    text: string
    reply_markup?: { inline_keyboard: { text: string; callback_data: string }[][] }
  }[]
  /** Presses whose waiting sign was stopped. */
  ended: string[]
}

/** The Bot API, as far as we use it. */
export function telegramApi(bot: TelegramBot): Vendor {
  return ({ path, body }) => {
    const method = path.startsWith(`/bot${bot.token}/`) ? path.slice(`/bot${bot.token}/`.length) : undefined
    if (method === 'sendMessage') {
      bot.posted.push(body as TelegramBot['posted'][number])
      return { body: { ok: true, result: { message_id: bot.posted.length + 98 } } }
    }
    if (method === 'answerCallbackQuery') {
      const { callback_query_id: pressed } = body as { callback_query_id: string }
      bot.ended.push(pressed)
      return { body: { ok: true, result: true } }
    }
    if (method === 'getMe') return { body: { ok: true, result: { id: 1, is_bot: true, username: 'innkeeper_bot' } } }
    const [status, description] = method === undefined ? [401, 'Unauthorized'] : [404, 'Not Found: method not found']
    return { status, body: { ok: false, error_code: status, description } }
  }
}
