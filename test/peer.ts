import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'

import { onTestFinished } from 'vitest'

import { openOutbound, OutboundError } from '#core/outbound.ts'
import type { Outbound, OutboundSettings } from '#core/outbound.ts'

/** Somebody else's server, for tests of what we send out. */
export interface Peer {
  /** `127.0.0.1:port` */
  host: string
  seen: IncomingMessage[]
  connections: () => number
}

type MakeServer = (listener: RequestListener) => Server

/** Listens on a free port until the test is over. */
export async function serve(answer: RequestListener, makeServer: MakeServer = createServer): Promise<Peer> {
  const seen: IncomingMessage[] = []
  let connections = 0
  const server = makeServer((request, response) => {
    seen.push(request)
    answer(request, response)
  })
  server.on('connection', () => (connections += 1))
  // Those that are kept for another request do not grow too old for it on a busy machine.
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen, connections: () => connections }
}

export function portOf(peer: Peer): number {
  return Number(peer.host.split(':')[1])
}

/** A look-up for which every name means these addresses. */
export function pointingTo(...addresses: string[]): NonNullable<OutboundSettings['lookup']> {
  return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

/** A client until the test is over. Unless told otherwise it trusts no host and every name means this machine. */
export function outboundFor(settings: Partial<OutboundSettings> = {}): Outbound {
  const outbound = openOutbound({ allow: [], lookup: pointingTo('127.0.0.1'), ...settings })
  onTestFinished(() => outbound.close())
  return outbound
}

/** Why it failed; anything but an `OutboundError` is spelled out, so that a comparison shows it. */
export async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  )
  return error instanceof OutboundError ? error.reason : inspect(error)
}
