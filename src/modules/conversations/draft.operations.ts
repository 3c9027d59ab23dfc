import { operation } from '#core/operation.ts'
import { Deleted } from '#core/schema.ts'
import { ConversationPath } from './conversation.schema.ts'
import * as schema from './draft.schema.ts'
import * as drafts from './draft.service.ts'

const { conversation_not_found, draft_not_found } = drafts.failures
const about = { tag: 'Conversations', access: { role: 'member' } } as const
const ITEM = '/workspaces/:workspaceId/conversations/:conversationId'

export const saveDraft = operation({
  ...about,
  id: 'saveDraft',
  summary: 'Save your draft of an answer',
  description: 'One for each author, written over. It is not sent by itself.',
  rest: { method: 'PUT', path: `${ITEM}/draft` },
  params: ConversationPath,
  body: schema.DraftSave,
  reply: schema.Draft,
  errors: [conversation_not_found],
  run: (ctx, { conversationId, text }) => drafts.saveDraft(ctx, conversationId, text),
})

export const deleteDraft = operation({
  ...about,
  id: 'deleteDraft',
  summary: 'Delete a draft, whoever wrote it',
  rest: { method: 'DELETE', path: `${ITEM}/drafts/:draftId` },
  params: schema.DraftPath,
  reply: Deleted,
  errors: [conversation_not_found, draft_not_found],
  run: (ctx, { conversationId, draftId }) => drafts.deleteDraft(ctx, conversationId, draftId),
})
