import { newId } from '#core/crypto.ts'
import { errorText } from '#core/error-text.ts'
import { closed, Email } from '#core/schema.ts'
import { checked, text, WrongCall, type Command } from './command.ts'

export const mailTest: Command = {
  name: 'mail test',
  usage: '--to E-MAIL',
  summary: 'send one mail through SMTP_URL and say what the server answered',
  options: { to: text },
  async run({ services }, values) {
    const { to } = checked<{ to: string }>(closed({ to: Email }), { to: values.to })
    if (!services.mail) throw new WrongCall('SMTP_URL is not set, so no mail can be sent.')
    const line = `Mail from ${services.settings.appUrl} reaches this address.`
    const message = { id: newId(), to: { name: '', address: to }, subject: 'Innkeeper: a test', text: line, html: line }
    const { answer } = await services.mail.send(message).catch((error: unknown) => {
      throw new WrongCall(`the mail was not taken: ${errorText(error)}`)
    })
    return { sent: true, answer }
  },
}
