import { expect, test } from 'vitest'
import { nameOf } from './keyboard.ts'

const press = (key: string, held: Partial<Record<'altKey' | 'ctrlKey' | 'metaKey', boolean>> = {}) =>
  nameOf({ key, altKey: false, ctrlKey: false, metaKey: false, ...held })

test('a sign that a keyboard has only with Alt or AltGr is that sign; other keys with Alt are not ours', () => {
  expect(press('[')).toBe('[')
  expect(press('[', { altKey: true })).toBe('[')
  expect(press(']', { altKey: true, ctrlKey: true })).toBe(']')
  expect(press('j', { altKey: true })).toBeUndefined()
  expect(press('ArrowLeft', { altKey: true })).toBeUndefined()
  expect(press('K', { metaKey: true })).toBe('mod+k')
})
