import { isRecord } from '#core/json-record.ts'
import { listAt, type Fields } from './reading.ts'
import { answerableWriter } from './letter.ts'

const HEADER = 'authentication-results'
const LENGTH_MAX = 8000
/** The mail service's labels for letters that it doubts. */
const DOUBTED = ['unauthenticated', 'spam', 'blocked']

/**
 * The server that reports that the writer's domain signed this letter (RFC 8601: `dkim=pass`, aligned with From).
 * Undefined when none does, or when there is more than one report: a stranger can add such a header too.
 */
export function voucherOf(message: Fields): string | undefined {
  const labels = listAt(message, 'labels').map((label) => String(label).toLowerCase())
  const writer = answerableWriter(message)
  const domain = writer?.slice(writer.lastIndexOf('@') + 1)
  const result = onlyResult(message['headers'])
  if (!domain || result === undefined || DOUBTED.some((label) => labels.includes(label))) return undefined
  const [server = '', ...results] = withoutComments(result).toLowerCase().split(';')
  const [authority = ''] = server.trim().split(/\s+/)
  if (!/^[a-z0-9][a-z0-9.-]{0,250}$/.test(authority)) return undefined
  return results.some((each) => isSignedBy(each, domain)) ? authority : undefined
}

function onlyResult(headers: unknown): string | undefined {
  if (!isRecord(headers)) return undefined
  const found = Object.entries(headers).filter(([name]) => name.trim().toLowerCase() === HEADER)
  const values = found.flatMap(([, value]) => value)
  const [only] = values
  return values.length === 1 && typeof only === 'string' && only.length <= LENGTH_MAX ? only : undefined
}

/** Drops comments in parentheses, whose text a stranger may have chosen. Gives up on quoted strings. */
function withoutComments(text: string): string {
  let [kept, depth] = ['', 0]
  for (const sign of text) {
    if (sign === '(') depth++
    else if (sign === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) kept += sign
  }
  return depth === 0 && !kept.includes('"') ? kept : ''
}

/** A parent domain may sign for its subdomains, but not the other way around. */
function isSignedBy(result: string, domain: string): boolean {
  const [method, ...properties] = result.trim().split(/\s+/)
  if (method !== 'dkim=pass') return false
  const named = properties.flatMap((property) => {
    const [name, value = ''] = property.split('=', 2)
    return name === 'header.d' || name === 'header.i' ? [value.slice(value.lastIndexOf('@') + 1)] : []
  })
  return (
    named.length > 0 && named.every((each) => each.includes('.') && (each === domain || domain.endsWith(`.${each}`)))
  )
}
