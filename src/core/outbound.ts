import type { LookupAddress } from 'node:dns'
import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { Agent } from 'undici'

import { areAllPublic, isLoopbackName, isPublicAddress, literalAddress, readAllowList } from './outbound-address.ts'
import { isRedirect, redirectStep } from './outbound-redirect.ts'
import type { OutboundStep } from './outbound-redirect.ts'
import { isWorthRepeating } from './outbound-repeat.ts'

export interface OutboundRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array | Readable
  /** For the whole exchange: name look-up, redirects, headers and body. */
  timeoutSeconds?: number
  sizeBytesMax?: number
  /** With 0 a redirect is an answer like any other; otherwise one too many is an error. */
  redirectsMax?: number
  /** When it fires, the request or the body fails with its reason. */
  signal?: AbortSignal
}

export interface OutboundAnswer {
  status: number
  headers: Record<string, string>
  /** As it was sent, never decompressed. Fails with `OutboundError` past a limit. Read it to its end or destroy it. */
  body: Readable
  /** Where the answer came from. May hold secrets of the caller: never log it. */
  url: string
}

/** The one way to call an address that somebody else chose. */
export interface Outbound {
  /** Whether such an address may be called at all. What its name means is looked up only when it is. */
  allows(url: string): boolean
  request(url: string | URL, options?: OutboundRequest): Promise<OutboundAnswer>
  close(): Promise<void>
}

export interface OutboundSettings {
  /** `host` or `host:port` that may be private and may speak plain http. */
  allow: readonly string[]
  /** Name look-up, so that tests can decide what a name means. */
  lookup?: (hostname: string) => Promise<readonly LookupAddress[]>
}

const SENTENCES = {
  not_allowed: 'This address may not be called.',
  timeout: 'The address did not answer in time.',
  too_large: 'The answer is larger than allowed.',
  unreachable: 'The address could not be reached.',
  too_many_redirects: 'The address redirects too often or in a way that cannot be followed.',
} as const

/** Neither message nor cause holds any part of the URL: it may carry secrets, and errors end up in logs. */
export class OutboundError extends Error {
  readonly reason: keyof typeof SENTENCES
  /** The system's word for what went wrong, such as `ECONNREFUSED`, when there is one. */
  readonly detail: string | undefined

  constructor(reason: keyof typeof SENTENCES, detail?: string) {
    super(detail === undefined ? SENTENCES[reason] : `${SENTENCES[reason]} (${detail})`)
    this.name = 'OutboundError'
    this.reason = reason
    this.detail = detail
  }
}

export function openOutbound({ allow, lookup = lookupAll }: OutboundSettings): Outbound {
  const isOnAllowList = readAllowList(allow)
  const publicAgent = openAgent(lookup, areAllPublic)
  const allowedAgent = openAgent(lookup, () => true)

  // A public server may redirect only to public addresses: nobody here chose the target.
  function agentFor(url: URL, from?: URL): Agent {
    if (url.username !== '' || url.password !== '') throw new OutboundError('not_allowed')
    const isListed = isOnAllowList(url) && (from === undefined || isOnAllowList(from))
    if (isListed && url.protocol === 'http:') return allowedAgent
    if (url.protocol !== 'https:') throw new OutboundError('not_allowed')
    if (isListed) return allowedAgent
    const address = literalAddress(url)
    if (isLoopbackName(url)) throw new OutboundError('not_allowed')
    if (address !== undefined && !isPublicAddress(address)) throw new OutboundError('not_allowed')
    return publicAgent
  }

  return {
    allows(url) {
      try {
        return agentFor(new URL(url)) !== undefined
      } catch {
        return false
      }
    },
    async request(url, options = {}) {
      const deadline = startDeadline(options)
      try {
        return await exchange(firstStep(url, options), agentFor, options, deadline)
      } catch (error) {
        deadline.stop()
        if (options.body instanceof Readable) options.body.on('error', () => {}).destroy()
        throw failureOf(error, deadline.signal)
      }
    },
    async close() {
      await Promise.all([publicAgent.close(), allowedAgent.close()])
    },
  }
}

/** The whole body, within the limit of the request. */
export async function readBytes(answer: OutboundAnswer): Promise<Buffer> {
  return buffer(answer.body)
}

/** The whole body as UTF-8, within the limit of the request. */
export async function readText(answer: OutboundAnswer): Promise<string> {
  return new TextDecoder().decode(await readBytes(answer))
}

async function lookupAll(hostname: string): Promise<LookupAddress[]> {
  return systemLookup(hostname, { all: true })
}

/**
 * The connection goes to an address that this very look-up gave and that was checked here, so a name that changes its
 * meaning between check and use gains nothing.
 */
function openAgent(
  lookup: NonNullable<OutboundSettings['lookup']>,
  areAllowed: (addresses: readonly string[]) => boolean,
): Agent {
  const resolve = async (hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> => {
    const [first, ...others] = await lookup(hostname)
    if (first === undefined) throw new OutboundError('unreachable', 'ENOTFOUND')
    const found: [LookupAddress, ...LookupAddress[]] = [first, ...others]
    if (!areAllowed(found.map(({ address }) => address))) throw new OutboundError('not_allowed')
    return found
  }
  const checkedLookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => (options.all === true ? callback(null, found) : callback(null, found[0].address, found[0].family)),
      (error: Error) => callback(error, '', 0),
    )
  }
  // The deadline of each exchange covers headers and body, so the agent's own timers are off.
  return new Agent({ connect: { lookup: checkedLookup }, allowH2: false, headersTimeout: 0, bodyTimeout: 0 })
}

interface Deadline {
  signal: AbortSignal
  stop(): void
}

function startDeadline({ timeoutSeconds = 15, signal }: OutboundRequest): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new OutboundError('timeout')), timeoutSeconds * 1000).unref()
  return {
    signal: signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal]),
    stop: () => clearTimeout(timer),
  }
}

/** Headers that belong to the connection. `host` would also choose the certificate to accept. */
const CONNECTION_HEADERS =
  /^(connection|expect|host|keep-alive|proxy-.+|te|trailer|transfer-encoding|upgrade|accept-encoding)$/

function firstStep(input: string | URL, options: OutboundRequest): OutboundStep {
  const url = URL.parse(String(input))
  const method = (options.method ?? 'GET').toUpperCase()
  if (url === null || method === 'CONNECT' || method === 'TRACE') throw new OutboundError('not_allowed')
  const given = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const)
  const kept = given.filter(([name]) => !CONNECTION_HEADERS.test(name))
  // Without compression the bytes that are counted are the bytes that are meant.
  const headers = { 'user-agent': 'innkeeper', ...Object.fromEntries(kept), 'accept-encoding': 'identity' }
  return { url, method, headers, body: options.body }
}

async function exchange(
  first: OutboundStep,
  agentFor: (url: URL, from?: URL) => Agent,
  { redirectsMax = 3, sizeBytesMax = 5 * 1024 * 1024 }: OutboundRequest,
  deadline: Deadline,
): Promise<OutboundAnswer> {
  let step = first
  let agent = agentFor(step.url)
  for (let redirects = 0; ; redirects++) {
    const { statusCode: status, headers, body } = await sent(agent, step, deadline.signal)
    const location = isRedirect(status) ? headers['location'] : undefined
    if (typeof location !== 'string' || redirectsMax === 0) {
      const declaredBytes = step.method === 'HEAD' ? 0 : Number(headers['content-length'] ?? 0)
      const bounded = boundedBody(body, declaredBytes, sizeBytesMax, deadline)
      return { status, headers: flat(headers), body: bounded, url: step.url.href }
    }
    body.on('error', () => {}).destroy()
    const next = redirects < redirectsMax ? redirectStep(step, status, location) : undefined
    if (next === undefined) throw new OutboundError('too_many_redirects')
    agent = agentFor(next.url, step.url)
    step = next
  }
}

async function sent(agent: Agent, step: OutboundStep, signal: AbortSignal): ReturnType<Agent['request']> {
  for (let tries = 1; ; tries++) {
    try {
      return await send(agent, step, signal)
    } catch (error) {
      if (signal.aborted || !isWorthRepeating(step, error, tries)) throw error
      // By then it has heard of other connections that are closed.
      await nextTurn()
    }
  }
}

/** The agent notices an abort only once it is connected, hence the race. */
function send(agent: Agent, { url, ...step }: OutboundStep, signal: AbortSignal): ReturnType<Agent['request']> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    agent
      .request({ origin: url.origin, path: url.pathname + url.search, ...step, signal })
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}

function boundedBody(source: Readable, declaredBytes: number, sizeBytesMax: number, deadline: Deadline): Readable {
  let sizeBytes = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > sizeBytesMax) done(new OutboundError('too_large'))
      else done(null, chunk)
    },
  })
  // A limit may pass before the caller listens, or when only the status was wanted: that must not end the process.
  body.on('error', () => {})
  body.on('close', () => {
    deadline.stop()
    source.destroy()
  })
  source.on('error', (error) => body.destroy(failureOf(error, deadline.signal)))
  if (declaredBytes > sizeBytesMax) body.destroy(new OutboundError('too_large'))
  else source.pipe(body)
  return body
}

function failureOf(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted) return signal.reason instanceof Error ? signal.reason : new Error('The request was given up.')
  if (error instanceof OutboundError) return error
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return new OutboundError('timeout', code)
    case 'UND_ERR_HEADERS_OVERFLOW':
      return new OutboundError('too_large', code)
    case 'UND_ERR_INVALID_ARG':
      return new OutboundError('not_allowed', code)
    default:
      return new OutboundError('unreachable', code)
  }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')] as const)
  return Object.fromEntries(pairs)
}
