import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { Ctx } from '#core/context.ts'
import { randomToken } from '#core/crypto.ts'
import type { Pool } from '#core/db.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { errorText } from '#core/error-text.ts'
import { coreFailures, fail, Refusal } from '#core/errors.ts'
import type { Services } from '#core/services.ts'
import { parameterReader, refuseAny } from '#core/validate.ts'
import { cookieIn } from './cookie.ts'
import { formFields } from './form-fields.ts'
import { installReachPage, installSignInPage, type Grants } from './install-page.ts'
import { ChatCallback, chatCallbacks, chatInstalls, SignIn, ToolCallback, toolCallback } from './install-routes.ts'
import { contextOfBrowser, contextOfNobody } from './nobody.ts'
import { refuseForeignPage } from './own-page.ts'
import { asRefusal, noteRefusal, sendProblem } from './problems.ts'
import { messagePage, showPage } from './small-page.ts'

interface Asked {
  workspaceId: string
  agentId: string | null
}

/** What the routes need of the modules that know people and connections. */
export interface InstallParts {
  pool: Pool
  services: Services
  now(): Date
  limit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** What the chat will be asked to allow. */
  chatGrants: Grants
  prove(ctx: Ctx, credentials: { email: string; password: string }): Promise<{ id: string }>
  /** The agent that would be connected, and what strangers could ask it to do, in words. */
  readReach(ctx: Ctx, asked: Asked, link: string): Promise<{ agentName: string; strangers: string[] }>
  beginByLink(ctx: Ctx, asked: Asked, link: string, browser: string): Promise<string>
  beginAs(ctx: Ctx, userId: string, asked: Asked, browser: string): Promise<string>
  finishChat(ctx: Ctx, back: { code: string; state: string; isForWorkspace: boolean }, browser: string): Promise<string>
  finishTools(ctx: Ctx, back: { connectionId: string; state: string | undefined }): Promise<string>
}

/** What browsers open to connect a chat or a tool, and where they come back to. */
export function mountInstalls(app: FastifyInstance, parts: InstallParts): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      async (_: FastifyRequest, body: string) => formFields(body, refuseField),
    )
    scope.addHook('onRequest', (request, reply) => parts.limit(request, reply))
    scope.setErrorHandler((error: Error, request, reply) => answerRefusal(error, request, reply))
    for (const { open } of chatInstalls) mountChatInstall(scope, parts, open)
    for (const { route, isForWorkspace } of chatCallbacks) mountChatCallback(scope, parts, route.path, isForWorkspace)
    mountToolCallback(scope, parts)
  })
}

function refuseField(field: string, message: string): never {
  fail(coreFailures.invalid_request, { detail: message, errors: [{ pointer: `/${field}`, code: 'invalid', message }] })
}

// A look at the head of such an address must not use anything up.
const unlooked = { exposeHeadRoute: false } as const

function mountChatInstall(
  scope: FastifyInstance,
  parts: InstallParts,
  { path, query }: (typeof chatInstalls)[number]['open'],
): void {
  const read = readerOf(query)
  const readSignIn = readerOf(SignIn)
  const { appUrl, baseUrl, vendorUrls } = parts.services.settings
  const askIn = (request: FastifyRequest) => {
    const { workspace_id: workspaceId = '', agent_id: agentId = null, link } = read(request.query)
    return { asked: { workspaceId, agentId }, link }
  }
  const showSignIn = (request: FastifyRequest, reply: FastifyReply, email = '', problem?: string): FastifyReply => {
    const action = request.url
    const view = { action, ...askIn(request).asked, grants: parts.chatGrants, email, problem }
    return showPage(reply, vendorUrls.slackAuthorize, installSignInPage(view))
  }
  scope.get(path, unlooked, async (request, reply) => {
    const { asked, link } = askIn(request)
    if (link === undefined) return showSignIn(request, reply)
    if (asked.agentId !== null) {
      const reach = await parts.readReach(contextOfNobody(parts, request), asked, link)
      const view = { action: request.url, workspaceId: asked.workspaceId, vendor: parts.chatGrants.vendor, ...reach }
      return showPage(reply, vendorUrls.slackAuthorize, installReachPage(view))
    }
    const browser = browserOf(request, reply, baseUrl)
    return reply.redirect(await parts.beginByLink(contextOfNobody(parts, request), asked, link, browser), 302)
  })
  scope.post(path, async (request, reply) => {
    refuseForeignPage(request, [appUrl, baseUrl])
    const { asked, link } = askIn(request)
    if (link !== undefined) {
      const browser = browserOf(request, reply, baseUrl)
      return reply.redirect(await parts.beginByLink(contextOfNobody(parts, request), asked, link, browser), 303)
    }
    const { email = '', password = '' } = readSignIn(request.body)
    const ctx = contextOfNobody(parts, request)
    try {
      const { id } = await parts.prove(contextOfBrowser(parts, request, reply, baseUrl), { email, password })
      return reply.redirect(await parts.beginAs(ctx, id, asked, browserOf(request, reply, baseUrl)), 303)
    } catch (error) {
      if (!(error instanceof Refusal) || error.failure !== coreFailures.invalid_token) throw error
      return showSignIn(request, reply.code(401), email, error.message)
    }
  })
}

function mountChatCallback(scope: FastifyInstance, parts: InstallParts, path: string, isForWorkspace: boolean): void {
  const read = readerOf(ChatCallback)
  const { baseUrl } = parts.services.settings
  scope.get(path, unlooked, async (request, reply) => {
    const refusal = textIn(request.query, 'error')
    if (refusal !== undefined) return show(reply, 'Not connected', refusedText(refusal))
    const { code = '', state = '' } = read(request.query)
    const browser = browserIn(request, baseUrl) ?? ''
    const said = await parts.finishChat(contextOfNobody(parts, request), { code, state, isForWorkspace }, browser)
    return show(reply, 'Connected', `${said} You can close this page.`)
  })
}

function mountToolCallback(scope: FastifyInstance, parts: InstallParts): void {
  const read = readerOf(ToolCallback)
  scope.get(toolCallback.path, unlooked, async (request, reply) => {
    const { query } = request
    const outcome = textIn(query, 'status') ?? textIn(query, 'connection_status')
    // Older links have another name for it.
    const connectionId = textIn(query, 'connected_account_id') ?? textIn(query, 'connectedAccountId')
    if (outcome === 'failed' && connectionId === undefined) return show(reply, 'Not connected', refusedText('failed'))
    const named = { ...(query as object), ...(connectionId !== undefined && { connected_account_id: connectionId }) }
    const { connected_account_id: id = '', state } = read(named)
    const said = await parts.finishTools(contextOfNobody(parts, request), { connectionId: id, state })
    return show(reply, 'Connected', `${said} You can close this page.`)
  })
}

function refusedText(code: string): string {
  if (code === 'access_denied') return 'You did not allow it. Nothing was changed.'
  const word = /^\w{1,60}$/.test(code) ? code : 'an error'
  return `The other side said: ${word}. Nothing was changed. Begin again to try once more.`
}

function show(reply: FastifyReply, title: string, text: string): FastifyReply {
  return showPage(reply, undefined, messagePage(title, text))
}

/** What else the other side adds to the address is no concern of ours. */
function readerOf(schema: TObject): (raw: unknown) => Record<string, string | undefined> {
  const read = parameterReader(schema)
  const names = Object.keys(schema.properties)
  return (raw) => {
    const given = Object.entries(raw ?? {}).filter(([name]) => names.includes(name))
    const { values, faults } = read(Object.fromEntries(given))
    refuseAny(faults)
    return values as Record<string, string | undefined>
  }
}

function textIn(values: unknown, name: string): string | undefined {
  const value = (values as Record<string, unknown> | null)?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const COOKIE_SECONDS = 600

/** Only where nothing unencrypted is in between can a cookie be kept from neighbouring hosts. */
function cookieNameOf(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-innkeeper-install' : 'innkeeper-install'
}

function browserIn({ headers }: FastifyRequest, baseUrl: string): string | undefined {
  const value = cookieIn(headers.cookie, cookieNameOf(baseUrl)) ?? ''
  return /^[\w-]{43}$/.test(value) ? value : undefined
}

/** What this browser alone knows; the same for all that it has begun. */
function browserOf(request: FastifyRequest, reply: FastifyReply, baseUrl: string): string {
  const value = browserIn(request, baseUrl) ?? randomToken(32)
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  const rules = `Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure}`
  reply.headers({ 'set-cookie': `${cookieNameOf(baseUrl)}=${value}; ${rules}`, 'cache-control': 'no-store' })
  return value
}

/** A malformed address is for whoever wrote it; everything else is for the person in front of the browser. */
function answerRefusal(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof DeliveryFailure) {
    request.log.warn({ err: error }, 'a connection could not be made')
    return show(reply.code(502), 'Not connected', `${errorText(error)} Nothing was connected. Begin again.`)
  }
  const refusal = asRefusal(error)
  const { failure } = refusal
  if (failure === coreFailures.invalid_request) return sendProblem(request, reply, refusal, 422)
  noteRefusal(request, reply, refusal, failure.status)
  const text = failure.status >= 500 ? 'This cannot be answered right now. Try again shortly.' : refusal.message
  return show(reply.code(failure.status), 'Not connected', text)
}
