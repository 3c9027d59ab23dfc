import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Json } from './document.schema.ts'
import { pathOf, valueAtPath } from './expression-path.rules.ts'
import { openExpressionPool } from './expression-pool.ts'
import { order } from './value-order.rules.ts'

const pool = openExpressionPool({ timeoutMillis: 10_000 })
afterAll(() => pool.close())
const HERE = 'a workspace'
const A_FAULT: unknown = { fault: expect.any(String) }
/** `npm run soak` raises it to more than 100,000 expressions. */
const CASES = Number(process.env.FUZZ_CASES ?? 25) * 100
const AT_ONCE = 100

const names = ['a', 'b', 'and', 'length', '__proto__', 'toString', 'constructor', 'ENV', '__loc__', 'x y', '']
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, 0, 1, -3, 2.5, 0.1, '', 'a', 'é', '\u{1f600}', '\uffff', 'x"y\\z'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom(...names), tie('value')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value

/** Paths, and things that look like paths. */
const part = fc.oneof(
  fc.constantFrom(...names).map((name) => `.${name}`),
  fc.constantFrom(...names).map((name) => `["${name}"]`),
  fc.constantFrom(...names).map((name) => `.["${name}"]`),
  fc.constantFrom(
    '[0]',
    '.[1]',
    '[-1]',
    '[01]',
    '[1.0]',
    '[99999999999]',
    '["\\(1.0)"]',
    '["\\u0061"]',
    '[$v]',
    '[.a]',
  ),
  fc.constantFrom('."a"', '[]', '?', ' ', '.', '..', '.a ', '|.', '//1', '.0', '1', '"', '#', '\n', '\\'),
)
const start = fc.constantFrom('', '.', '$v', '$w', '$ENV', '$__loc__', '$and', '$v.', '(.)', '"a"', '$ v', '-', '$v::a')
const expression = fc.tuple(start, fc.array(part, { maxLength: 4 })).map(([from, parts]) => from + parts.join(''))

test('a path that is found without jq is one for jq, which finds the same there', { timeout: 3_600_000 }, async () => {
  let taken = 0
  const cases = fc.sample(fc.tuple(expression, json, json), CASES)
  for (let from = 0; from < cases.length; from += AT_ONCE) {
    const some = cases.slice(from, from + AT_ONCE).flatMap(([text, data, v]) => {
      const variables = { v, and: 1 }
      const path = pathOf(text)
      const value =
        path && valueAtPath(path, data, (name) => (Object.hasOwn(variables, name) ? variables[name as 'v'] : undefined))
      return path ? [{ text, path, data, variables, value }] : []
    })
    if (some.length === 0) continue
    const items = some.map(({ text, data, variables }) => ({ expression: text, data, variables }))
    const found = await pool.run(HERE, { kind: 'jq', items })
    const checkable = some.map(({ text, path }) => ({ expression: text, variables: [path.variable ?? 'v'] }))
    const allowed = await pool.run(HERE, { kind: 'check', items: checkable })
    for (const [at, { text, data, variables, value }] of some.entries()) {
      expect({ text, answer: allowed[at] }).toEqual({ text, answer: { value: null } })
      const answer = value === undefined ? A_FAULT : { value }
      expect({ text, data, variables, answer: found[at] }).toEqual({ text, data, variables, answer })
      taken += 1
    }
  }
  expect(taken).toBeGreaterThan(CASES / 20)
})

test('values are in the order that jq has', { timeout: 3_600_000 }, async () => {
  const cases = fc.sample(fc.tuple(json, json), CASES / 5)
  for (let from = 0; from < cases.length; from += AT_ONCE) {
    const some = cases.slice(from, from + AT_ONCE)
    const items = some.map((data) => ({
      expression: 'if .[0] < .[1] then -1 elif .[0] > .[1] then 1 else 0 end',
      data,
      variables: {},
    }))
    const found = await pool.run(HERE, { kind: 'jq', items })
    for (const [at, [left, right]] of some.entries()) {
      expect({ left, right, found: found[at] }).toEqual({
        left,
        right,
        found: { value: Math.sign(order(left, right)) },
      })
    }
  }
})

test.each(['.', '.a', '.a.b[0]', '$input.id', '.["a b"].c', '$v["x"]'])('%s needs no jq', (text) => {
  expect(pathOf(text)).toBeDefined()
})
