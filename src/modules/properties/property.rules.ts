import { decimalsOf } from '#core/money.ts'
import type { PropertyCreate, PropertyUpdate } from './property.schema.ts'

const MONEY_FIELDS = ['cleaningFee', 'dealValue'] as const

/** Why well-formed values cannot be applied together: the field and the reason. */
export interface Inapplicable {
  field: string
  message: string
}

/** Checks what the fields say of each other, in the state they would have after the change, and the money that was sent. */
export function inapplicable(
  property: PropertyCreate | PropertyUpdate,
  sent: PropertyCreate | PropertyUpdate,
  currency: { code: string; decimals: number },
): Inapplicable | undefined {
  const { minNights, maxNights, minGuests, maxGuests, latitude, longitude } = property
  if (isAbove(minNights, maxNights)) {
    return {
      field: 'minNights' in sent ? 'minNights' : 'maxNights',
      message: 'minNights must not be more than maxNights.',
    }
  }
  if (isAbove(minGuests, maxGuests)) {
    return {
      field: 'minGuests' in sent ? 'minGuests' : 'maxGuests',
      message: 'minGuests must not be more than maxGuests.',
    }
  }
  if (((latitude ?? null) === null) !== ((longitude ?? null) === null)) {
    return { field: 'latitude' in sent ? 'latitude' : 'longitude', message: 'latitude and longitude go together.' }
  }
  const field = MONEY_FIELDS.find((name) => decimalsOf(sent[name]) > currency.decimals)
  if (field) return { field, message: `${field} has more than the ${currency.decimals} decimals of ${currency.code}.` }
  return undefined
}

function isAbove(least: number | null | undefined, most: number | null | undefined): boolean {
  return typeof least === 'number' && typeof most === 'number' && least > most
}
