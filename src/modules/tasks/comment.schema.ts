import { Type, type Static } from 'typebox'
import {
  closed,
  CreatedAt,
  Id,
  inDocuments,
  Nullable,
  oneOf,
  Page,
  Paging,
  readBy,
  Uuid,
  Words,
  WorkspaceId,
} from '#core/schema.ts'

/** The most comments that `include=comments` adds to one task. */
export const COMMENTS_INCLUDED_MAX = 100

const content = Words(10_000, {
  ...inDocuments('Plain text with line breaks, not blank.'),
  examples: ['The spare key is with the neighbour.'],
})

export const Comment = Type.Object(
  {
    id: Id,
    author: Type.Object(
      {
        kind: oneOf(['user', 'key', 'link', 'system'], { description: '`link`: a technician with a shared link.' }),
        id: Nullable(Uuid, { description: 'Of the user, the key or the link; null for `system`.' }),
        name: Type.String({ description: 'As it was then; `External task` for a link without a name.' }),
      },
      { description: 'Who wrote it.' },
    ),
    content,
    createdAt: CreatedAt,
  },
  {
    $id: 'Comment',
    examples: [
      {
        id: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d97',
        author: { kind: 'user', id: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d98', name: 'Ada Moreira' },
        content: 'The spare key is with the neighbour.',
        createdAt: '2026-11-15T09:30:00.000Z',
      },
    ],
  },
)
/** Without an example: one that is not on the task is refused. */
export const BeforeComment = Type.String({ format: 'uuid', description: 'Pages back in `comments` from this one.' })
export const CommentPage = Page(Comment, { $id: 'CommentPage' })
export const CommentQuery = closed(Paging)
export const CommentPath = closed({ workspaceId: WorkspaceId, taskId: Uuid, commentId: Uuid })
export const CommentCreate = closed({ content: readBy(['technician'], content) }, { $id: 'CommentCreate' })

export type Comment = Static<typeof Comment>
export type CommentQuery = Static<typeof CommentQuery>
