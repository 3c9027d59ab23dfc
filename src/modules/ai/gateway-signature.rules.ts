const HEADER_LENGTH_MAX = 256
/** A list of signatures is longer than any other value. */
const SIGNATURE_LENGTH_MAX = 1024
const SIGNATURES_MAX = 4
const TOKEN_LENGTH_MAX = 512

export interface Presented {
  method: string
  /** As it was sent, before any decoding. */
  path: string
  query: string
  caller: string
  workspaceId: string
  actorKind: string
  actorId: string
  timestamp: string
  nonce: string
  signatures: readonly string[]
  isSigned: boolean
  token: string | undefined
}

type RawHeaders = Readonly<Record<string, string | string[] | undefined>>

/** What a request says of who sends it; undefined when a header cannot be one of ours. */
export function presentedIn(method: string, url: string, headers: RawHeaders): Presented | undefined {
  const caller = valueOf(headers['x-service-ai-gateway-caller'])
  const workspaceId = valueOf(headers['x-service-ai-gateway-workspace-id'])
  const actorKind = valueOf(headers['x-service-ai-gateway-actor-kind'])
  const actorId = valueOf(headers['x-service-ai-gateway-actor-id'])
  const timestamp = valueOf(headers['x-service-ai-gateway-timestamp'])
  const nonce = valueOf(headers['x-service-ai-gateway-nonce'])
  const signature = valueOf(headers['x-service-ai-gateway-signature'], SIGNATURE_LENGTH_MAX)
  // One that is there and empty is no signature, and must not pass for none.
  const isSigned =
    headers['x-service-ai-gateway-signature'] !== undefined ||
    headers['x-service-ai-gateway-timestamp'] !== undefined ||
    headers['x-service-ai-gateway-nonce'] !== undefined
  const { authorization } = headers
  const token = bearerIn(typeof authorization === 'string' ? authorization : undefined)
  if (authorization !== undefined && token === undefined) return undefined
  if (caller === undefined || workspaceId === undefined || actorKind === undefined || actorId === undefined) {
    return undefined
  }
  if (timestamp === undefined || nonce === undefined || signature === undefined) return undefined
  const mark = url.indexOf('?')
  return {
    method,
    path: mark === -1 ? url : url.slice(0, mark),
    query: mark === -1 ? '' : sortedQuery(url.slice(mark + 1)),
    caller,
    workspaceId,
    actorKind,
    actorId,
    timestamp,
    nonce,
    signatures: signaturesIn(signature),
    isSigned,
    token,
  }
}

const NAMES = ['Caller', 'Workspace-Id', 'Actor-Kind', 'Actor-Id', 'Timestamp', 'Nonce', 'Signature']

/** Of headers that are not taken: which is the first, and what it has to be. */
export function headerFault(headers: RawHeaders): string {
  for (const name of NAMES) {
    const lengthMax = name === 'Signature' ? SIGNATURE_LENGTH_MAX : HEADER_LENGTH_MAX
    if (valueOf(headers[`x-service-ai-gateway-${name.toLowerCase()}`], lengthMax) === undefined) {
      return `X-Service-AI-Gateway-${name} must be one value of at most ${lengthMax} printable ASCII characters.`
    }
  }
  return `Authorization must be Bearer and a token of at most ${TOKEN_LENGTH_MAX} printable ASCII characters.`
}

/** Empty where the header is absent. */
function valueOf(header: string | string[] | undefined, lengthMax = HEADER_LENGTH_MAX): string | undefined {
  if (header === undefined) return ''
  return typeof header === 'string' && isPlain(header, lengthMax) ? header.trim() : undefined
}

/**
 * A line break inside a value could make one request read as another; and of what is not ASCII nobody can tell which
 * bytes were signed.
 */
function isPlain(value: string, lengthMax: number): boolean {
  return value.length <= lengthMax && !UNPLAIN.test(value)
}
const UNPLAIN = /[^\x20-\x7e]/

function bearerIn(header: string | undefined): string | undefined {
  return BEARER.exec(header ?? '')?.[1]
}
const BEARER = new RegExp(`^Bearer +([\\x21-\\x7e]{1,${TOKEN_LENGTH_MAX}}) *$`, 'i')

/** `v1=…`, several with commas between them while a secret is replaced. Other versions are for others. */
function signaturesIn(header: string): string[] {
  if (SIGNATURE.test(header)) return [header.slice(3)]
  if (header === '') return []
  const versions = header.split(',', SIGNATURES_MAX).map((part) => part.trim())
  return versions.filter((part) => SIGNATURE.test(part)).map((part) => part.slice(3))
}
const SIGNATURE = /^v1=[0-9a-f]{64}$/

/** The pairs as they were sent, sorted by their bytes. */
function sortedQuery(query: string): string {
  const pairs = query.split('&').filter((pair) => pair !== '')
  // A URL is ASCII, so the order of code units is the order of bytes.
  return pairs.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0)).join('&')
}

export function isWellFormed({ timestamp, nonce, caller, signatures }: Presented): boolean {
  return /^\d{1,12}$/.test(timestamp) && /^[A-Za-z0-9_-]{16,128}$/.test(nonce) && caller !== '' && signatures.length > 0
}

/** The text that is signed. */
export function canonicalText(request: Presented, bodyHash: string): string {
  return `AIGW1-HMAC-SHA256\n${request.method}\n${request.path}\n${request.query}\n${request.timestamp}\n${
    request.nonce
  }\n${request.caller}\n${request.workspaceId}\n${request.actorKind}\n${request.actorId}\n${bodyHash}`
}
