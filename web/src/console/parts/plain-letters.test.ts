import { expect, test } from 'vitest'
import { searchLetters } from '../../../../src/core/search-letters.ts'
import { plain } from './plain-letters.ts'

test('lists that are narrowed here find what searches of the server find', () => {
  const letters = Array.from({ length: 0x180 }, (_, code) => String.fromCodePoint(code)).join(' ')
  for (const name of [letters, 'ÉVORA', 'L’Haÿ', 'GROẞ Straße', 'Smørrebrød ǽ', 'Łódź', 'İstanbul Diyarbakır', 'ΟΔΟΣ'])
    expect(plain(name)).toBe(searchLetters(name))
})
