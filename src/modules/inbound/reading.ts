import { parseJson } from '#core/json.ts'
import { refuseFaults } from '#core/validate.ts'
import type { Received } from '#core/webhook.ts'
import { isRecord } from '#core/json-record.ts'

export type Fields = Record<string, unknown>

/** Whatever it is, for choosing a key before anything is proven. Undefined when it is no JSON. */
export function looseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** The body of a genuine delivery: a JSON object, or a refusal that says why not. */
export function objectIn({ bytes }: Pick<Received, 'bytes'>): Fields {
  const value = parseJson(bytes, { mayRoundFractions: true })
  return isRecord(value) ? value : refuseField('', 'Must be a JSON object.')
}

/** What stands under these names, if each of them leads on. */
export function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value)
}

/** A text that is not empty, or undefined. */
export function textAt(value: unknown, ...names: readonly string[]): string | undefined {
  const found = at(value, ...names)
  return typeof found === 'string' && found !== '' ? found : undefined
}

export function numberAt(value: unknown, ...names: readonly string[]): number | undefined {
  const found = at(value, ...names)
  return typeof found === 'number' ? found : undefined
}

export function fieldsAt(value: unknown, ...names: readonly string[]): Fields {
  const found = at(value, ...names)
  return isRecord(found) ? found : {}
}

export function listAt(value: unknown, ...names: readonly string[]): unknown[] {
  const found = at(value, ...names)
  return Array.isArray(found) ? found : []
}

/** The same, and refused where it is missing. */
export function neededText(value: unknown, ...names: readonly string[]): string {
  return textAt(value, ...names) ?? refuseField(`/${names.join('/')}`, 'Must be a text.')
}

export function neededFields(value: unknown, name: string): Fields {
  const found = at(value, name)
  return isRecord(found) ? found : refuseField(`/${name}`, 'Must be an object.')
}

export function refuseField(pointer: string, message: string): never {
  refuseFaults([{ pointer, code: 'invalid', message }])
}
