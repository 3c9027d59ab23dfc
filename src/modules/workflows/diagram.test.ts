import { expect, test } from 'vitest'
import { workflowOf } from '#test/workflow.ts'
import { graphOf } from './diagram-graph.rules.ts'
import { mermaidOf } from './diagram.rules.ts'
import { diffOf } from './document-diff.rules.ts'

const TURNOVER = `
do:
  - look: { call: 'property-get:1.0.0@default', with: { propertyId: p } }
  - kind: { switch: [{ big: { when: .bedrooms > 3, then: many } }, { small: { then: one } }] }
  - many: { for: { each: room, in: .rooms }, do: [{ clean: { call: 'task-create:1.0.0@default' } }], then: end }
  - one:
      try: [{ make: { call: 'task-create:1.0.0@default' } }]
      catch: { do: [{ tell: { raise: { error: gone } } }] }
  - 'say "hi" --> x': { wait: PT1H }`

test('a document as nodes and edges', () => {
  const { nodes, edges } = graphOf(workflowOf(TURNOVER))
  expect(nodes.map(({ id }) => id)).toEqual([
    'start',
    '/do/0/look',
    '/do/1/kind',
    '/do/2/many',
    '/do/2/many/do/0/clean',
    '/do/3/one',
    '/do/3/one/try/0/make',
    '/do/3/one/catch/do/0/tell',
    '/do/4/say "hi" --> x',
    'end',
  ])
  expect(nodes.find(({ name }) => name === 'clean')).toEqual({
    id: '/do/2/many/do/0/clean',
    name: 'clean',
    kind: 'call',
    detail: 'task-create:1.0.0',
    parent: '/do/2/many',
    role: 'do',
  })
  expect(edges).toEqual([
    { from: 'start', to: '/do/0/look' },
    { from: '/do/0/look', to: '/do/1/kind' },
    { from: '/do/1/kind', to: '/do/2/many', label: 'big' },
    { from: '/do/1/kind', to: '/do/3/one', label: 'small' },
    { from: '/do/2/many', to: 'end' },
    { from: '/do/3/one', to: '/do/3/one/catch/do/0/tell', label: 'catch' },
    { from: '/do/3/one', to: '/do/4/say "hi" --> x' },
    { from: '/do/4/say "hi" --> x', to: 'end' },
  ])
})

test('as a Mermaid flowchart, in which no name of an author can become syntax', () => {
  const text = mermaidOf(workflowOf(TURNOVER))
  expect(text).toMatch(/^flowchart TD\n {2}startNode\(\("start"\)\)\n {2}n1\["look<br\/>call property-get:1\.0\.0"\]\n/)
  expect(text).toContain(
    '  subgraph n3["many<br/>for each room in .rooms"]\n    n4["clean<br/>call task-create:1.0.0"]\n  end\n',
  )
  expect(text).toContain('n8(["say #34;hi#34; --#62; x<br/>wait PT1H"])')
  expect(text).toContain('  n2 -->|"big"| n3\n')
})

test('two versions: what changed, where open runs would stand, and what holds them', () => {
  const before = workflowOf(TURNOVER)
  const after = workflowOf(`
timeout: { after: PT1H }
do:
  - first: { set: { a: 1 } }
  - look: { call: 'property-get:1.0.0@default', with: { propertyId: q } }
  - kind: { switch: [{ big: { when: .bedrooms > 3, then: many } }, { small: { then: many } }] }
  - many: { for: { each: room, in: .rooms }, do: [{ clean: { set: { a: 1 } } }], then: end }`)
  const { changes, fields, mapping, blocked } = diffOf(before, after)
  expect(fields).toEqual(['timeout'])
  expect(changes).toEqual([
    { change: 'changed', from: '/do/0/look', to: '/do/1/look', fields: ['with'] },
    { change: 'changed', from: '/do/1/kind', to: '/do/2/kind', fields: ['switch'] },
    { change: 'moved', from: '/do/2/many', to: '/do/3/many' },
    { change: 'changed', from: '/do/2/many/do/0/clean', to: '/do/3/many/do/0/clean', fields: ['call', 'set'] },
    { change: 'removed', from: '/do/3/one' },
    { change: 'removed', from: '/do/3/one/try/0/make' },
    { change: 'removed', from: '/do/3/one/catch/do/0/tell' },
    { change: 'removed', from: '/do/4/say "hi" --> x' },
    { change: 'added', to: '/do/0/first' },
  ])
  expect(mapping).toContainEqual({ from: '/do/2/many/do/0/clean', to: '/do/3/many/do/0/clean' })
  expect(blocked).toContainEqual({ from: '/do/2/many/do/0/clean', reason: 'kind_differs' })
  expect(blocked).toContainEqual({ from: '/do/3/one', reason: 'removed' })
  expect(diffOf(before, before)).toMatchObject({ changes: [], fields: [], blocked: [] })
})
