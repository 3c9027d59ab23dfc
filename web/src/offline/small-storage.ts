/** A few words that the browser keeps for us. One that refuses, or is full, has kept nothing: the page goes on without. */
export function readText(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function writeText(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // As above: it stays on the screen, which is all that can be done.
  }
}

export function removeText(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // There is nothing to remove where nothing is kept.
  }
}
