import { expect, test } from 'vitest'
import { newId, seal, signerFrom, unseal } from './crypto.ts'

const signer = signerFrom('one secret of more than thirty-two characters')

test('what is sealed opens for its owner and purpose alone', () => {
  const sealed = seal(signer, 'link', 'row-1', 'a token')
  expect(unseal(signer, 'link', 'row-1', sealed)).toBe('a token')
  expect(unseal(signer, 'link', 'row-2', sealed)).toBeUndefined()
  expect(unseal(signer, 'door', 'row-1', sealed)).toBeUndefined()
  expect(unseal(signerFrom('another secret'), 'link', 'row-1', sealed)).toBeUndefined()
})

test('what was changed or cut does not open', () => {
  const sealed = seal(signer, 'link', 'row-1', 'a token')
  const last = sealed.at(-2) === 'A' ? 'B' : 'A'
  expect(unseal(signer, 'link', 'row-1', `${sealed.slice(0, -2)}${last}${sealed.at(-1)}`)).toBeUndefined()
  expect(unseal(signer, 'link', 'row-1', sealed.slice(0, 20))).toBeUndefined()
  expect(unseal(signer, 'link', 'row-1', '')).toBeUndefined()
})

test('the same text is sealed differently each time', () => {
  expect(seal(signer, 'link', 'row-1', 'a token')).not.toBe(seal(signer, 'link', 'row-1', 'a token'))
})

test('ids sort by when they were made, those of one moment too, and none comes twice', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids).toEqual([...new Set(ids)].toSorted())
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true)
})
