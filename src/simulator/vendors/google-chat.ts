import type { Vendor } from './vendor.ts'

/** Spaces of the team chat, and the sign-in of the company behind it. */
export interface GoogleChat {
  /** Public keys that its deliveries are signed with. */
  keys: object[]
  posted: {
    space: string
    text: string
    thread?: { name: string }
    cardsV2?: { card: { sections: { widgets: { buttonList: { buttons: GoogleButton[] } }[] }[] } }[]
  }[]
}

interface GoogleButton {
  text: string
  onClick: { action: { function: string; parameters: { key: string; value: string }[] } }
}

const TOKEN = 'ya29.token-of-a-service-account'

/** The Chat API, the endpoint for tokens and the one for keys, as far as we use them. */
export function googleApi(chat: GoogleChat): Vendor {
  return ({ method, path, headers, body }) => {
    if (path === '/keys') return { body: { keys: chat.keys } }
    if (path === '/token') {
      const form = new URLSearchParams(String(body))
      const isAsked = form.get('grant_type')?.endsWith(':jwt-bearer') && form.get('assertion') !== null
      return isAsked
        ? { body: { access_token: TOKEN, expires_in: 3599, token_type: 'Bearer' } }
        : { status: 400, body: { error: 'invalid_grant' } }
    }
    const space = /^\/v1\/(spaces\/[^/]+)\/messages\?/.exec(path)?.[1]
    if (method !== 'POST' || space === undefined) return { status: 404, body: { error: { code: 404 } } }
    if (headers['authorization'] !== `Bearer ${TOKEN}`) return { status: 401, body: { error: { code: 401 } } }
    chat.posted.push({ ...(body as Omit<GoogleChat['posted'][number], 'space'>), space })
    return { body: { name: `${space}/messages/ours-${chat.posted.length}` } }
  }
}
