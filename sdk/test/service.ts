import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { harness, type Harness } from '../../test/harness.ts'
import { serve, type Peer } from '../../test/peer.ts'
import { createClient, type Client } from '../src/client.ts'
import type { ClientOptions } from '../src/options.ts'

/** What goes wrong with one request on its way. */
export type Trouble =
  /** The service does its work, and the answer breaks off in the middle. */
  | 'answer cut'
  /** The line breaks before the service hears of it. */
  | 'request lost'
  /** Nobody answers, for ever. */
  | 'silence'
  | { status: number; headers?: Record<string, string>; body?: string }

export interface Service extends Harness, Peer {
  baseUrl: string
  /** Of the key with every scope, impatient. */
  client: Client
  clientWith(options: Partial<ClientOptions>): Client
  /** For the next requests, one each; the rest get through. */
  trouble: Trouble[]
}

/** The real service on a loopback address until the test is over, with a line that can fail. */
export async function startService(): Promise<Service> {
  const here = await harness()
  const trouble: Trouble[] = []
  const peer = await serve((request, response) => {
    const next = trouble.shift()
    if (next === undefined) here.app.routing(request, response)
    else void fail(next, here, request, response)
  })
  const baseUrl = `http://${peer.host}`
  const clientWith = (options: Partial<ClientOptions>): Client =>
    createClient({
      baseUrl,
      workspaceId: here.workspaceId,
      ...(options.token ? {} : { apiKey: here.asKey.token ?? '' }),
      retry: { firstWaitSeconds: 0.001 },
      ...options,
    })
  return { ...here, ...peer, baseUrl, client: clientWith({}), clientWith, trouble }
}

async function fail(
  trouble: Trouble,
  { app }: Harness,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (trouble === 'silence') return
  if (trouble === 'request lost') return void request.socket.destroy()
  if (trouble !== 'answer cut') {
    response.writeHead(trouble.status, trouble.headers).end(trouble.body)
    return
  }
  const { method, url = '', headers } = request
  const { 'transfer-encoding': _, ...sent } = headers
  const answer = await app.inject({
    method,
    url,
    headers: sent,
    payload: await buffer(request),
  })
  response.writeHead(answer.statusCode, { ...answer.headers, 'content-length': answer.rawPayload.length })
  response.write(answer.rawPayload.subarray(0, answer.rawPayload.length / 2), () => request.socket.destroy())
}

/** A refusal as the service writes it. */
export function problem(status: number, code: string, headers: Record<string, string> = {}): Trouble {
  const body = { type: 'urn:x', title: 'T', status, detail: 'D', instance: '/', code, requestId: 'r', errors: [] }
  return {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', ...headers },
    body: JSON.stringify({ ...body, retryable: [429, 503].includes(status) || code === 'idempotency_in_progress' }),
  }
}

/** What is thrown, or the answer if nothing is. */
export async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.catch((error: unknown) => error)
}
