import { marksOf } from './mark.rules.ts'
import { eventIdOf } from './mark-text.rules.ts'
import { agUiOf, custom, snapshotOf } from './stream-ag-ui.rules.ts'
import { isFirstOfAnswer, isLastOfAnswer, uiChunksOf } from './stream-ui-message.rules.ts'
import type { KeptMessage } from './stream.queries.ts'
import type { Advance, Cursor } from './stream-entry.schema.ts'

/** One way of writing a session's stream. */
export interface Projection {
  /** What two of one name write of an entry is the same. */
  readonly name: string
  /** Of something that is in the log. */
  frame(sessionId: string, news: Advance): string
  /** Of something about the stream itself. */
  notice(name: string, value: unknown, cursor: Cursor): string
  snapshot(messages: readonly KeptMessage[], cursor: Cursor): string
  /** Before this one there is nothing. */
  isFirst(news: Advance): boolean
  /** After this one there is nothing more. */
  isLast(news: Advance): boolean
}

export const agUiProjection: Projection = {
  name: 'ag-ui',
  frame: (sessionId, { entry, cursor }) => marked(agUiOf(sessionId, entry), cursor),
  notice: (name, value, cursor) => marked(custom(name, value), cursor),
  snapshot: (messages, cursor) => marked(snapshotOf(messages), cursor),
  isFirst: () => true,
  isLast: () => false,
}

/** The AI SDK's stream is one answer, that of this run or else the next one, and knows nothing of the stream itself. */
export function uiMessagesOf(runId?: string): Projection {
  return {
    name: `ai-sdk-ui:${runId ?? ''}`,
    frame(_sessionId, { entry, cursor }) {
      const chunks = uiChunksOf(entry, runId).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
      const end = isLastOfAnswer(entry, runId) ? 'data: [DONE]\n\n' : ''
      return chunks.length === 0 ? '' : `id: ${eventIdOf(cursor)}\n${chunks.join('')}${end}`
    },
    notice: () => '',
    snapshot: () => '',
    isFirst: ({ entry }) => isFirstOfAnswer(entry, runId),
    isLast: ({ entry }) => isLastOfAnswer(entry, runId),
  }
}

function marked({ metadata, ...event }: Record<string, unknown>, cursor: Cursor): string {
  const data = { ...event, metadata: { ...(metadata as object | undefined), marks: marksOf(cursor) } }
  return `id: ${eventIdOf(cursor)}\ndata: ${JSON.stringify(data)}\n\n`
}
