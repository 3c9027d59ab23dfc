import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SCOPES } from '#core/access.ts'
import type { Ctx } from '#core/context.ts'
import { isProof, sha256 } from '#core/crypto.ts'
import type { Pool } from '#core/db.ts'
import { Refusal } from '#core/errors.ts'
import { parseJson } from '#core/json.ts'
import { OAuthRefusal, oauthError } from '#core/oauth-error.ts'
import type { Services } from '#core/services.ts'
import { formFields } from './form-fields.ts'
import { contextOfBrowser, contextOfNobody } from './nobody.ts'
import { consentPage, signInPage } from './oauth-page.ts'
import {
  authorizeRoute,
  decideRoute,
  metadataRoutes,
  registerRoute,
  REQUEST_FIELDS,
  RESOURCE_PATH,
  revokeRoute,
  tokenRoute,
} from './oauth-routes.ts'
import { asRefusal, noteRefusal } from './problems.ts'
import { messagePage, showPage } from './small-page.ts'

type Fields = Record<string, string | undefined>

interface Asked {
  client: { id: string; name: string }
  redirectUri: string
}

interface Proven {
  userId: string
  passwordHash: string
}

/** What the routes need of the modules that know programs and people. */
export interface OAuthParts<Request extends Asked> {
  pool: Pool
  services: Services
  now: () => Date
  limit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Anybody may register, and each leaves a row. */
  limitRegistrations(request: FastifyRequest, reply: FastifyReply): Promise<void>
  readRequest(ctx: Ctx, parameters: Fields): Promise<Request>
  prove(
    ctx: Ctx,
    credentials: { email: string; password: string },
  ): Promise<{ id: string; passwordHash: string | null }>
  /** The hash of a person's password as it is now. */
  passwordOf(ctx: Ctx, userId: string): Promise<string | undefined>
  workspacesOf(ctx: Ctx, userId: string): Promise<{ id: string; name: string }[]>
  allow(ctx: Ctx, request: Request, choice: Proven & { workspaceId: string; isReadOnly: boolean }): Promise<string>
  deny(ctx: Ctx, request: Request): string
  issueTokens(ctx: Ctx, parameters: Fields, basic: string | undefined): Promise<object>
  registerClient(ctx: Ctx, body: unknown, limit: () => Promise<void>): Promise<object>
  revokeToken(ctx: Ctx, parameters: Fields, basic: string | undefined): Promise<void>
}

const PROOF_SECONDS = 600
const BODY_BYTES_MAX = 65_536
/** Sign-in for tool clients: RFC 6749 with PKCE, 7009, 7591, 8414, 8707, 9207, 9728. */
export async function mountOAuth<Request extends Asked>(
  app: FastifyInstance,
  parts: OAuthParts<Request>,
): Promise<void> {
  const { baseUrl } = parts.services.settings
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    async (_: FastifyRequest, body: Buffer) => parseJson(body),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
    async (_: FastifyRequest, body: string) => fieldsIn(body),
  )
  app.addHook('onRequest', (request, reply) => parts.limit(request, reply))
  app.setErrorHandler((error: Error, request, reply) => answerRefusal(error, request, reply))

  const metadata = metadataOf(baseUrl)
  const resource = resourceOf(baseUrl)
  const open = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=3600' }
  const { server, serverOfTools, resource: ofTools, resourceOfTools } = metadataRoutes
  for (const { path } of [server, serverOfTools]) app.get(path, async (_, reply) => reply.headers(open).send(metadata))
  for (const { path } of [ofTools, resourceOfTools])
    app.get(path, async (_, reply) => reply.headers(open).send(resource))

  app.get(authorizeRoute.path, async (request, reply) => {
    const fields = pick(fieldsIn(request.url.split('?').slice(1).join('?')))
    const asked = await parts.readRequest(contextOfNobody(parts, request), fields)
    return showPage(reply, asked.redirectUri, signInPage({ ...viewOf(asked), fields }))
  })
  app.post(decideRoute.path, async (request, reply) => decide(parts, request, reply))
  app.post(tokenRoute.path, async (request, reply) => {
    const tokens = await parts.issueTokens(
      contextOfNobody(parts, request),
      formIn(request),
      request.headers.authorization,
    )
    return reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' }).send(tokens)
  })
  app.post(registerRoute.path, async (request, reply) => {
    const limit = (): Promise<void> => parts.limitRegistrations(request, reply)
    const client = await parts.registerClient(contextOfNobody(parts, request), request.body, limit)
    return reply.code(201).header('cache-control', 'no-store').send(client)
  })
  app.post(revokeRoute.path, async (request, reply) => {
    await parts.revokeToken(contextOfNobody(parts, request), formIn(request), request.headers.authorization)
    await parts.services.bus.settle()
    return reply.header('cache-control', 'no-store').send({})
  })
}

/** The two forms: who one is, then what one allows. Between them the proof travels in the form, not in a cookie. */
async function decide<Request extends Asked>(
  parts: OAuthParts<Request>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const ctx = contextOfNobody(parts, request)
  const form = formIn(request)
  const fields = pick(form)
  const asked = await parts.readRequest(ctx, fields)
  // A no needs no proof of who says it: nothing comes of it.
  if (form['step'] === 'deny') return reply.redirect(parts.deny(ctx, asked), 303)
  if (form['step'] === 'sign-in') {
    const { email = '', password = '' } = form
    try {
      const browser = contextOfBrowser(parts, request, reply, parts.services.settings.baseUrl)
      const { id, passwordHash } = await parts.prove(browser, { email, password })
      const workspaces = await parts.workspacesOf(ctx, id)
      if (workspaces.length === 0) oauthError('access_denied', 'Your account is in no workspace.')
      const until = Math.floor(ctx.now.getTime() / 1000) + PROOF_SECONDS
      const proof = proofOf(ctx, { userId: id, passwordHash: passwordHash ?? '' }, until, fields)
      return showPage(
        reply,
        asked.redirectUri,
        consentPage({ ...viewOf(asked), email, workspaces, fields: { ...fields, proof } }),
      )
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const problem = error.message
      return showPage(
        reply.code(error.failure.status),
        asked.redirectUri,
        signInPage({ ...viewOf(asked), fields, email, problem }),
      )
    }
  }
  const proven = await provenIn(parts, ctx, form['proof'], fields)
  if ('problem' in proven) {
    const { problem } = proven
    return showPage(reply.code(401), asked.redirectUri, signInPage({ ...viewOf(asked), fields, problem }))
  }
  if (form['step'] !== 'allow') oauthError('invalid_request', 'step must be sign-in, allow or deny.')
  const { workspace: workspaceId = '', access } = form
  return reply.redirect(await parts.allow(ctx, asked, { ...proven, workspaceId, isReadOnly: access !== 'write' }), 303)
}

function viewOf({ client, redirectUri }: Asked): { client: string; redirectUri: string } {
  return { client: client.name, redirectUri }
}

function proofOf(ctx: Ctx, { userId, passwordHash }: Proven, until: number, fields: Fields): string {
  const { shown, proved } = saidIn({ userId, passwordHash }, until, fields)
  return `${shown}.${ctx.services.signer.mac('authorize', proved)}`
}

function saidIn({ userId, passwordHash }: Proven, until: number, fields: Fields): { shown: string; proved: string } {
  const shown = `${userId}.${until}`
  return { shown, proved: `${shown}.${hashOf(fields)}.${passwordHash}` }
}

const OUTDATED = { problem: 'This sign-in no longer holds: the password may have been changed since. Sign in again.' }

/** Good for this person, this request and ten minutes, and while the password is the one that was shown. */
async function provenIn(
  parts: Pick<OAuthParts<Asked>, 'passwordOf'>,
  ctx: Ctx,
  proof: string | undefined,
  fields: Fields,
): Promise<Proven | { problem: string }> {
  const [, userId, until] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,12})\./.exec(proof ?? '') ?? []
  if (userId === undefined) return OUTDATED
  if (Number(until) * 1000 < ctx.now.getTime()) return { problem: 'This took too long. Sign in again.' }
  const passwordHash = await parts.passwordOf(ctx, userId)
  if (passwordHash === undefined) return OUTDATED
  const proven = { userId, passwordHash }
  const said = saidIn(proven, Number(until), fields)
  const mac = (proof ?? '').slice(said.shown.length + 1)
  return isProof(ctx.services.signer, 'authorize', said.proved, mac) ? proven : OUTDATED
}

function hashOf(fields: Fields): string {
  return sha256(JSON.stringify(REQUEST_FIELDS.map((name) => fields[name] ?? null))).toString('base64url')
}

function pick(source: Fields): Fields {
  return Object.fromEntries(REQUEST_FIELDS.map((name) => [name, source[name]]))
}

function formIn({ body }: FastifyRequest): Fields {
  if (typeof body !== 'object' || body === null) oauthError('invalid_request', 'Send a form.')
  return body as Fields
}

function fieldsIn(text: string): Fields {
  return formFields(text, (_, message) => oauthError('invalid_request', message))
}

function answerRefusal(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isPage = request.routeOptions.url === authorizeRoute.path
  if (error instanceof OAuthRefusal) {
    if (error.location !== undefined) return reply.redirect(error.location, 303)
    if (isPage) return showPage(reply.code(400), undefined, messagePage('This link does not work', error.message))
    const status = error.code === 'invalid_client' ? 401 : 400
    if (status === 401) reply.header('www-authenticate', 'Basic realm="innkeeper"')
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .send({ error: error.code, error_description: error.message })
  }
  const refusal = asRefusal(error)
  const { status } = refusal.failure
  noteRefusal(request, reply, refusal, status)
  // What Fastify refuses is told in words for the other doors, which take JSON.
  const reason = error === refusal ? refusal.message : 'The request cannot be read.'
  const said = status >= 500 ? 'This cannot be answered right now.' : reason
  if (isPage) return showPage(reply.code(status), undefined, messagePage('This did not work', said))
  const code = status === 503 ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'invalid_request'
  return reply.code(status).header('cache-control', 'no-store').send({ error: code, error_description: said })
}

function metadataOf(baseUrl: string): object {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/authorize`,
    token_endpoint: `${baseUrl}/token`,
    registration_endpoint: `${baseUrl}/register`,
    revocation_endpoint: `${baseUrl}/revoke`,
    scopes_supported: [...SCOPES, 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}

function resourceOf(baseUrl: string): object {
  return {
    resource: `${baseUrl}/${RESOURCE_PATH}`,
    authorization_servers: [baseUrl],
    scopes_supported: [...SCOPES],
    bearer_methods_supported: ['header'],
    resource_name: 'Innkeeper',
  }
}
