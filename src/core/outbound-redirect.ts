import { Readable } from 'node:stream'

/** One request of an exchange: the first, or one that a redirect asked for. */
export interface OutboundStep {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | Readable | undefined
}

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

/** What may follow to another origin. Anything else (`Authorization`, `Cookie`, `X-Api-Key`) may be a secret of the first. */
const CARRIED_HEADERS = /^(accept|accept-encoding|accept-language|content-.+|user-agent)$/

export function isRedirect(status: number): boolean {
  return REDIRECT_STATUSES.has(status)
}

/** The request a redirect asks for; undefined when it cannot be made: no readable address, or a body that is spent. */
export function redirectStep(step: OutboundStep, status: number, location: string): OutboundStep | undefined {
  const url = URL.parse(location, step.url.href)
  if (url === null) return undefined
  const becomesGet =
    (status === 303 && step.method !== 'HEAD') || (step.method === 'POST' && (status === 301 || status === 302))
  if (!becomesGet && step.body instanceof Readable) return undefined
  const isForeign = url.origin !== step.url.origin
  const kept = Object.entries(step.headers).filter(
    ([name]) => !(isForeign && !CARRIED_HEADERS.test(name)) && !(becomesGet && name.startsWith('content-')),
  )
  return {
    url,
    method: becomesGet ? 'GET' : step.method,
    headers: Object.fromEntries(kept),
    body: becomesGet ? undefined : step.body,
  }
}
