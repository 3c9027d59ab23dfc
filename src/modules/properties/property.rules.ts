import { decimalsOf } from '#core/money.ts'
import type { PropertyCreate, PropertyUpdate } from './property.schema.ts'

const MONEY_FIELDS = ['cleaningFee', 'dealValue'] as const

/** Why well-formed values cannot be applied together: the field and the reason. */
export interface Inapplicable {
  field: string
  message: string
}

/** Checks what the fields say of each other, in the state they would have after the change. */
export function inapplicable(
  property: PropertyCreate | PropertyUpdate,
  currency: { code: string; decimals: number },
): Inapplicable | undefined {
  const { minNights, maxNights, minGuests, maxGuests, latitude, longitude } = property
  if (minNights && maxNights && minNights > maxNights) {
    return { field: 'minNights', message: 'minNights must not be more than maxNights.' }
  }
  if (minGuests && maxGuests && minGuests > maxGuests) {
    return { field: 'minGuests', message: 'minGuests must not be more than maxGuests.' }
  }
  if (((latitude ?? null) === null) !== ((longitude ?? null) === null)) {
    return { field: 'latitude', message: 'latitude and longitude go together.' }
  }
  const field = MONEY_FIELDS.find((name) => decimalsOf(property[name]) > currency.decimals)
  if (field) return { field, message: `${field} has more than the ${currency.decimals} decimals of ${currency.code}.` }
  return undefined
}
