import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import { coreFailures, fail } from './errors.ts'
import { SAME_BY } from './schema.ts'
import { isRecord } from './json-record.ts'

type Fields = Readonly<Record<string, TSchema>>

/**
 * An update may carry every field an answer returns, so that what was read can be sent back. A field that cannot be
 * changed must then have its current value.
 */
export function assertReadOnly(current: object, sent: object, fixed: Fields): void {
  const changed = Object.keys(fixed).filter((field) => field in sent && !isRepeated(current, sent, field, fixed))
  if (changed.length === 0) return
  fail(coreFailures.read_only_field, {
    detail: changed.includes('updatedAt')
      ? 'The object has changed since it was read. Read it again, or leave updatedAt out.'
      : `${changed.join(', ')} cannot be changed. Leave it out or send its current value.`,
    errors: changed.map((field) => ({
      pointer: `/${field}`,
      code: 'read_only',
      message: 'This field cannot be changed.',
    })),
  })
}

/** What an update changes: what cannot change must be as it is, and what is only repeated is no change. */
export function changesIn<Sent extends object, Fixed extends Fields>(
  current: object,
  sent: Sent,
  { properties }: { properties: Fields },
  fixed: Fixed,
): Omit<Sent, keyof Fixed> {
  assertReadOnly(current, sent, fixed)
  const changeable = Object.entries(sent).filter(([field]) => !Object.hasOwn(fixed, field))
  return newsIn(current, Object.fromEntries(changeable) as Omit<Sent, keyof Fixed>, { properties })
}

/** Of the fields that are sent those whose value is another than the current one. */
export function newsIn<Sent extends object>(current: object, sent: Sent, { properties }: { properties: Fields }): Sent {
  const news = Object.entries(sent).filter(
    ([field, value]) => value !== undefined && !isRepeated(current, sent, field, properties),
  )
  return Object.fromEntries(news) as Sent
}

function isRepeated(current: object, sent: object, field: string, schemas: Fields): boolean {
  const schema = schemas[field]
  return isSame(valueOf(sent, field, schema), valueOf(current, field, schema), schema)
}

/** What is left out is its default: so it is read. */
function valueOf(of: object, field: string, schema: SchemaLike = {}): unknown {
  const value = (of as Record<string, unknown>)[field]
  return value === undefined ? schema.default : value
}

interface SchemaLike {
  [SAME_BY]?: 'id' | 'nothing'
  default?: unknown
  format?: string
  properties?: Fields
  items?: TSchema
}

/** As its schema has it: a moment is the same in whatever way it is written. */
function isSame(sent: unknown, current: unknown, schema: TSchema | undefined): boolean {
  const { [SAME_BY]: by, format, properties, items } = (schema ?? {}) as SchemaLike
  if (sent === current || by === 'nothing') return true
  if (typeof sent === 'string' && typeof current === 'string')
    return format === 'date-time' && Date.parse(sent) === Date.parse(current)
  if (Array.isArray(sent) && Array.isArray(current) && items)
    return sent.length === current.length && sent.every((each, index) => isSame(each, current[index], items))
  if (by === 'id' && isRecord(sent) && isRecord(current)) return sent['id'] === current['id']
  if (isRecord(sent) && isRecord(current) && properties)
    return Object.keys({ ...sent, ...current }).every((field) => isRepeated(current, sent, field, properties))
  return isDeepStrictEqual(sent, current)
}

/** Of all free fields together, written as JSON: every list and every event carries them along. */
const FIELDS_BYTES_MAX = 65_536

/** Merges one level: null removes a key. */
export function mergeFields(
  current: Record<string, unknown>,
  changes: Record<string, unknown>,
  field = 'customFields',
): Record<string, unknown> {
  const merged = Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null))
  if (Buffer.byteLength(JSON.stringify(merged)) > FIELDS_BYTES_MAX) {
    const message =
      Object.keys(current).length === 0
        ? 'This is more than 64 KB.'
        : 'With what is there already this is more than 64 KB. Remove fields by sending null.'
    fail(coreFailures.fields_too_large, { errors: [{ pointer: `/${field}`, code: 'too_large', message }] })
  }
  return merged
}
