import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { turns } from './turns.ts'

/** OWASP's argon2id setting: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const AT_ONCE_MAX = 2
const WAITING_MAX = 100

type Compute = (algorithm: 'argon2id', parameters: Parameters<typeof argon2>[1]) => Promise<Buffer>

export interface Passwords {
  /** `like` is another account's hash: reusing its salt lets one computation check both. */
  hash(password: string, like?: string): Promise<string>
  /** False for a wrong password; an unknown account (no stored hash) costs the same time. */
  matches(password: string, stored: string | undefined): Promise<boolean>
  /**
   * The index of the first hash that the password matches, or -1. Costs one computation per distinct salt, and one even
   * if there is no hash.
   */
  find(password: string, stored: readonly (string | null)[]): Promise<number>
}

interface Kept {
  salt: Buffer
  tag: Buffer
}

/** At most two hashes run at a time: each takes 19 MiB, and a flood of sign-ins must not take the machine. */
export function openPasswords(cost = COST, compute: Compute = promisify(argon2)): Passwords {
  const turn = turns(AT_ONCE_MAX, WAITING_MAX)
  const nobody = randomBytes(16)
  const derive = (password: string, salt: Buffer): Promise<Buffer> =>
    turn(() => compute('argon2id', { message: password.normalize('NFKC'), nonce: salt, ...cost }))

  async function find(password: string, stored: readonly (string | null)[]): Promise<number> {
    const kept = stored.map(keptIn)
    const salts = new Set(kept.flatMap((each) => (each ? [each.salt.toString('base64url')] : [])))
    if (salts.size === 0) salts.add(nobody.toString('base64url'))
    const made = new Map<string, Buffer>()
    for (const salt of salts) made.set(salt, await derive(password, Buffer.from(salt, 'base64url')))
    return kept.findIndex(
      (each) => each && timingSafeEqual(made.get(each.salt.toString('base64url')) ?? nobody, each.tag),
    )
  }

  return {
    async hash(password, like) {
      const salt = keptIn(like ?? null)?.salt ?? randomBytes(16)
      const tag = await derive(password, salt)
      return `argon2id$${salt.toString('base64url')}$${tag.toString('base64url')}`
    },
    matches: async (password, stored) => (await find(password, [stored ?? null])) === 0,
    find,
  }
}

function keptIn(stored: string | null): Kept | undefined {
  const [, salt, tag] = stored?.split('$') ?? []
  return salt && tag ? { salt: Buffer.from(salt, 'base64url'), tag: Buffer.from(tag, 'base64url') } : undefined
}
