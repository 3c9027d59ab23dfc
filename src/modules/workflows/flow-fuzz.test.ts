import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { expressions, runDocument, workflowOf } from '#test/workflow.ts'
import { checkDocument } from './document-check.ts'
import type { Json } from './document.schema.ts'
import { redacted } from './flow-secret.rules.ts'

afterAll(() => expressions.close())
const numRuns = Number(process.env.FUZZ_CASES ?? 25) * 4

/** Right as it is; the test makes it wrong in one or two places. */
const WHOLE = workflowOf(`
input: { schema: { document: { type: object } }, from: . }
use:
  errors: { late: { type: 'https://example.com/late', status: 409 } }
  retries: { some: { delay: PT1S, backoff: { linear: {} }, limit: { attempt: { count: 2 } } } }
  timeouts: { short: { after: PT5S } }
  functions: { greet: { set: { text: hello } } }
do:
  - first: { set: { a: '\${ .n }', list: [1, 2] }, export: { as: '$context + { a: $output.a }' } }
  - pick: { switch: [{ big: { when: .a > 1, then: loop } }, { other: { then: continue } }] }
  - loop: { for: { each: x, in: .list }, while: $x < 5, do: [{ use: { set: { list: [3], y: '\${ $x }' } } }] }
  - guard: { try: [{ get: { raise: { error: late } } }], catch: { errors: { with: { status: 409 } }, retry: some, do: [{ say: { set: { e: '\${ $error }' } } }] } }
  - both: { fork: { branches: [{ one: { wait: PT1S } }, { two: { set: { b: 1 } } }] } }
  - tell: { emit: { event: { with: { source: 'https://example.com', type: a.b } } }, if: . != null }
  - hear: { listen: { to: { any: [{ with: { type: a.b } }] } }, timeout: short, foreach: { item: ev, do: [{ keep: { set: { k: '\${ $ev }' } } }] } }
  - greet: { call: greet, output: { as: '{ said: .text }' }, then: end }`) as unknown as Json

type Path = (string | number)[]
function pathsIn(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const names = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return [path, ...names.flatMap((name) => pathsIn((value as Record<string, Json>)[name] as Json, [...path, name]))]
}

function changed(value: Json, [name, ...rest]: Path, by: Json | undefined): Json {
  if (name === undefined) return by ?? null
  const copy = structuredClone(value) as Record<string, Json>
  if (rest.length === 0 && by === undefined) delete copy[name]
  else copy[name] = changed(copy[name] as Json, rest, by)
  return copy
}

const paths = pathsIn(WHOLE).filter((path) => path.length > 0)
const pieces = fc.constantFrom<Json | undefined>(
  undefined,
  null,
  5,
  -1,
  '',
  'x',
  '.',
  '${ .a }',
  '${ .a.b.c }',
  '${ error("no") }',
  '${ [] }',
  'nowhere',
  'loop',
  'first',
  'end',
  'exit',
  'PT0S',
  [],
  {},
  [null],
  { a: 1 },
  [{ a: { set: { z: 1 } } }],
  { set: { q: '${ . }' } },
  { wait: 'PT1S' },
  true,
)

test(
  'a document that is wrong anywhere is refused with its problems, and what is let through runs to an end',
  { timeout: 300_000 },
  async () => {
    let ran = 0
    const property = fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...paths), pieces), { minLength: 1, maxLength: 2 }),
      async (changes) => {
        let document = WHOLE
        for (const [path, piece] of changes) {
          try {
            document = changed(document, path, piece)
          } catch {
            // The first change has taken away the place of the second.
          }
        }
        const checked = await checkDocument(document, { expressions, functions: [] })
        expect(checked.document === undefined).toBe(checked.count > 0)
        if (!checked.document) return
        ran += 1
        const outcome = await runDocument(checked.document, {
          input: { n: 2 },
          events: [{ id: '1', type: 'a.b', data: 1 }],
          stepsMax: 200,
        })
        expect(
          outcome.output !== undefined || outcome.error !== undefined || outcome.isWaiting || outcome.isEndless,
        ).toBe(true)
      },
    )
    await fc.assert(property, { numRuns })
    expect(ran).toBeGreaterThan(0)
  },
)

test('what is no document, however it looks, is only refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
      const { count } = await checkDocument(value as Json, { expressions, functions: [] })
      expect(count).toBeGreaterThan(0)
    }),
    { numRuns },
  )
})

test('secrets are taken out of what is kept, also within texts', () => {
  const secrets = { key: 'abcd-1234', pair: { user: 'anna', password: 'abcd-1234-long' }, short: 'x' }
  const value = { header: 'Bearer abcd-1234', list: ['abcd-1234-long', 'anna', 1, null], x: 'x' }
  expect(redacted(value, secrets)).toEqual({
    header: 'Bearer [secret]',
    list: ['[secret]', '[secret]', 1, null],
    x: 'x',
  })
  expect(redacted(value, {})).toBe(value)
})
