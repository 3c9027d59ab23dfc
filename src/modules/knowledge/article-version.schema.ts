import { Type, type Static } from 'typebox'
import { closed, DateTime, Nullable, oneOf, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'
import { articleText } from './article.schema.ts'

const versionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647, examples: [1] })
const { body: _body, ...outline } = articleText

const fixed = {
  number: versionNumber,
  publishedAt: DateTime,
  publishedBy: Type.Object({ kind: oneOf(['user', 'key', 'system']), id: Nullable(Uuid) }),
}

/** A text as it was published. It never changes. */
export const ArticleVersion = Type.Object({ ...fixed, ...articleText }, { $id: 'ArticleVersion' })
export const ArticleVersionPage = Page(Type.Object({ ...fixed, ...outline }), { $id: 'ArticleVersionPage' })
export const ArticleVersionQuery = closed(Paging)
export const ArticleVersionPath = closed({ workspaceId: WorkspaceId, articleId: Uuid, versionNumber })

/** What changed between two texts. */
export const ArticleDifference = Type.Object(
  {
    from: Type.Integer(),
    to: Nullable(Type.Integer(), { description: 'null: the text being written.' }),
    changedFields: Type.Array(Type.String({ examples: ['title'] }), { description: 'Beside the body.' }),
    body: Type.Array(Type.Object({ kind: oneOf(['same', 'added', 'removed']), lines: Type.Array(Type.String()) }), {
      description: 'The lines of both bodies in their order.',
    }),
  },
  { $id: 'ArticleDifference' },
)
export const ArticleDifferenceQuery = closed({
  from: versionNumber,
  to: Type.Optional(Type.Integer({ ...versionNumber, description: 'The text being written, unless sent.' })),
})

export type ArticleVersion = Static<typeof ArticleVersion>
export type ArticleDifference = Static<typeof ArticleDifference>
