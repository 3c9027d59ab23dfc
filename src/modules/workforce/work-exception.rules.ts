import type { WorkException } from './work-exception.schema.ts'

/** Why the fields do not fit together: the field and the reason. */
export function inapplicable(
  exception: Pick<WorkException, 'kind' | 'firstDate' | 'lastDate' | 'startsAt' | 'endsAt'>,
): { field: string; message: string } | undefined {
  const { kind, firstDate, lastDate, startsAt, endsAt } = exception
  if (lastDate < firstDate) return { field: 'lastDate', message: 'lastDate must not be before firstDate.' }
  const times = Object.entries({ startsAt, endsAt })
  if (kind === 'EXTRA_SHIFT') {
    const missing = times.find(([, time]) => time === null)?.[0]
    return missing === undefined ? undefined : { field: missing, message: 'An EXTRA_SHIFT needs startsAt and endsAt.' }
  }
  const spare = times.find(([, time]) => time !== null)?.[0]
  return spare === undefined ? undefined : { field: spare, message: 'A DAY_OFF has no times.' }
}
