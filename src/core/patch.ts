import { isDeepStrictEqual } from 'node:util'
import { coreFailures, fail } from './errors.ts'

/**
 * An update may carry every field an answer returns, so that what was read can be sent back. A field that cannot be
 * changed must then have its current value.
 */
export function assertReadOnly(
  current: Record<string, unknown>,
  sent: Record<string, unknown>,
  fields: readonly string[],
): void {
  const changed = fields.filter((field) => field in sent && !isDeepStrictEqual(sent[field], current[field]))
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
