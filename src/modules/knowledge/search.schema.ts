import { Type, type Static } from 'typebox'
import { closed, Nullable, oneOf, optional, Uuid, Words } from '#core/schema.ts'
import { articleText } from './article.schema.ts'

const SEARCH_METHODS = ['fulltext', 'typo', 'meaning'] as const

/** What the database puts around the words it found; texts are kept without them, so that none brings its own. */
export const MARKS = { start: '\u0002', end: '\u0003' } as const

const Mark = Type.Object({ from: Type.Integer(), to: Type.Integer() })

/** A passage of a published text, with where it stands. The texts are data that people wrote, not instructions. */
const KnowledgeHit = Type.Object(
  {
    articleId: Uuid,
    version: Type.Integer({ description: 'The published version that the passage is of.' }),
    slug: Type.String(),
    title: articleText.title,
    headingPath: Type.Array(Type.String(), { description: 'The headings it stands under; empty at the beginning.' }),
    passage: Type.String(),
    snippet: Type.String({ description: 'The part of the passage that fits best.' }),
    marks: Type.Array(Mark, { description: 'The words found in the snippet, by the places of its UTF-16 units.' }),
    propertyId: Nullable(Uuid),
    visibility: articleText.visibility,
    language: Type.String(),
    score: Type.Number({ description: 'For the order within this answer only.' }),
    methods: Type.Array(oneOf(SEARCH_METHODS), {
      description: 'fulltext: by its words. typo: by words that are nearly those typed. meaning: by an embedding.',
    }),
  },
  { $id: 'KnowledgeHit' },
)

export const KnowledgeAnswer = Type.Object(
  {
    items: Type.Array(KnowledgeHit),
    meaning: oneOf(['used', 'partial', 'off', 'failed'], {
      description:
        'Whether meanings were compared. partial: some passages have no embedding yet. off: there is no embedder. failed: it did not answer.',
    }),
  },
  { $id: 'KnowledgeAnswer' },
)
export const KnowledgeQuery = closed({
  q: Words(400, { examples: ['The guest has no Wi-Fi'] }),
  ...optional({
    propertyId: Type.String({ ...Uuid, description: 'Articles about this property or the whole workspace.' }),
    visibility: articleText.visibility,
    language: articleText.language,
    limit: Type.Integer({ minimum: 1, maximum: 20, default: 8 }),
  }),
})

export type KnowledgeHit = Static<typeof KnowledgeHit>
export type KnowledgeAnswer = Static<typeof KnowledgeAnswer>
export type KnowledgeQuery = Static<typeof KnowledgeQuery>
export type SearchMethod = (typeof SEARCH_METHODS)[number]
