import { sameText } from './crypto.ts'

/** The token of the header. The name of the scheme has no case (RFC 9110, 11.1). */
export function bearerIn(header: string | undefined): string | undefined {
  return /^Bearer +([\x21-\x7e]{1,4096}) *$/i.exec(header ?? '')?.[1]
}

/** Whether the header shows this very secret, which people may have made up, with blanks in it or longer than a token. */
export function showsSecret(header: string | undefined, secret: string): boolean {
  const [, shown] = /^Bearer (.*)$/i.exec(header ?? '') ?? []
  return shown !== undefined && sameText(shown, secret)
}
