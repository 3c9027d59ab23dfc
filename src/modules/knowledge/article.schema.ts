import { Type, type Static } from 'typebox'
import {
  closed,
  DateTime,
  Line,
  Nullable,
  oneOf,
  optional,
  Page,
  Paging,
  Slug,
  Uuid,
  WorkspaceId,
} from '#core/schema.ts'

const Tag = Line(50, { examples: ['wifi'] })

/** What is written and published: every version has all of it. */
export const articleText = {
  title: Line(200, { examples: ['The Wi-Fi does not work'] }),
  body: Type.String({
    maxLength: 100_000,
    description: 'Markdown.',
    examples: ['## First\nSwitch the router off and on.'],
  }),
  category: Nullable(Line(100), { examples: ['Trouble in the home'] }),
  tags: Type.Array(Tag, { maxItems: 30, uniqueItems: true }),
  propertyId: Nullable(Uuid, { description: 'The property it is about. null: the whole workspace.' }),
  visibility: oneOf(['internal', 'guest'], { description: 'guest: may be told to guests.' }),
  language: Type.String({ pattern: '^[a-z]{2,3}(-[A-Z]{2})?$', examples: ['en'] }),
}

const slug = Slug({
  description: 'A short name for addresses, unique among the articles of the workspace.',
  examples: ['wifi-does-not-work'],
})
const status = oneOf(['draft', 'published', 'archived'], {
  description: 'draft: never published. archived: no longer found by a search.',
})
const fixed = {
  id: Uuid,
  status,
  publishedVersion: Nullable(Type.Integer(), { description: 'null: never published.' }),
  hasDraft: Type.Boolean({ description: 'Whether a text waits to be published.' }),
  source: Nullable(Type.String(), {
    description: 'Where its text is kept, if that is elsewhere: the article follows what is written there.',
    examples: ['code-host'],
  }),
  sourceUrl: Nullable(Type.String()),
  createdAt: DateTime,
  updatedAt: DateTime,
}
const shows = oneOf(['published', 'draft'], { description: 'Which text this is.' })

const Section = Type.Object({ level: Type.Integer(), heading: Type.String() })
const { body: _body, ...outline } = articleText

/** The article with one of its texts: the published one, or the one being written. */
export const Article = Type.Object(
  {
    ...fixed,
    shows,
    slug,
    ...articleText,
    sections: Type.Array(Section, { description: 'The headings of the body.' }),
  },
  { $id: 'Article' },
)
/** In lists: what readers see, without the body. */
const ArticleSummary = Type.Object({ ...fixed, shows, slug, ...outline }, { $id: 'ArticleSummary' })
export const ArticlePage = Page(ArticleSummary, { $id: 'ArticlePage' })
export const ArticleQuery = closed({
  ...optional({
    status,
    visibility: articleText.visibility,
    category: Line(100),
    tag: Tag,
    propertyId: Type.String({ ...Uuid, description: 'Articles about this property only.' }),
    hasDraft: fixed.hasDraft,
    q: Type.String({ minLength: 1, maxLength: 200, description: 'Searches the title.' }),
  }),
  ...Paging,
})
export const ArticlePath = closed({ workspaceId: WorkspaceId, articleId: Uuid })
export const ArticleTextQuery = closed({
  text: Type.Optional(
    oneOf(['published', 'draft'], { description: 'The published text where there is one, unless sent.' }),
  ),
})

const example = { title: 'The Wi-Fi does not work', body: '## First\nSwitch the router off and on.', tags: ['wifi'] }
export const ArticleCreate = closed(
  { ...optional({ slug, ...articleText }), title: articleText.title, body: articleText.body },
  { $id: 'ArticleCreate', examples: [example] },
)
export const ArticleUpdate = closed(optional({ ...fixed, slug, ...articleText }), {
  $id: 'ArticleUpdate',
  examples: [{ category: 'Trouble in the home' }],
})
export const ArticleDraft = closed(
  {
    articleId: Type.Optional(Type.String({ ...Uuid, description: 'The article to change. Absent: a new one.' })),
    expectedVersion: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Refused when the article has changed since.' }),
    ),
    ...optional(articleText),
  },
  { $id: 'ArticleDraft', examples: [example] },
)
/** What a draft is answered with: the version to expect next time. */
export const SavedDraft = Type.Object({ ...Article.properties, version: Type.Integer() }, { $id: 'SavedDraft' })

export const ARTICLE_FIXED = fixed
export const TEXT_FIELDS = Object.keys(articleText)

export type Article = Static<typeof Article>
export type ArticleQuery = Static<typeof ArticleQuery>
export type ArticleCreate = Static<typeof ArticleCreate>
export type ArticleUpdate = Static<typeof ArticleUpdate>
export type ArticleDraft = Static<typeof ArticleDraft>
export type ArticleText = Pick<
  Article,
  'title' | 'body' | 'category' | 'tags' | 'propertyId' | 'visibility' | 'language'
>
