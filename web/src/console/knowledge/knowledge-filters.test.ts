import { expect, test } from 'vitest'
import { parseArticleView, parseKnowledge } from './knowledge-filters.ts'

test.for([
  [{}, {}],
  [
    { status: 'draft', visibility: 'guest', hasDraft: 'true', q: ' wifi' },
    { status: 'draft', visibility: 'guest', hasDraft: true, q: ' wifi' },
  ],
  [{ status: 'gone', visibility: 'all', hasDraft: 'false', q: ' ' }, {}],
  [{ q: 112 }, { q: '112' }],
] as const)('%o in the address is %o', ([search, filters]) => {
  expect(parseKnowledge(search)).toEqual(filters)
})

test.for([
  [
    { show: 'versions', from: '2', to: 3 },
    { show: 'versions', from: 2, to: 3 },
  ],
  [{ show: 'nothing', from: '-1', to: '1.5' }, {}],
] as const)('%o of an article is %o', ([search, view]) => {
  expect(parseArticleView(search)).toEqual(view)
})
