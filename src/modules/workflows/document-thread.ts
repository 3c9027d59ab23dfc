import { BoundedTexts } from '#core/bounded-texts.ts'
import { answerRequests } from '#core/walled-thread.ts'
import { partsOf, type DocumentFormat, type DocumentParts } from './document.ts'

export interface DocumentRequest {
  text: string
  format: DocumentFormat
}

const KEPT_MAX = 20
/** A parsed document takes about fifty times the memory of its text, and the thread has 128 MB. */
const KEPT_CHARACTERS_MAX = 1024 * 1024
/** A draft is read once when it is saved and again when it is shown. */
const kept = new BoundedTexts<DocumentParts>(KEPT_MAX, KEPT_CHARACTERS_MAX)

answerRequests(({ text, format }: DocumentRequest) => {
  const key = `${format} ${text}`
  const parts = kept.get(key) ?? partsOf(text, format)
  kept.set(key, parts)
  return parts
})
