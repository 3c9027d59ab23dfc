export type JsonText = { isGood: true; value: unknown } | { isGood: false }

/** What somebody wrote as JSON; undefined for nothing. */
export function jsonIn(text: string): JsonText {
  if (text.trim() === '') return { isGood: true, value: undefined }
  try {
    return { isGood: true, value: JSON.parse(text) }
  } catch {
    return { isGood: false }
  }
}
