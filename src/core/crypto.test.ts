import { expect, test } from 'vitest'
import { newId, openedBy, reseal, seal, signerFrom, unseal } from './crypto.ts'

const signer = signerFrom('one secret of more than thirty-two characters')

test('what is sealed opens for its owner and purpose alone', () => {
  const sealed = seal(signer, 'link', 'row-1', 'a token')
  expect(unseal(signer, 'link', 'row-1', sealed)).toBe('a token')
  expect(unseal(signer, 'link', 'row-2', sealed)).toBeUndefined()
  expect(unseal(signer, 'door', 'row-1', sealed)).toBeUndefined()
  expect(unseal(signerFrom('another secret'), 'link', 'row-1', sealed)).toBeUndefined()
  // Builds with a single secret decode it as base64url, which stops at the `=`.
  expect(Buffer.from(sealed, 'base64url')).toHaveLength(12 + 16 + 'a token'.length)
})

test('what was sealed under the secret before opens, and is sealed anew under the newest', () => {
  const both = signerFrom('another secret', 'one secret of more than thirty-two characters')
  const sealed = seal(signer, 'link', 'row-1', 'a token')
  expect([openedBy(sealed), unseal(both, 'link', 'row-1', sealed)]).toEqual([signer.id, 'a token'])
  // The format of builds with a single secret.
  const old = sealed.split('=')[0] ?? ''
  expect([openedBy(old), unseal(both, 'link', 'row-1', old)]).toEqual([undefined, 'a token'])
  const again = reseal(both, 'link', 'row-1', sealed) ?? ''
  expect([openedBy(again), unseal(signerFrom('another secret'), 'link', 'row-1', again)]).toEqual([both.id, 'a token'])
})

test('what was changed or cut does not open', () => {
  const sealed = seal(signer, 'link', 'row-1', 'a token')
  const other = sealed.at(20) === 'A' ? 'B' : 'A'
  expect(unseal(signer, 'link', 'row-1', `${sealed.slice(0, 20)}${other}${sealed.slice(21)}`)).toBeUndefined()
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
