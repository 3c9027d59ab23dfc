import type { PropertyQuery } from '../../../../src/modules/properties/property.schema.ts'

/** The filters of the list, as they stand in the address. */
export type HomeFilters = Pick<PropertyQuery, 'q' | 'status' | 'sort' | 'updatedSince'>

export const HOME_STATUSES = [
  'ACTIVE',
  'ONBOARDING',
  'PROSPECT',
  'AT_RISK',
  'INACTIVE',
] as const satisfies readonly NonNullable<PropertyQuery['status']>[]
export const HOME_SORTS = [
  'name',
  '-name',
  '-createdAt',
  'createdAt',
  '-updatedAt',
  'updatedAt',
] as const satisfies readonly NonNullable<PropertyQuery['sort']>[]

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** What the list cannot use is left out: an address that was cut short still shows homes. */
export function parseHomeFilters({ q, status, sort, updatedSince }: Record<string, unknown>): HomeFilters {
  const text = typeof q === 'number' ? String(q) : q
  const known = HOME_STATUSES.find((each) => each === status)
  const order = HOME_SORTS.find((each) => each === sort)
  return {
    ...(typeof text === 'string' && text.trim() !== '' ? { q: text.slice(0, 200) } : {}),
    ...(known ? { status: known } : {}),
    ...(order ? { sort: order } : {}),
    ...(typeof updatedSince === 'string' && MOMENT.test(updatedSince) ? { updatedSince } : {}),
  }
}
