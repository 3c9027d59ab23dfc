import { Type, type Static } from 'typebox'
import { closed, DateTime, Line, Nullable, oneOf, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'

const content = Line(10_000, { examples: ['The spare key is with the neighbour.'] })

export const Comment = Type.Object(
  {
    id: Uuid,
    author: Type.Object({
      kind: oneOf(['user', 'key', 'link', 'system']),
      id: Nullable(Uuid),
      name: Type.String(),
    }),
    content,
    createdAt: DateTime,
  },
  { $id: 'Comment' },
)
export const CommentPage = Page(Comment, { $id: 'CommentPage' })
export const CommentQuery = closed(Paging)
export const CommentPath = closed({ workspaceId: WorkspaceId, taskId: Uuid, commentId: Uuid })
export const CommentCreate = closed({ content }, { $id: 'CommentCreate' })

export type Comment = Static<typeof Comment>
export type CommentQuery = Static<typeof CommentQuery>
