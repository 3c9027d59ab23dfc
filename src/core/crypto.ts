import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  randomFillSync,
  timingSafeEqual,
} from 'node:crypto'
import { v5, v7 } from 'uuid'

/** Random bytes are fetched by the page: to fetch sixteen costs as much as four thousand, and more than all of the id. */
const random = Buffer.alloc(4096)
let unusedFrom = random.length
let last = { millis: 0, sequence: 0 }

/** Ids sort by the time they were made, so new rows land together in the indexes; those of one moment by their order. */
export function newId(): string {
  if (unusedFrom === random.length) {
    randomFillSync(random)
    unusedFrom = 0
  }
  const bytes = random.subarray(unusedFrom, (unusedFrom += 16))
  const millis = Date.now()
  if (millis > last.millis) last = { millis, sequence: bytes.readUInt32BE(0) >>> 2 }
  else last.sequence += 1
  return v7({ random: bytes, msecs: last.millis, seq: last.sequence })
}

/** The same id each time for the same thing about the same object: what is done again finds what was done. */
export function derivedId(ofId: string, what: string): string {
  return v5(what, ofId)
}

export function sha256(text: string | Uint8Array): Buffer {
  return hash('sha256', text, 'buffer')
}

/** The same in letters, at a third of the price: for what is compared often. */
export function sha256Text(text: string): string {
  return hash('sha256', text, 'base64')
}

export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

/** Equal or not, in a time that does not tell how much of it was right. */
export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right))
}

/**
 * MACs and encryption under the server's secret. Each purpose has its own key, so one proof never passes for another.
 * During a rotation there are two secrets: the newest signs and seals, both verify and open.
 */
export interface Signer {
  /** Identifies the newest secret without revealing it. */
  readonly id: string
  mac(purpose: string, text: string): string
  /** The MAC under every accepted key, newest first. */
  macs(purpose: string, text: string): string[]
  /** Raw key material for a purpose, for libraries that sign by themselves. */
  key(purpose: string): Uint8Array
  keys(purpose: string): Uint8Array[]
  /** Keys of the previous secret, if one is still accepted. */
  former(purpose: string): { id: string; key: Uint8Array }[]
  /** From now on, also accepts this key for this purpose. */
  keep(purpose: string, key: Uint8Array): void
}

/** Whether `proof` is our MAC of this text under any accepted key. */
export function isProof(signer: Signer, purpose: string, text: string, proof: string): boolean {
  return signer.macs(purpose, text).some((mac) => sameText(proof, mac))
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Ends with the secret's id. Builds with a single secret stop decoding at the `=` before it. */
const SEALED = /^([\w-]{38,})(?:=\.([\w-]{8}))?$/

/** Ciphertext under the server's secret. `owner` names the row it belongs to: moved to another it does not open. */
export function seal(signer: Signer, purpose: string, owner: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', signer.key(`seal:${purpose}`), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}=.${signer.id}`
}

/** The id of the secret it was sealed under; undefined when it carries none. */
export function openedBy(sealed: string): string | undefined {
  return SEALED.exec(sealed)?.[2]
}

/** The plaintext; undefined if it was tampered with, moved, or sealed under a secret no longer accepted. */
export function unseal(signer: Signer, purpose: string, owner: string, sealed: string): string | undefined {
  const bytes = Buffer.from(SEALED.exec(sealed)?.[1] ?? '', 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  for (const key of signer.keys(`seal:${purpose}`)) {
    const text = openedWith(key, owner, bytes)
    if (text !== undefined) return text
  }
  return undefined
}

function openedWith(key: Uint8Array, owner: string, bytes: Buffer): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  } catch {
    return undefined
  }
}

/** Seals it again under the newest secret; undefined when it does not open. */
export function reseal(signer: Signer, purpose: string, owner: string, sealed: string): string | undefined {
  const text = unseal(signer, purpose, owner, sealed)
  return text === undefined ? undefined : seal(signer, purpose, owner, text)
}

const ID_LENGTH = 8

export function signerFrom(secret: string, previous?: string): Signer {
  const secrets = previous === undefined || previous === secret ? [secret] : [secret, previous]
  const kept = new Map<string, Uint8Array[]>()
  const keyOf = (secret: string, purpose: string): Buffer =>
    createHmac('sha256', secret).update(`key:${purpose}`).digest()
  const idOf = (secret: string): string => keyOf(secret, 'id').toString('base64url').slice(0, ID_LENGTH)
  const macOf = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64url')
  const keys = (purpose: string): Uint8Array[] => [
    ...secrets.map((secret) => keyOf(secret, purpose)),
    ...(kept.get(purpose) ?? []),
  ]
  return {
    id: idOf(secret),
    key: (purpose) => keyOf(secret, purpose),
    keys,
    mac: (purpose, text) => macOf(keyOf(secret, purpose), text),
    macs: (purpose, text) => keys(purpose).map((key) => macOf(key, text)),
    former: (purpose) => secrets.slice(1).map((secret) => ({ id: idOf(secret), key: keyOf(secret, purpose) })),
    keep: (purpose, key) => void kept.set(purpose, [...(kept.get(purpose) ?? []), key]),
  }
}
