import { expect, test } from 'vitest'
import { addressLines, mapLink, type Spot } from './map-link.ts'

const spot: Spot = {
  name: 'Casa & Mar',
  address: 'Rua do Mar 3',
  city: 'Cascais',
  postalCode: '2750-642',
  latitude: 38.69,
  longitude: -9.42,
}
const words = 'Rua%20do%20Mar%203%2C%202750-642%20Cascais'
const nowhere = { ...spot, latitude: null, longitude: null }

test('the map is the one of the device', () => {
  expect(mapLink(spot, 'iPhone')).toBe(`https://maps.apple.com/?q=${words}&ll=38.69,-9.42`)
  expect(mapLink(spot, 'Linux; Android 15')).toBe('geo:38.69,-9.42?q=38.69,-9.42')
  expect(mapLink(nowhere, 'Linux; Android 15')).toBe(`geo:0,0?q=${words}`)
  expect(mapLink(nowhere, 'Windows NT')).toBe(`https://www.openstreetmap.org/search?query=${words}`)
})

test('no place, no link', () => {
  const bare = { ...nowhere, address: null, city: null, postalCode: null }
  expect(addressLines(bare)).toEqual([])
  expect(mapLink(bare, 'iPhone')).toBeUndefined()
})
