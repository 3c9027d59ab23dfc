import { importPKCS8, SignJWT } from 'jose'
import { BoundedMap } from '#core/bounded-map.ts'
import type { Ctx } from '#core/context.ts'
import { sha256 } from '#core/crypto.ts'
import type { Outbound } from '#core/outbound.ts'
import { callVendor, refusedBy } from './vendor-call.service.ts'

const VENDOR = 'The team chat'
const SCOPE = 'https://www.googleapis.com/auth/chat.bot'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** What signed tokens of the chat are for, whatever address we ask them at. */
const TOKEN_AUDIENCE = 'https://oauth2.googleapis.com/token'
/** Nobody should be left with one that ends while a message is on its way. */
const SPARE_MILLIS = 5 * 60_000
const KEPT_MAX = 1000

interface Token {
  value: string
  goodUntil: number
}

/** As long as the line that they came over: a token is for an hour, and asking for one takes longer than the message. */
const keptBy = new WeakMap<Outbound, Map<string, Token>>()

/** A token to write with as the service account, asked for when the last one is about to end. */
export async function googleToken(ctx: Ctx, serviceAccountKey: string): Promise<string> {
  const kept = keptBy.get(ctx.services.outbound) ?? new BoundedMap<string, Token>(KEPT_MAX)
  keptBy.set(ctx.services.outbound, kept)
  const name = nameOf(ctx, serviceAccountKey)
  const found = kept.get(name)
  if (found && found.goodUntil > ctx.now.getTime()) return found.value
  const token = await ask(ctx, serviceAccountKey)
  kept.set(name, token)
  return token.value
}

/** One that is refused before its time was withdrawn: the next message asks for another. */
export function dropGoogleToken(ctx: Ctx, serviceAccountKey: string): void {
  keptBy.get(ctx.services.outbound)?.delete(nameOf(ctx, serviceAccountKey))
}

function nameOf({ services }: Ctx, serviceAccountKey: string): string {
  return sha256(`${services.settings.vendorUrls.googleToken} ${serviceAccountKey}`).toString('base64url')
}

async function ask(ctx: Ctx, serviceAccountKey: string): Promise<Token> {
  const { client_email: email, private_key: pem } = keyIn(serviceAccountKey)
  const key = await importPKCS8(pem, 'RS256').catch(() => {
    throw refusedBy(VENDOR, 'the key of the service account cannot be read')
  })
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setAudience(TOKEN_AUDIENCE)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key)
  const call = { vendor: VENDOR, form: { grant_type: GRANT, assertion } }
  const { status, body } = await callVendor(ctx, ctx.services.settings.vendorUrls.googleToken, call)
  const { access_token: value, expires_in: seconds } = (body ?? {}) as { access_token?: unknown; expires_in?: unknown }
  if (status >= 300 || typeof value !== 'string') throw refusedBy(VENDOR, `no token, status ${status}`)
  const goodMillis = typeof seconds === 'number' ? seconds * 1000 - SPARE_MILLIS : 0
  return { value, goodUntil: ctx.now.getTime() + goodMillis }
}

function keyIn(text: string): { client_email: string; private_key: string } {
  try {
    const { client_email: email, private_key: key } = JSON.parse(text)
    if (typeof email === 'string' && typeof key === 'string') return { client_email: email, private_key: key }
  } catch {
    // The same sentence for whatever is wrong with it.
  }
  throw refusedBy(VENDOR, 'the key of the service account cannot be read')
}
