import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#core/context.ts'
import { oneLine, shortened } from '#core/plain-text.ts'
import { networkIn } from './admission.ts'
import { cookieIn } from './cookie.ts'

const PROGRAM_LENGTH_MAX = 300
const KEPT_SECONDS = 400 * 24 * 3600

/** Where a request comes from. Either cookie name will do, since only a token we know counts. */
export function callerOf(request: FastifyRequest): Caller {
  const { cookie, 'user-agent': program = '' } = request.headers
  const device = cookieIn(cookie, nameFor('https:')) ?? cookieIn(cookie, nameFor('http:'))
  return {
    network: networkIn(request),
    program: shortened(oneLine(program), PROGRAM_LENGTH_MAX),
    ...(device !== undefined && /^[\w-]{43}$/.test(device) && { device }),
  }
}

/** For doors that browsers use: an HttpOnly cookie recognizes a browser that somebody has signed in with. */
export function browserCaller(request: FastifyRequest, reply: FastifyReply, address: string): Caller {
  const { protocol } = new URL(address)
  const rules = `Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Strict${protocol === 'https:' ? '; Secure' : ''}`
  return {
    ...callerOf(request),
    giveDevice: (token) => void reply.header('set-cookie', `${nameFor(protocol)}=${token}; ${rules}`),
  }
}

/** The `__Host-` prefix, which keeps sibling hosts from setting the cookie, requires HTTPS. */
function nameFor(protocol: string): string {
  return protocol === 'https:' ? '__Host-innkeeper-device' : 'innkeeper-device'
}
