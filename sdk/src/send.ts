import type { CallOptions } from './options.ts'
import { InnkeeperProblem, InnkeeperUnreachable } from './problem.ts'
import type { Request } from './request.ts'
import { canRepeat, retryAfterSeconds, waitSeconds, type RetryPlan } from './retry.ts'
import type { Problem } from './schema.ts'

export interface Sending {
  fetch: typeof globalThis.fetch
  /** The bearer token for the next try; undefined where none is needed. */
  credential: () => Promise<string | undefined>
  isRepeatable: boolean
  timeoutSeconds: number
  plan: RetryPlan
  signal: CallOptions['signal']
}

/** Sends the same request until it is answered, refused for good, or out of tries or time. */
export async function send(request: Request, sending: Sending): Promise<unknown> {
  const { plan, signal } = sending
  const ends = Date.now() + plan.totalSeconds * 1000
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted()
    const token = await sending.credential()
    const headers = token === undefined ? request.headers : { ...request.headers, authorization: `Bearer ${token}` }
    try {
      const leftSeconds = Math.max(0, (ends - Date.now()) / 1000)
      return await tryOnce({ ...request, headers }, sending, Math.min(sending.timeoutSeconds, leftSeconds))
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (tries >= plan.tries || !canRepeat(error, sending.isRepeatable)) throw error
      const wait = waitSeconds(error, tries, plan, Math.random)
      if (Date.now() + wait * 1000 >= ends) throw error
      await pause(wait, signal)
    }
  }
}

async function tryOnce(request: Request, { fetch, signal }: Sending, timeoutSeconds: number): Promise<unknown> {
  const ending = new AbortController()
  const abort = () => ending.abort(signal?.reason)
  const timer = setTimeout(
    () => ending.abort(new Error(`No answer in ${timeoutSeconds} seconds.`)),
    timeoutSeconds * 1000,
  )
  signal?.addEventListener('abort', abort)
  try {
    const { url, method, headers, body = null } = request
    // The service never redirects; following would turn a write into a read.
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal: ending.signal })
    return answerIn(response, await response.text())
  } catch (error) {
    if (error instanceof InnkeeperProblem || error instanceof InnkeeperUnreachable) throw error
    const { aborted, reason } = ending.signal
    const why = aborted ? ` in ${timeoutSeconds} seconds` : reasonIn(error)
    throw new InnkeeperUnreachable(`No answer from ${new URL(request.url).host}${why}.`, {
      cause: aborted ? reason : error,
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** Node says only "fetch failed", and the reason a level below. */
function reasonIn(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return ''
  return ` (${'code' in cause ? String(cause.code) : cause.message})`
}

function answerIn(response: Response, text: string): unknown {
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && type.startsWith('application/json'))
    return withEtag(JSON.parse(text), response.headers.get('etag'))
  const wait = retryAfterSeconds(response.headers.get('retry-after'), Date.now())
  if (type.startsWith('application/problem+json')) throw new InnkeeperProblem(JSON.parse(text) as Problem, wait)
  throw new InnkeeperUnreachable(`Answered with ${response.status}, but not by the service.`, {
    status: response.status,
    retryAfterSeconds: wait,
  })
}

/** Not enumerable, so that an object that was read can be sent back as it is. */
function withEtag(answer: unknown, etag: string | null): unknown {
  if (etag !== null && typeof answer === 'object' && answer !== null) {
    Object.defineProperty(answer, 'etag', { value: etag })
  }
  return answer
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, seconds * 1000)
    function abort(): void {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
  })
}
