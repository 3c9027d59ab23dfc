import { Readable } from 'node:stream'
import type { OutboundStep } from './outbound-redirect.ts'

const HARMLESS = /^(GET|HEAD|OPTIONS|PUT|DELETE)$/

/**
 * Whether to send it once more after a connection ended before its answer came. A connection that was kept may be closed
 * by the other side just when it is used again, and after a sleep of this machine all of them are.
 */
export function isWorthRepeating({ method, headers, body }: OutboundStep, error: unknown, tries: number): boolean {
  if (body instanceof Readable) return false
  if (HARMLESS.test(method)) return tries < 3 && endOf(error) !== undefined
  // By its key the other side can tell, if it looks; that is no reason to ask one again that fails each time.
  return headers['idempotency-key'] !== undefined && tries < 2 && endOf(error) === 'kept'
}

/** How the connection was that ended; undefined when that was not the trouble. */
function endOf(error: unknown): 'new' | 'kept' | undefined {
  const { code, socket } = error as { code?: unknown; socket?: { bytesRead?: number } }
  // One that was closed says whether it was used before; of one that was reset that is not told, and it mostly was.
  if (code === 'UND_ERR_SOCKET') return (socket?.bytesRead ?? 0) > 0 ? 'kept' : 'new'
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'kept' : undefined
}
