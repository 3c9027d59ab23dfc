import { readText, removeText, writeText } from './small-storage.ts'

/** Text that is not said yet. Written with every letter and at once, so that not even a crash takes it. */
const nameOf = (key: string): string => `draft ${key}`

export function readDraft(key: string): string | null {
  return readText(nameOf(key))
}

export function writeDraft(key: string, text: string): void {
  writeText(nameOf(key), text)
}

export function clearDraft(key: string): void {
  removeText(nameOf(key))
}
