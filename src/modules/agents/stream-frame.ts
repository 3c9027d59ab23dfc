import { marksOf } from './mark.rules.ts'
import { eventIdOf } from './mark-text.rules.ts'
import { agUiOf, custom, snapshotOf } from './stream-ag-ui.rules.ts'
import { isLastOfAnswer, uiChunksOf } from './stream-ui-message.rules.ts'
import type { KeptMessage } from './stream.queries.ts'
import type { Advance, Cursor } from './stream-entry.schema.ts'

/** One way of writing a session's stream. */
export interface Projection {
  readonly name: 'ag-ui' | 'ai-sdk-ui'
  /** Of something that is in the log. */
  frame(sessionId: string, news: Advance): string
  /** Of something about the stream itself. */
  notice(name: string, value: unknown, cursor: Cursor): string
  snapshot(messages: readonly KeptMessage[], cursor: Cursor): string
  /** After this one there is nothing more. */
  isLast(news: Advance): boolean
}

export const agUiProjection: Projection = {
  name: 'ag-ui',
  frame: (sessionId, { entry, cursor }) => marked(agUiOf(sessionId, entry), cursor),
  notice: (name, value, cursor) => marked(custom(name, value), cursor),
  snapshot: (messages, cursor) => marked(snapshotOf(messages), cursor),
  isLast: () => false,
}

/** The AI SDK's stream is one answer, and knows nothing of the stream itself. */
export const uiMessageProjection: Projection = {
  name: 'ai-sdk-ui',
  frame(_sessionId, news) {
    const chunks = uiChunksOf(news.entry).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    const end = isLastOfAnswer(news.entry) ? 'data: [DONE]\n\n' : ''
    return chunks.length === 0 ? '' : `id: ${eventIdOf(news.cursor)}\n${chunks.join('')}${end}`
  },
  notice: () => '',
  snapshot: () => '',
  isLast: ({ entry }) => isLastOfAnswer(entry),
}

function marked({ metadata, ...event }: Record<string, unknown>, cursor: Cursor): string {
  const data = { ...event, metadata: { ...(metadata as object | undefined), marks: marksOf(cursor) } }
  return `id: ${eventIdOf(cursor)}\ndata: ${JSON.stringify(data)}\n\n`
}
