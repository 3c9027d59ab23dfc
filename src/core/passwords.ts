import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { turns } from './turns.ts'

const hash = promisify(argon2)

/** OWASP's argon2id setting: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const AT_ONCE_MAX = 2
const WAITING_MAX = 100

export interface Passwords {
  hash(password: string): Promise<string>
  /** False for a wrong password; an unknown account (no stored hash) costs the same time. */
  matches(password: string, stored: string | undefined): Promise<boolean>
}

/** At most two hashes run at a time: each takes 19 MiB, and a flood of sign-ins must not take the machine. */
export function openPasswords(cost = COST): Passwords {
  const turn = turns(AT_ONCE_MAX, WAITING_MAX)
  const nobody = { salt: randomBytes(16), tag: randomBytes(32) }
  const derive = (password: string, salt: Buffer): Promise<Buffer> =>
    turn(() => hash('argon2id', { message: password.normalize('NFKC'), nonce: salt, ...cost }))

  return {
    async hash(password) {
      const salt = randomBytes(16)
      const tag = await derive(password, salt)
      return `argon2id$${salt.toString('base64url')}$${tag.toString('base64url')}`
    },
    async matches(password, stored) {
      const [, salt, tag] = stored?.split('$') ?? []
      const known =
        salt && tag ? { salt: Buffer.from(salt, 'base64url'), tag: Buffer.from(tag, 'base64url') } : undefined
      const { salt: nonce, tag: expected } = known ?? nobody
      const actual = await derive(password, nonce)
      return timingSafeEqual(actual, expected) && known !== undefined
    },
  }
}
