import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import type { Ctx } from '#core/context.ts'
import { coreFailures, fail, Refusal } from '#core/errors.ts'
import { bodyValidator, refuseAny } from '#core/validate.ts'
import { cookieIn } from './cookie.ts'
import type { Door } from './mount.ts'
import { contextOfBrowser, contextOfNobody } from './nobody.ts'
import { refuseForeignSite } from './own-page.ts'

const PATH = '/api/app/v1/session'
const KEPT_SECONDS = 30 * 24 * 3600

interface Tokens {
  accessToken: string
  refreshToken: string
  expiresIn: number
  user: object
}

export interface ConsoleSessionParts extends Pick<Door, 'pool' | 'services' | 'now'> {
  credentials: TObject
  limit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  signIn(ctx: Ctx, credentials: { email: string; password: string }): Promise<Tokens>
  resume(ctx: Ctx, refreshToken: string): Promise<Tokens>
  leave(ctx: Ctx, refreshToken: string): Promise<void>
}

/**
 * Sessions of browsers. The refresh token is kept in a cookie that scripts cannot read and that goes to these addresses
 * only; the page has the access token, and only while it is open.
 */
export function mountConsoleSession(app: FastifyInstance, parts: ConsoleSessionParts): void {
  const { services } = parts
  const { pathname, protocol } = new URL(services.settings.appUrl)
  // With a host to ourselves, `__Host-` keeps sibling hosts from replacing the cookie. Under a path, scope it to that.
  const isHostOurs = protocol === 'https:' && pathname === '/'
  const cookie = isHostOurs ? '__Host-innkeeper_session' : 'innkeeper_session'
  const path = isHostOurs ? '/' : `${pathname.replace(/\/$/, '')}${PATH}`
  const place = `Path=${path}; HttpOnly; SameSite=Strict${protocol === 'https:' ? '; Secure' : ''}`
  const faultsIn = bodyValidator(parts.credentials)

  const keep = (reply: FastifyReply, { refreshToken, ...shown }: Tokens): FastifyReply =>
    reply
      .headers({
        'cache-control': 'no-store',
        'set-cookie': `${cookie}=${refreshToken}; Max-Age=${KEPT_SECONDS}; ${place}`,
      })
      .send({ accessToken: shown.accessToken, expiresIn: shown.expiresIn, user: shown.user })
  const forget = (reply: FastifyReply): FastifyReply =>
    reply.headers({ 'cache-control': 'no-store', 'set-cookie': `${cookie}=; Max-Age=0; ${place}` })
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await parts.limit(request, reply)
    refuseForeignSite(request)
  }

  app.post(PATH, { onRequest: admit }, async (request, reply) => {
    refuseAny(faultsIn(request.body))
    return keep(
      reply,
      await parts.signIn(
        contextOfBrowser(parts, request, reply, services.settings.appUrl),
        request.body as { email: string; password: string },
      ),
    )
  })
  app.post(`${PATH}/refresh`, { onRequest: admit }, async (request, reply) => {
    const token = cookieIn(request.headers.cookie, cookie) ?? fail(coreFailures.invalid_token)
    try {
      return keep(reply, await parts.resume(contextOfNobody(parts, request), token))
    } catch (error) {
      // Only for good: a database that is away for a moment signs nobody out.
      if (error instanceof Refusal && error.failure.status === 401) forget(reply)
      throw error
    }
  })
  app.delete(PATH, { onRequest: admit }, async (request, reply) => {
    const token = cookieIn(request.headers.cookie, cookie)
    if (token !== undefined) {
      await parts.leave(contextOfNobody(parts, request), token)
      await services.bus.settle()
    }
    return forget(reply).code(204).send()
  })
}
