import { createHash } from 'node:crypto'

export interface DigestAsked {
  method: string
  /** Path and query. */
  uri: string
  username: string
  password: string
  /** Chosen by the client, new for each answer. */
  clientNonce: string
}

const ALGORITHMS: Record<string, string> = { md5: 'md5', 'sha-256': 'sha256' }

/** The answer to a challenge of RFC 7616; undefined for one that cannot be answered here. */
export function digestAuthorization(challenge: string, asked: DigestAsked): string | undefined {
  const fields = digestFields(challenge)
  const { realm = '', nonce, opaque, algorithm = 'MD5' } = fields
  const [, family = '', session] = /^(.+?)(-sess)?$/i.exec(algorithm) ?? []
  const hashName = ALGORITHMS[family.toLowerCase()]
  const qops = (fields['qop'] ?? '').split(',').map((each) => each.trim())
  if (nonce === undefined || hashName === undefined) return undefined
  if (fields['qop'] !== undefined && !qops.includes('auth')) return undefined
  const hashed = (...parts: string[]): string => createHash(hashName).update(parts.join(':')).digest('hex')
  const { method, uri, username, password, clientNonce } = asked
  const plain = hashed(username, realm, password)
  const first = session ? hashed(plain, nonce, clientNonce) : plain
  const second = hashed(method, uri)
  const count = '00000001'
  const isQop = fields['qop'] !== undefined
  const response = isQop ? hashed(first, nonce, count, clientNonce, 'auth', second) : hashed(first, nonce, second)
  const quoted = { username, realm, nonce, uri, response, ...(opaque === undefined ? {} : { opaque }) }
  const bare = { algorithm, ...(isQop ? { qop: 'auth', nc: count } : {}) }
  return `Digest ${[
    ...Object.entries(quoted).map(([name, value]) => `${name}="${value.replace(/(["\\])/g, '\\$1')}"`),
    ...Object.entries(bare).map(([name, value]) => `${name}=${value}`),
    ...(isQop || session ? [`cnonce="${clientNonce}"`] : []),
  ].join(', ')}`
}

/** From the first letter of a name on: from each of its letters a long header of somebody else's would take seconds. */
const FIELD = /(?<![a-z])([a-z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi

function digestFields(challenge: string): Record<string, string> {
  const text = /\bDigest\s+(.*)$/is.exec(challenge)?.[1] ?? ''
  return Object.fromEntries(
    [...text.matchAll(FIELD)].map(([, name = '', quoted, bare]) => [
      name.toLowerCase(),
      quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '',
    ]),
  )
}
