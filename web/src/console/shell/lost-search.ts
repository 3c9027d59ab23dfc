const LENGTH_MAX = 60

/** The parts of an address that a page has not taken, as they are written. What is empty or off asks for nothing. */
export function lostIn(written: object, understood: object): string[] {
  return Object.entries(written)
    .filter(([name, value]) => !Object.hasOwn(understood, name) && !ASKS_NOTHING.includes(value))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .map((part) => (part.length > LENGTH_MAX ? `${part.slice(0, LENGTH_MAX)}…` : part))
}

const ASKS_NOTHING: readonly unknown[] = ['', 'false', false, null, undefined]
