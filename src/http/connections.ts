import { BlockList, isIP, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '#core/network.ts'

export interface ConnectionLimits {
  /** Of everybody together, at one process. */
  readonly max: number
  /** Of one address that is no proxy of the operator. */
  readonly perAddress: number
}

/** Words for networks that the setting takes. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
const TOLD_EVERY_MILLIS = 60_000

/**
 * A connection costs whoever opens it nothing, and one on which nothing is asked is counted by no other limit. What is over
 * the limits is closed without a word: an answer would cost more than the connection. Node closes by itself what sends no
 * head within a minute, no whole request within five, and nothing more after an answer.
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

/** Behind a proxy of the operator are all the people there are. */
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
