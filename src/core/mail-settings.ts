import { formats } from './formats.ts'

export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** A server that takes mail, and who it comes from. */
export interface MailSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise it is begun by STARTTLS. */
  readonly secure: boolean
  readonly user: string | undefined
  readonly password: string | undefined
  readonly from: Mailbox
}

/** `smtp://user:password@host:587` or `smtps://…`; undefined when it is neither. */
export function smtpServer(text: string): Omit<MailSettings, 'from'> | undefined {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return undefined
  const secure = url.protocol === 'smtps:'
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === undefined || password === undefined || (user === '') !== (password === '')) return undefined
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    user: user || undefined,
    password: password || undefined,
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** `ada@example.com` or `Ada Marino <ada@example.com>`; undefined when it is neither. */
export function mailbox(text: string): Mailbox | undefined {
  const [, name = '', inBrackets] = /^(?:"?([^"<>]*?)"?\s*<([^<>]+)>)$/.exec(text) ?? []
  const address = inBrackets ?? text
  const isPlain = !/[\p{Cc}]/u.test(name)
  return isPlain && formats['email']?.test(address) ? { name: name.trim(), address } : undefined
}
