import { isIPv4, isIPv6 } from 'node:net'

/**
 * What counts as one caller: an IPv4 address, or the /64 of an IPv6 one, which is what a single customer gets; counting
 * each of its addresses would limit nobody. Undefined for what is no address.
 */
export function networkOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  if (isIPv4(address)) return address
  const plain = address.split('%', 1)[0] ?? ''
  if (!isIPv6(plain)) return undefined
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = plain.split('::', 2)
  const groups = head === '' ? [] : head.split(':')
  // Between the two halves stand as many zeros as are missing; the last four of eight groups do not count.
  const behind = tail === undefined || tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - groups.length - behind
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...(tail ? tail.split(':') : [])]
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
