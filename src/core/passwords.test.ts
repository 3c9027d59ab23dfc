import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { openPasswords } from './passwords.ts'

test('a password is kept as OWASP advises: argon2id with 19 MiB, two passes, one lane, and a salt of its own', async () => {
  const { hash } = openPasswords()
  const [one, other] = [await hash('correct horse'), await hash('correct horse')]
  expect(one).not.toBe(other)
  const [kind, salt = '', tag] = one.split('$')
  const advised = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }
  const nonce = Buffer.from(salt, 'base64url')
  expect(nonce).toHaveLength(16)
  const expected = argon2Sync('argon2id', { message: 'correct horse', nonce, ...advised })
  expect([kind, tag]).toEqual(['argon2id', expected.toString('base64url')])
})

test('the right password matches, written either way; a wrong one and an account that is not there do not', async () => {
  const { hash, matches } = openPasswords()
  const kept = await hash('caf\u00e9 au lait')
  expect(await matches('cafe\u0301 au lait', kept)).toBe(true)
  expect(await matches('cafe au lait', kept)).toBe(false)
  expect(await matches('caf\u00e9 au lait', undefined)).toBe(false)
})
