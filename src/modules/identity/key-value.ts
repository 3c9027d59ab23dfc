import { randomToken, sha256 } from '#core/crypto.ts'
import type { IntegrationType } from '#core/principal.ts'

const KIND_LETTERS: Record<IntegrationType, string> = { server: 'srv', restricted: 'rst', 'tool-client': 'tool' }
const VALUE = /^(ink_(?:srv|rst|tool)_[A-Za-z0-9]{40})_([A-Za-z0-9]{6})$/

export interface KeyValue {
  value: string
  hash: Buffer
  prefix: string
  lastFour: string
}

/** `ink_<kind>_<random>_<checksum>`: recognisable in a leak, and a typing error is told from an unknown key without a query. */
export function newKeyValue(kind: IntegrationType): KeyValue {
  const random = randomLetters(40)
  const body = `ink_${KIND_LETTERS[kind]}_${random}`
  const value = `${body}_${checksumOf(body)}`
  return { value, hash: sha256(value), prefix: value.slice(0, body.length - 36), lastFour: value.slice(-4) }
}

/** The hash a value is stored under. */
export function keyHashOf(value: string): Buffer {
  return sha256(value)
}

/** Whether it can be a key at all. */
export function isKeyValue(value: string): boolean {
  const [, body, checksum] = VALUE.exec(value) ?? []
  return body !== undefined && checksumOf(body) === checksum
}

function randomLetters(length: number): string {
  let letters = ''
  while (letters.length < length) letters += randomToken(length).replace(/[-_]/g, '')
  return letters.slice(0, length)
}

function checksumOf(text: string): string {
  return sha256(text).toString('base64').replace(/[+/=]/g, '').slice(0, 6)
}
