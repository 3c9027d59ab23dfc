import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#core/context.ts'
import { oneLine, shortened } from '#core/plain-text.ts'
import { networkIn } from './admission.ts'
import { cookieIn } from './cookie.ts'

const PROGRAM_LENGTH_MAX = 300
const KEPT_SECONDS = 400 * 24 * 3600

/** Where a request comes from. The token of a browser is read under both names: it says what it is by being known. */
export function callerOf(request: FastifyRequest): Caller {
  const { cookie, 'user-agent': program = '' } = request.headers
  const device = cookieIn(cookie, nameFor('https:')) ?? cookieIn(cookie, nameFor('http:'))
  return {
    network: networkIn(request),
    program: shortened(oneLine(program), PROGRAM_LENGTH_MAX),
    ...(device !== undefined && /^[\w-]{43}$/.test(device) && { device }),
  }
}

/** The same at a door for browsers: one that somebody signs in with is known again by a cookie that no script can read. */
export function browserCaller(request: FastifyRequest, reply: FastifyReply, address: string): Caller {
  const { protocol } = new URL(address)
  const rules = `Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Strict${protocol === 'https:' ? '; Secure' : ''}`
  return {
    ...callerOf(request),
    giveDevice: (token) => void reply.header('set-cookie', `${nameFor(protocol)}=${token}; ${rules}`),
  }
}

/** Only where nothing unencrypted is in between can a cookie be kept from neighbouring hosts. */
function nameFor(protocol: string): string {
  return protocol === 'https:' ? '__Host-innkeeper-device' : 'innkeeper-device'
}
