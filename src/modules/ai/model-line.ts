import type { Readable } from 'node:stream'
import { Agent } from 'undici'
import type { Outbound } from '#core/outbound.ts'
import type { AnswerHeaders } from './wire-answer.ts'
import { openWire, type WireConnections } from './wire-connections.ts'

interface LineRequest {
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
  signal: AbortSignal
}

export interface LineAnswer {
  status: number
  headers: AnswerHeaders
  body: Readable
}

/** How a provider is reached. Redirects are not followed: they would carry the key somewhere else. */
export type Line = (url: URL, request: LineRequest) => Promise<LineAnswer>

export interface DirectLine {
  line: Line
  /** For answers that are read at once. */
  wire: WireConnections
  close(): Promise<void>
}

/** To each address. */
const CONNECTIONS_MAX = 256
const CONNECT_MILLIS_MAX = 10_000

/** To addresses that the operator has set, which may be on their own network. */
export function openDirectLine(): DirectLine {
  // Who calls keeps time and counts bytes, so the agent's own timers are off.
  const agent = new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0, connections: CONNECTIONS_MAX })
  const wire = openWire({ connectionsMax: CONNECTIONS_MAX, connectMillisMax: CONNECT_MILLIS_MAX })
  return {
    wire,
    async line({ origin, pathname, search }, request) {
      const answer = await agent.request({ origin, path: pathname + search, ...request })
      return { status: answer.statusCode, headers: answer.headers, body: answer.body }
    },
    async close() {
      await Promise.all([wire.close(), agent.close()])
    },
  }
}

/** To addresses that a workspace has chosen: through the guarded client, which reaches public ones only. */
export function guardedLine(outbound: Outbound, { timeoutSeconds, sizeBytesMax }: GuardLimits): Line {
  return async (url, { body, ...request }) =>
    outbound.request(url, {
      ...request,
      ...(body !== undefined && { body }),
      timeoutSeconds,
      sizeBytesMax,
      redirectsMax: 0,
    })
}

interface GuardLimits {
  timeoutSeconds: number
  sizeBytesMax: number
}
