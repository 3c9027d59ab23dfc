import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { coreFailures, fail } from './errors.ts'

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
export function openPasswords(): Passwords {
  const turn = turns(AT_ONCE_MAX, WAITING_MAX)
  const nobody = { salt: randomBytes(16), tag: randomBytes(32) }
  const derive = (password: string, salt: Buffer): Promise<Buffer> =>
    turn(() => hash('argon2id', { message: password.normalize('NFKC'), nonce: salt, ...COST }))

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

/** Runs work a few at a time, in order; refuses when too many wait already. */
function turns(atOnceMax: number, waitingMax: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) fail(coreFailures.unavailable, { retryAfterSeconds: 5 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
