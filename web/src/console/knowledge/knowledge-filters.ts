import type { ArticleQuery } from '../../../../src/modules/knowledge/article.schema.ts'

export const STATUSES = ['published', 'draft', 'archived'] as const satisfies readonly NonNullable<
  ArticleQuery['status']
>[]
export const VISIBILITIES = ['guest', 'internal'] as const satisfies readonly NonNullable<ArticleQuery['visibility']>[]

/** What the list shows, as it stands in the address. */
export type KnowledgeFilters = Pick<ArticleQuery, 'status' | 'visibility' | 'hasDraft' | 'q'>

/** What the list cannot use is left out. */
export function parseKnowledge({ status, visibility, hasDraft, q }: Record<string, unknown>): KnowledgeFilters {
  const found = {
    status: STATUSES.find((each) => each === status),
    visibility: VISIBILITIES.find((each) => each === visibility),
    hasDraft: hasDraft === true || hasDraft === 'true' ? true : undefined,
    q: (typeof q === 'string' || typeof q === 'number') && `${q}`.trim() !== '' ? `${q}`.slice(0, 200) : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** What of an article is open, as it stands in the address. */
export interface ArticleView {
  show?: 'edit' | 'versions'
  from?: number
  to?: number
}

export function parseArticleView({ show, from, to }: Record<string, unknown>): ArticleView {
  const number = (value: unknown): number | undefined =>
    Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined
  const found = { show: show === 'edit' || show === 'versions' ? show : undefined, from: number(from), to: number(to) }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}
