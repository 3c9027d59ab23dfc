import { ModelFailure } from '#core/model-failure.ts'
import { OutboundError } from '#core/outbound.ts'
import type { Line } from './model-line.ts'
import { streamedResponse, wholeBody, wholeResponse, type Watch } from './model-response.ts'

export interface FetchLimits {
  /** For the whole call, so that an answer cannot drip in forever. */
  timeoutSeconds: number
  /** Without a byte for so long the answer counts as lost. */
  idleSeconds: number
  sizeBytesMax: number
}

/**
 * The `fetch` that provider libraries are given. Bounded in time and size; what fails is a `ModelFailure`, except that
 * the caller's own abort comes back as it was.
 */
export function boundedFetch(line: Line, limits: FetchLimits): typeof fetch {
  return async (input, { method = 'GET', headers, body, signal } = {}) => {
    const watch = startWatch(limits, signal ?? undefined)
    try {
      const content = await contentOf(body)
      const sent = { ...(headers as Record<string, string>), ...content.headers }
      const request = { method, headers: sent, body: content.body, signal: watch.signal }
      const answer = await line(new URL(String(input)), request)
      watch.heard()
      const isStream = String(answer.headers['content-type']).startsWith('text/event-stream')
      return isStream
        ? streamedResponse(answer, limits.sizeBytesMax, watch)
        : wholeResponse(answer, await wholeBody(answer, limits.sizeBytesMax, watch))
    } catch (error) {
      watch.stop()
      throw watch.failureOf(error)
    }
  }
}

/** Libraries send text, bytes, or a form with a file in it. */
async function contentOf(body: unknown): Promise<{ body: string | Uint8Array; headers?: Record<string, string> }> {
  if (typeof body === 'string' || body instanceof Uint8Array) return { body }
  if (!(body instanceof FormData)) throw new Error('a provider library sent a body of an unknown kind')
  const form = new Response(body)
  const type = form.headers.get('content-type') ?? ''
  return { body: new Uint8Array(await form.arrayBuffer()), headers: { 'content-type': type } }
}

export function startWatch({ timeoutSeconds, idleSeconds }: FetchLimits, outer: AbortSignal | undefined): Watch {
  const controller = new AbortController()
  const expire = () => controller.abort(new ModelFailure('timeout'))
  const giveUp = () => controller.abort(outer?.reason)
  const whole = setTimeout(expire, timeoutSeconds * 1000).unref()
  const idle = setTimeout(expire, idleSeconds * 1000).unref()
  if (outer?.aborted) giveUp()
  else outer?.addEventListener('abort', giveUp, { once: true })
  return {
    signal: controller.signal,
    heard: () => void idle.refresh(),
    stop() {
      clearTimeout(whole)
      clearTimeout(idle)
      outer?.removeEventListener('abort', giveUp)
    },
    failureOf: (error) => (controller.signal.aborted ? controller.signal.reason : networkFailure(error)),
  }
}

const OUTBOUND_REASONS = {
  not_allowed: 'not_allowed',
  timeout: 'timeout',
  too_large: 'too_large',
  unreachable: 'unreachable',
  too_many_redirects: 'bad_answer',
} as const

/** Whatever the network says, without the address that may be in it. */
export function networkFailure(error: unknown): unknown {
  if (error instanceof ModelFailure) return error
  if (error instanceof OutboundError) return new ModelFailure(OUTBOUND_REASONS[error.reason])
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === undefined) return error
  return new ModelFailure(code === 'UND_ERR_HEADERS_OVERFLOW' ? 'too_large' : 'unreachable')
}
