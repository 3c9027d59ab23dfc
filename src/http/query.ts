/**
 * A name given twice is kept as a list, and bytes that are no text as half a character: no parameter accepts either,
 * so nothing is silently dropped or replaced.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const part of text.split('&').filter((each) => each !== '')) {
    const [name = '', ...value] = part.split('=')
    const [key, decoded] = [plainText(name), plainText(value.join('='))]
    const earlier = query[key]
    // Thousands of them fit into an address: a new list for each would hold up everybody.
    if (Array.isArray(earlier)) earlier.push(decoded)
    else query[key] = earlier === undefined ? decoded : [earlier, decoded]
  }
  return query
}

function plainText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return '\ud800'
  }
}
