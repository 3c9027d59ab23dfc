import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { v7 } from 'uuid'

/** Ids sort by the time they were made, so new rows land together in the indexes. */
export function newId(): string {
  return v7()
}

export function sha256(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest()
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

export function signerFrom(secret: string): Signer {
  const key = (purpose: string): Buffer => createHmac('sha256', secret).update(`key:${purpose}`).digest()
  return {
    key,
    mac: (purpose, text) => createHmac('sha256', key(purpose)).update(text).digest('base64url'),
  }
}
