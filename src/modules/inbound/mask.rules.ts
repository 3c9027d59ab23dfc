const HIDDEN = '[hidden]'

/** Names under which senders put credentials and addresses that act for whoever knows them. */
const SECRET = /(token|secret|password|signature|authorization|api_?key|response_?url)$/i

/** The same without credentials: what was received is kept and shown. */
export function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => masked(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'string' && SECRET.test(name) ? HIDDEN : masked(inner),
    ]),
  )
}

/** Of the headers only those that help to understand a delivery. */
const KEPT = /^(content-type|user-agent|x-request-id)$|(delivery|event|retry-num|retry-reason|-id)$/i

export function keptHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => KEPT.test(name) && !SECRET.test(name))
      .map(([name, value]) => [name, value.slice(0, 500)]),
  )
}
