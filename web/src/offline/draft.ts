/** Text that is not said yet. Written with every letter and at once, so that not even a crash takes it. */
const nameOf = (key: string): string => `draft ${key}`

export function readDraft(key: string): string | null {
  return localStorage.getItem(nameOf(key))
}

export function writeDraft(key: string, text: string): void {
  localStorage.setItem(nameOf(key), text)
}

export function clearDraft(key: string): void {
  localStorage.removeItem(nameOf(key))
}
