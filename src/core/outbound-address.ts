import { BlockList, isIP } from 'node:net'

/** IANA's special-purpose IPv4 ranges that are not the public internet, and Azure's host agent, which looks public. */
const REFUSED_IPV4: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Inside 2000::/3: protocol assignments with Teredo, documentation, and 6to4, which wraps any IPv4 address. */
const REFUSED_IPV6: readonly [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const refused = new BlockList()
// For IPv6 the public part is the exception: only global unicast, and NAT64, through which networks without IPv4 reach it.
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
publicIpv6.addSubnet('64:ff9b::', 96, 'ipv6')
for (const [network, prefix] of REFUSED_IPV6) refused.addSubnet(network, prefix, 'ipv6')
for (const [network, prefix] of REFUSED_IPV4) {
  refused.addSubnet(network, prefix, 'ipv4')
  refused.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6')
}

/** Whether an IP address belongs to the public internet. Whatever cannot be read as a plain address does not. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, 'ipv4')
    case 6:
      return publicIpv6.check(address, 'ipv6') && !refused.check(address, 'ipv6')
    default:
      return false
  }
}

/** One forbidden address among several is enough to refuse: nobody can tell which one a connection will use. */
export function areAllPublic(addresses: readonly string[]): boolean {
  return addresses.every(isPublicAddress)
}

/** The address when the host of a URL is one. `URL` has already turned `0x7f.1`, `2130706433` and the like into dotted form. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? undefined : host
}

/** A name that means this machine wherever it is looked up (RFC 6761). */
export function isLoopbackName(url: URL): boolean {
  return /(^|\.)localhost\.?$/.test(url.hostname)
}

/** Reads `host`, `host:port`, `[v6]` or `[v6]:port` entries; the answer tells whether a URL is on the list. */
export function readAllowList(entries: readonly string[]): (url: URL) => boolean {
  const hosts = new Set<string>()
  for (const entry of entries) {
    const [, host = '', port] = /^(\[[^\]]+\]|[^:/?#@\s]+)(:\d{1,5})?$/.exec(entry) ?? []
    if (!URL.canParse(`http://${host}${port ?? ''}`)) throw new Error(`'${entry}' is not a host or host:port.`)
    hosts.add(new URL(`http://${host}`).hostname + (port ?? ''))
  }
  return (url) => {
    const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
    return hosts.has(url.hostname) || hosts.has(`${url.hostname}:${port}`)
  }
}
