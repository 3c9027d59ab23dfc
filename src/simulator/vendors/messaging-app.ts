import { Webhook } from 'standardwebhooks'
import type { Vendor } from './vendor.ts'

/** The company's own app, which speaks WhatsApp and the like for us. */
export interface MessagingApp {
  /** What it signs with, and believes. */
  secret: string
  posted: { id: string; to: string; text: string }[]
}

/** Takes what is to be sent, as docs/integrations.md says it. */
export function messagingAppApi(app: MessagingApp): Vendor {
  return ({ headers, body }) => {
    try {
      new Webhook(app.secret).verify(JSON.stringify(body), headers)
    } catch {
      return { status: 401 }
    }
    const { message } = body as { message: MessagingApp['posted'][number] }
    if (app.posted.every(({ id }) => id !== message.id)) app.posted.push(message)
    return { body: { id: `wamid.${app.posted.length}` } }
  }
}
