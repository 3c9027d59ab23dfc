import { BlockList, isIP, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '#core/network.ts'

export interface ConnectionLimits {
  /** For one process in all. */
  readonly max: number
  /** Per client address; the operator's proxies are exempt. */
  readonly perAddress: number
}

/** Names for networks that `trustProxy` accepts. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
const TOLD_EVERY_MILLIS = 60_000

/**
 * Opening a connection costs a client nothing, and no other limit counts idle ones. Excess connections are closed
 * without an answer, which would cost more than the connection. Node itself closes those that send no headers within a
 * minute, no full request within five, or nothing more after an answer.
 */
export function limitConnections(
  app: FastifyInstance,
  { max, perAddress }: ConnectionLimits,
  trustProxy: boolean | string,
): void {
  const isProxy = proxiesIn(trustProxy)
  const open = new Map<string, number>()
  let toldAt = -Infinity
  const tell = (why: object): void => {
    if (performance.now() - toldAt < TOLD_EVERY_MILLIS) return
    toldAt = performance.now()
    app.log.warn(why, 'connections were closed: more were open than the settings allow')
  }
  app.server.maxConnections = max
  app.server.on('drop', () => tell({ setting: 'CONNECTIONS_MAX' }))
  app.server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress)
    if (network === undefined || isProxy(socket.remoteAddress ?? '')) return
    const count = (open.get(network) ?? 0) + 1
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
    if (count <= perAddress) return
    tell({ setting: 'CONNECTIONS_PER_ADDRESS', network })
    socket.destroy()
  })
}

/** Recognizes the operator's proxies, which carry everybody's connections. */
function proxiesIn(trustProxy: boolean | string): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  const list = new BlockList()
  for (const entry of trustProxy.split(',').flatMap((each) => NAMED[each] ?? [each])) {
    const [address = '', prefix] = entry.split('/', 2)
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
