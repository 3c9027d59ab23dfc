import { expect, test } from 'vitest'
import { seal, signerFrom, unseal } from './crypto.ts'

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
