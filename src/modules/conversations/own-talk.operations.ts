import { outsideOperation } from '#core/outside-operation.ts'
import { failures } from './conversation.service.ts'
import { listOwnTalks as list } from './own-talk.queries.ts'
import * as schema from './own-talk.schema.ts'
import { readOwnThread as read } from './own-talk.service.ts'

const about = { outside: ['guest'] } as const

export const listOwnTalks = outsideOperation({
  ...about,
  id: 'listOwnTalks',
  summary: 'The conversation in which a guest writes',
  query: schema.OwnTalkQuery,
  reply: schema.OwnTalkPage,
  run: (ctx, query) => list(ctx, query),
})

export const readOwnThread = outsideOperation({
  ...about,
  id: 'readOwnThread',
  summary: 'What was said in it',
  params: schema.OwnTalkPath,
  reply: schema.OwnThread,
  errors: [failures.conversation_not_found],
  run: (ctx, { conversationId }) => read(ctx, conversationId),
})
