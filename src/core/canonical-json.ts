/** One text for one content, by RFC 8785: names in order, no blanks. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined)
  const sorted = fields.toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${sorted.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(',')}}`
}
