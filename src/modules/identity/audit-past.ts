/** Of what the entry tells, the fields that were different before. What it does not tell is not told of the past either. */
export function pastOf(before: object, details: Record<string, unknown>): Record<string, unknown> {
  const past = { ...before } as Record<string, unknown>
  const changed = Object.keys(details).filter(
    (field) => Object.hasOwn(past, field) && details[field] !== undefined && isOther(past[field], details[field]),
  )
  return Object.fromEntries(changed.map((field) => [field, past[field]]))
}

/** As they are written down. */
function isOther(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) !== JSON.stringify(right)
}
