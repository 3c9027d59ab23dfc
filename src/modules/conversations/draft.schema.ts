import { Type, type Static } from 'typebox'
import { closed, DateTime, Uuid, WorkspaceId } from '#core/schema.ts'
import { Author, MessageText } from './message.schema.ts'

/** An answer that is not sent, and never is by itself. */
export const Draft = Type.Object(
  { id: Uuid, conversationId: Uuid, author: Author, text: MessageText, createdAt: DateTime, updatedAt: DateTime },
  { $id: 'Draft' },
)
export const DraftSave = closed(
  { text: MessageText },
  { $id: 'DraftSave', examples: [{ text: 'Of course, until ten in the evening.' }] },
)
export const DraftPath = closed({ workspaceId: WorkspaceId, conversationId: Uuid, draftId: Uuid })

export type Draft = Static<typeof Draft>
