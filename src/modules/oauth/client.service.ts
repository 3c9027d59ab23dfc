import type { Ctx } from '#core/context.ts'
import { newId, randomToken, sha256 } from '#core/crypto.ts'
import { readText } from '#core/outbound.ts'
import { bodyValidator } from '#core/validate.ts'
import * as clients from './client.queries.ts'
import { isPlainName } from './client-name.rules.ts'
import { ClientDocument, ClientMetadata } from './client.schema.ts'
import { OAuthRefusal, oauthError } from '#core/oauth-error.ts'
import { isRedirectAllowed } from './redirect.rules.ts'

const DOCUMENT_BYTES_MAX = 16_384
const DOCUMENT_SECONDS_MAX = 5
const FRESH_SECONDS_MAX = 24 * 3600
const FRESH_SECONDS = 3600
const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post']
const faultsOfMetadata = bodyValidator(ClientMetadata)
const faultsOfDocument = bodyValidator(ClientDocument)

export interface Registered {
  client_id: string
  client_id_issued_at: number
  client_secret?: string
  client_secret_expires_at?: number
  client_name: string
  redirect_uris: string[]
  token_endpoint_auth_method: string
  grant_types: string[]
  response_types: string[]
}

/** A program introduces itself. It may then ask people; it has no rights of its own. Only those that are right are limited. */
export async function registerClient(ctx: Ctx, body: unknown, limit: () => Promise<void>): Promise<Registered> {
  const [fault] = faultsOfMetadata(body)
  if (fault) oauthError('invalid_client_metadata', `${fault.pointer || 'The body'}: ${fault.message}`)
  const metadata = body as ClientMetadata
  const method = metadata.token_endpoint_auth_method ?? 'client_secret_basic'
  if (!AUTH_METHODS.includes(method)) {
    oauthError('invalid_client_metadata', `token_endpoint_auth_method must be one of ${AUTH_METHODS.join(', ')}.`)
  }
  refuseRedirects(metadata.redirect_uris)
  const { client_name: name = 'A program without a name' } = metadata
  if (!isPlainName(name)) {
    oauthError(
      'invalid_client_metadata',
      '/client_name: Must not have signs that are not seen or turn the text around.',
    )
  }
  await limit()
  const secret = method === 'none' ? undefined : randomToken(32)
  const id = newId()
  const { redirect_uris: redirectUris } = metadata
  await clients.insertClient(ctx.db, {
    id,
    name,
    redirectUris,
    secretHash: secret === undefined ? null : sha256(secret),
    now: ctx.now,
  })
  return {
    client_id: id,
    client_id_issued_at: Math.floor(ctx.now.getTime() / 1000),
    ...(secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: name,
    redirect_uris: redirectUris,
    token_endpoint_auth_method: method,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
}

function refuseRedirects(uris: readonly string[]): void {
  const wrong = uris.find((uri) => !isRedirectAllowed(uri))
  if (wrong !== undefined) oauthError('invalid_redirect_uri', `This may not be a redirect address: ${wrong}`)
}

/** One that registered, or one that is described by a document at the address that is its id. */
export async function clientOf(ctx: Ctx, id: string): Promise<clients.Client | undefined> {
  const known = await clients.findClient(ctx.db, id)
  const isFresh = known && (known.staleAt === null || Date.parse(known.staleAt) > ctx.now.getTime())
  if (isFresh) return known
  return isDocumentAddress(id) ? readDocument(ctx, id) : undefined
}

/** Lets http through: the guarded client refuses anything but https. */
function isDocumentAddress(id: string): boolean {
  const url = URL.parse(id)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  return url.pathname !== '/' && url.hash === '' && url.href === id && id.length <= 2000
}

/** A stranger chose the address, so the addresses that the operator allows do not count here. */
async function readDocument(ctx: Ctx, id: string): Promise<clients.Client | undefined> {
  try {
    const answer = await ctx.services.publicOutbound.request(id, {
      headers: { accept: 'application/json' },
      timeoutSeconds: DOCUMENT_SECONDS_MAX,
      sizeBytesMax: DOCUMENT_BYTES_MAX,
      redirectsMax: 0,
    })
    const text = await readText(answer)
    const document: unknown = JSON.parse(text)
    if (answer.status !== 200 || faultsOfDocument(document).length > 0) return undefined
    const { client_id: said, client_name: name = '', redirect_uris: redirectUris } = document as ClientDocument
    if (said !== id || !redirectUris.every((uri) => isRedirectAllowed(uri))) return undefined
    if (!isPublic(document as ClientDocument)) {
      oauthError('invalid_client', 'This program proves itself in a way that is not known here; only none is.')
    }
    const staleAt = new Date(ctx.now.getTime() + freshSecondsIn(answer.headers['cache-control']) * 1000)
    const client = { id, name: isPlainName(name) ? name : new URL(id).host, redirectUris }
    await clients.saveDocument(ctx.db, { ...client, staleAt, now: ctx.now })
    return { ...client, secretHash: null, staleAt: staleAt.toISOString() }
  } catch (error) {
    if (error instanceof OAuthRefusal) throw error
    ctx.log.info({ err: error }, 'the document of a program could not be read')
    return undefined
  }
}

/**
 * Whoever read a document has no secret with its program, and keys are not read: one that would prove itself must not be
 * taken at its word without that. ChatGPT prefers a key and can do without.
 */
function isPublic({
  token_endpoint_auth_method: method = 'none',
  token_endpoint_auth_methods_supported: others = [],
}: ClientDocument): boolean {
  return method === 'none' || others.includes('none')
}

function freshSecondsIn(cacheControl: string | undefined): number {
  if (/no-(store|cache)/.test(cacheControl ?? '')) return 0
  const seconds = Number(/max-age=(\d{1,9})/.exec(cacheControl ?? '')?.[1] ?? FRESH_SECONDS)
  return Math.min(seconds, FRESH_SECONDS_MAX)
}
