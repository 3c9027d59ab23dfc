import { coreFailures, fail } from '#core/errors.ts'
import { openStoppableThread, type Lost } from '#core/stoppable-thread.ts'
import { fromParts, readDocument, type DocumentFormat, type DocumentParts, type ReadDocument } from './document.ts'
import type { DocumentRequest } from './document-thread.ts'

/** Longer texts take long enough to parse that others would notice. */
const QUICK_CHARACTERS_MAX = 8 * 1024
const TIMEOUT_MILLIS = 8000
const RETRY_SECONDS = 5

type Answer = DocumentParts | { broken: Error }

const thread = openStoppableThread<DocumentRequest, Answer>(
  { file: new URL('./document-thread.ts', import.meta.url), isCompiled: () => false, lost: answerWithout },
  { timeoutMillis: TIMEOUT_MILLIS },
)

function answerWithout(_request: DocumentRequest, lost: Lost): Answer {
  if (lost.reason === 'error') return { broken: new Error(`the thread for documents broke: ${lost.message}`) }
  const what = lost.reason === 'time' ? 'takes too long' : 'takes too much memory'
  const message = `It ${what} to be read: share it out among several workflows.`
  const problems = [{ pointer: '', code: 'too_large' as const, message }]
  return { value: undefined, problems, count: 1, places: new Map(), lineStarts: [] }
}

/** Reads a document of any length without blocking others; workspaces take turns. */
export async function readAnyDocument(
  workspaceId: string,
  text: string,
  format: DocumentFormat,
): Promise<ReadDocument> {
  if (text.length <= QUICK_CHARACTERS_MAX) return readDocument(text, format)
  const answer = await thread.run(workspaceId, { text, format })
  if ('broken' in answer) fail(coreFailures.unavailable, { retryAfterSeconds: RETRY_SECONDS, cause: answer.broken })
  return fromParts(answer)
}
