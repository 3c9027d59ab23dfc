import type { Vendor } from './vendor.ts'

/** Inboxes of the mail service. */
export interface AgentMailInboxes {
  apiKey: string
  posted: { inbox: string; messageId: string; text: string }[]
  /** Letters that can be fetched, by their id. */
  letters: Record<string, object>
}

/** AgentMail's interface, as far as we use it. */
export function agentMailApi(inboxes: AgentMailInboxes): Vendor {
  return ({ method, path, headers, body }) => {
    if (headers['authorization'] !== `Bearer ${inboxes.apiKey}`) return { status: 403, body: { name: 'Forbidden' } }
    const [, inbox = '', messageId, what] =
      /^\/v0\/inboxes\/([^/]+)(?:\/messages\/([^/]+))?(\/reply)?$/.exec(path) ?? []
    if (messageId === undefined) return { body: { inbox_id: decodeURIComponent(inbox) } }
    const id = decodeURIComponent(messageId)
    if (method === 'GET') {
      const letter = inboxes.letters[id]
      return letter ? { body: letter } : { status: 404, body: { name: 'NotFoundError' } }
    }
    if (what === undefined) return { status: 404, body: { name: 'NotFoundError' } }
    const { text } = body as { text: string }
    inboxes.posted.push({ inbox: decodeURIComponent(inbox), messageId: id, text })
    return { body: { message_id: `<answer-${inboxes.posted.length}@agentmail.to>`, thread_id: 'thread' } }
  }
}
