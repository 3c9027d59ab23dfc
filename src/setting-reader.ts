import { formats } from '#core/formats.ts'

export type Environment = Record<string, string | undefined>

/** A wrong setting; its message is the one line the operator sees. */
export class WrongSetting extends Error {}

/** Of what everything is signed with. */
export const SECRET_CHARACTERS_MIN = 32

export type Reader = ReturnType<typeof readerOf>

/** Reads settings of the environment; a wrong one is told by its name. */
export function readerOf(environment: Environment) {
  /** An empty variable counts as unset: compose files and CI systems write them. */
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined
  return {
    text,
    integer(name: string, fallback: number, min: number, max: number): number {
      const value = text(name)
      if (value === undefined) return fallback
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
      if (number >= min && number <= max) return number
      throw new WrongSetting(`${name} must be a whole number from ${min} to ${max}, not "${value}".`)
    },
    choice<const Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice {
      const value = text(name)
      if (value === undefined) return fallback
      const choice = choices.find((candidate) => candidate === value)
      if (choice === undefined) throw new WrongSetting(`${name} must be one of ${choices.join(', ')}, not "${value}".`)
      return choice
    },
    /** A wrong one is not repeated: it can hold a password, and some addresses are secrets themselves. */
    url(name: string, fallback: string): string {
      const value = text(name) ?? fallback
      const url = URL.parse(value)
      // It stands in links and logs, and no client sends it on from there.
      if (url?.username || url?.password)
        throw new WrongSetting(`${name} must be an address without a user name or password.`)
      if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
        throw new WrongSetting(`${name} must be an http or https address, without ? and #.`)
      return value.replace(/(?<!\/)\/+$/, '')
    },
    list(name: string, kind: string, accepts: (item: string) => boolean): string[] {
      const items = (text(name) ?? '').split(',').map((item) => item.trim())
      const present = items.filter((item) => item !== '')
      const wrong = present.find((item) => !accepts(item))
      if (wrong !== undefined) throw new WrongSetting(`${name}: each entry must be ${kind}, not "${wrong}".`)
      return present
    },
    email(name: string): string | undefined {
      const value = text(name)
      if (value === undefined || formats.email?.test(value)) return value
      throw new WrongSetting(`${name} must be an e-mail address, not "${value}".`)
    },
    secret(name: string): string | undefined {
      const value = text(name)
      if (value === undefined || value.length >= SECRET_CHARACTERS_MIN) return value
      throw new WrongSetting(`${name} must have at least ${SECRET_CHARACTERS_MIN} characters.`)
    },
    secrets(name: string): string[] {
      const secrets = (text(name) ?? '').split(',').map((item) => item.trim())
      const present = secrets.filter((secret) => secret !== '')
      if (present.length <= 2 && present.every((secret) => secret.length >= 8)) return present
      throw new WrongSetting(`${name} must be a secret of at least 8 characters, or two with a comma between them.`)
    },
    /** What comes as a bearer token, and so must look like one. */
    bearer(name: string): string | undefined {
      const value = text(name)
      if (value === undefined || /^[\x21-\x7e]{1,4096}$/.test(value)) return value
      throw new WrongSetting(`${name} must have no blanks and only plain characters, 4096 at most.`)
    },
    password(name: string): string | undefined {
      const value = environment[name] || undefined
      if (value === undefined || (value.length >= 8 && value.length <= 1000)) return value
      throw new WrongSetting(`${name} must have 8 to 1000 characters.`)
    },
  }
}
