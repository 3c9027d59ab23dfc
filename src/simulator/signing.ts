import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'

/** Headers that prove a delivery. Each is made as the vendor makes it, by code of our own. */
export type Proof = Record<string, string>

const hex = (key: string | Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex')

/** Retell: the body and, behind it, the milliseconds. */
export function retell(text: string, apiKey: string, now = Date.now()): Proof {
  return { 'x-retell-signature': `v=${now},d=${hex(apiKey, `${text}${now}`)}` }
}

export function slack(text: string, secret: string, now = Date.now()): Proof {
  const at = Math.floor(now / 1000)
  return { 'x-slack-request-timestamp': String(at), 'x-slack-signature': `v0=${hex(secret, `v0:${at}:${text}`)}` }
}

/** Linear: the time is in the body, under `webhookTimestamp`. */
export function linear(text: string, secret: string, deliveryId: string): Proof {
  return { 'linear-signature': hex(secret, text), 'linear-delivery': deliveryId }
}

/** Standard Webhooks, under the names of Svix: AgentMail, Recall and the main app. */
export function svix(text: string, secret: string, id: string, now = Date.now()): Proof {
  const at = Math.floor(now / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${at}.${text}`).digest('base64')
  return { 'svix-id': id, 'svix-timestamp': String(at), 'svix-signature': `v1,${mac}` }
}

export function notion(text: string, verificationToken: string): Proof {
  return { 'x-notion-signature': `sha256=${hex(verificationToken, text)}` }
}

export function github(text: string, secret: string, about: { event: string; delivery: string }): Proof {
  const { event, delivery } = about
  const signature = `sha256=${hex(secret, text)}`
  return { 'x-hub-signature-256': signature, 'x-github-event': event, 'x-github-delivery': delivery }
}

export function langsmith(text: string, secret: string): Proof {
  return { 'x-langsmith-signature': `sha256=${hex(secret, text)}` }
}

/** Google Chat, classic app: a token of the chat itself for the number of the project. */
export async function googleChat(
  { key, kid }: { key: Parameters<SignJWT['sign']>[0]; kid: string },
  projectNumber: string,
): Promise<Proof> {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer('chat@system.gserviceaccount.com')
    .setAudience(projectNumber)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key)
  return { authorization: `Bearer ${token}` }
}
