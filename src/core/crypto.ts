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

/** Proofs under the server's secret. Each purpose has a key of its own, so one proof never passes for another. */
export interface Signer {
  mac(purpose: string, text: string): string
  /** Raw key material for a purpose, for libraries that sign by themselves. */
  key(purpose: string): Uint8Array
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Ciphertext under the server's secret. `owner` names the row it belongs to: moved to another it does not open. */
export function seal(signer: Signer, purpose: string, owner: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', signer.key(`seal:${purpose}`), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The text that was sealed; undefined when it was changed, moved, or sealed under another secret. */
export function unseal(signer: Signer, purpose: string, owner: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', signer.key(`seal:${purpose}`), bytes.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  } catch {
    return undefined
  }
}

export function signerFrom(secret: string): Signer {
  const key = (purpose: string): Buffer => createHmac('sha256', secret).update(`key:${purpose}`).digest()
  return {
    key,
    mac: (purpose, text) => createHmac('sha256', key(purpose)).update(text).digest('base64url'),
  }
}
