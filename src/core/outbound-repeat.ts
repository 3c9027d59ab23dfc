import { Readable } from 'node:stream'
import type { OutboundStep } from './outbound-redirect.ts'

/** Whether the other side gets no more done by it when it comes twice. */
export function isRepeatable({ method, headers, body }: OutboundStep): boolean {
  const isHarmless = /^(GET|HEAD|OPTIONS|PUT|DELETE)$/.test(method) || headers['idempotency-key'] !== undefined
  return isHarmless && !(body instanceof Readable)
}

/** Whether the connection ended before an answer came. */
export function wasClosed(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
}
