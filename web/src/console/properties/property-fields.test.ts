import { expect, test } from 'vitest'
import { changesIn, FIELD_GROUPS, FIELD_KINDS, guideChangesIn } from './property-fields.ts'

const before = {
  name: 'Casa Azul',
  city: 'Lisbon',
  bedrooms: 2,
  bathrooms: 1.5,
  hasParking: true,
  checkinTime: '15:00:00',
  cleaningFee: null,
}

function form(entries: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(entries)) data.set(name, value)
  return data
}
const untouched = {
  name: 'Casa Azul',
  city: 'Lisbon',
  bedrooms: '2',
  bathrooms: '1.5',
  hasParking: 'on',
  checkinTime: '15:00',
}

test('what nobody touched is no change', () => {
  expect(changesIn(before, form(untouched))).toEqual({ hasElevator: false, hasSmartLock: false })
})

test('what is changed, emptied or unticked is sent as the contract has it', () => {
  const { hasParking: _gone, ...rest } = untouched
  expect(
    changesIn(
      { ...before, hasElevator: false, hasSmartLock: false },
      form({ ...rest, city: ' ', bedrooms: '3', cleaningFee: '65.5' }),
    ),
  ).toEqual({ city: null, bedrooms: 3, cleaningFee: 65.5, hasParking: false })
})

test('of what guests are told only what was written is sent, so that the rest stays as others have it', () => {
  const told = { accessNotes: 'The key is in the box ', wifiPassword: 'salt', houseRules: null }
  expect(
    guideChangesIn(told, form({ accessNotes: 'The key is in the box', wifiPassword: '', houseRules: 'No shoes' })),
  ).toEqual({ wifiPassword: null, houseRules: 'No shoes' })
})

test('every field stands in one group', () => {
  expect(FIELD_GROUPS.flatMap(({ fields }) => fields)).toEqual(Object.keys(FIELD_KINDS))
})
