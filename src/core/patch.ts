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

/** Merges one level: null removes a key. */
export function mergeFields(
  current: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null))
}
