const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
/** Schemes that run or open something by themselves; a program's own scheme, such as `cursor:`, is none of these. */
const FORBIDDEN_SCHEMES = ['javascript:', 'data:', 'file:', 'vbscript:', 'blob:', 'about:', 'ftp:', 'ws:', 'wss:']

/** Where a browser may be sent with a code: https, this very machine, or a program's own scheme. */
export function isRedirectAllowed(uri: string): boolean {
  const url = URL.parse(uri)
  if (!url || url.hash !== '' || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return LOOPBACK.includes(url.hostname)
  return !FORBIDDEN_SCHEMES.includes(url.protocol)
}

/** Exactly one of those registered; only the port of a program on this machine is its own choice each time. */
export function isRedirectKnown(known: readonly string[], uri: string): boolean {
  return known.includes(uri) || known.some((each) => sameButPort(each, uri))
}

function sameButPort(known: string, uri: string): boolean {
  const [left, right] = [URL.parse(known), URL.parse(uri)]
  if (!left || !right || left.protocol !== 'http:' || !LOOPBACK.includes(left.hostname)) return false
  left.port = ''
  right.port = ''
  return left.href === right.href
}
