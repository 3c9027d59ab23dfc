/** Where a page stands: `{base}/t/{token}`. A proxy may put a path in front of it. */
export interface Place {
  base: string
  /** As it stands in the address, escaped; empty when there is none. */
  token: string
}

export function placeOf(pathname: string, page: 't' | 'm'): Place {
  const found = new RegExp(`^(?<base>.*)/${page}/(?<token>[^/]*)/?$`).exec(pathname)?.groups
  return { base: found?.base ?? '', token: found?.token ?? '' }
}

/** What is kept on the phone is filed under this, so that the files themselves name no token. */
export async function linkIdOf(token: string): Promise<string> {
  // Without encryption on the way the browser has none for the page either.
  if (!globalThis.crypto?.subtle) return plainHashOf(token)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return Array.from(new Uint8Array(digest).subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** FNV-1a, twice: tells the links of one phone apart, and does not lead back to the token. */
function plainHashOf(token: string): string {
  return [0x811c9dc5, 0x01000193]
    .map((seed) => {
      let hash = seed
      for (const char of token) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
      return (hash >>> 0).toString(16).padStart(8, '0')
    })
    .join('')
}
