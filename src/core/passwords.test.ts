import { argon2, argon2Sync } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openPasswords } from './passwords.ts'

const compute = promisify(argon2)
const CHEAP = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }

/** Passwords that record the settings of every hash computation. */
function counting(cost?: typeof CHEAP) {
  const made: Omit<Parameters<typeof argon2>[1], 'message' | 'nonce'>[] = []
  const passwords = openPasswords(cost, async (algorithm, { message, nonce, ...settings }) => {
    made.push(settings)
    return compute(algorithm, { message, nonce, ...settings })
  })
  return { made, ...passwords }
}

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

test('a right password, a wrong one and an account that is not there cost one computation of the same kind each', async () => {
  const { made, hash, matches } = counting()
  const kept = await hash('correct horse')
  const costOf = async (password: string, stored: string | undefined) => {
    made.length = 0
    await matches(password, stored)
    return [...made]
  }
  const full = [{ memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }]
  expect(await costOf('correct horse', kept)).toEqual(full)
  expect(await costOf('wrong horse', kept)).toEqual(full)
  expect(await costOf('wrong horse', undefined)).toEqual(full)
})

test('accounts that share a salt are told apart by one computation, whichever is meant', async () => {
  const { made, hash, find } = counting(CHEAP)
  const first = await hash('of the first company')
  const all = [first, await hash('of the second', first), null]
  const found = async (password: string) => {
    made.length = 0
    return [await find(password, all), made.length]
  }
  expect(await found('of the first company')).toEqual([0, 1])
  expect(await found('of the second')).toEqual([1, 1])
  expect(await found('of nobody')).toEqual([-1, 1])
  all[2] = await hash('of a third')
  expect(await found('of a third')).toEqual([2, 2])
})
