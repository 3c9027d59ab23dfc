type Json = Record<string, unknown>

/** What a person knows a record by; of a conversation also whom it reaches. */
export function nameOf(record: Json): string {
  const { shortId, title, name, subject, recipient } = record
  const reaches = typeof recipient === 'string' ? `to ${recipient}` : undefined
  return [shortId, title ?? name ?? subject, reaches].filter((part) => typeof part === 'string').join(' ')
}
