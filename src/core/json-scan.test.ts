import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flawIn, inexactIn } from './json-scan.ts'

test('finds no flaw where JSON.parse finds none, and one where it finds one', () => {
  const text = fc.oneof(
    fc.json(),
    fc.json().chain((json) => fc.nat(json.length).map((at) => json.slice(0, at) + json.slice(at + 1))),
    fc.string({ unit: fc.constantFrom(...'{}[]:,"\\ua0 1-.e+tfn\ntrue') }),
  )
  fc.assert(
    fc.property(text, (json) => {
      let isJson = true
      try {
        JSON.parse(json)
      } catch {
        isJson = false
      }
      const flaw = flawIn(json)
      expect(flaw === undefined || 'repeated' in flaw, json).toBe(isJson)
    }),
    { numRuns: 3000 },
  )
})

test.for([
  ['{"a":1,}', 7],
  ['nope', 0],
  ['{"a":nope}', 5],
  ['[1 2]', 3],
  ['{"a"}', 4],
  ['"a\nb"', 2],
  ['"\\x"', 1],
  ['{} x', 3],
  ['', 0],
  ['[1,', 3],
  ['{"a":1,"a"', 10],
  ['{"a":{"b":1,"b":2}', 18],
] as const)('%s is no JSON from character %i on', ([text, at]) => {
  expect(flawIn(text)).toEqual({ at })
})

test.for([
  ['{"a":1,"b":{"a":2},"a":3}', '/a'],
  ['[{"x":1},{"b":[{"a/b":1,"a\\u002fb":2}]}]', '/1/b/0/a~1b'],
  ['{"":1,"":2}', '/'],
  ['{"__proto__":1,"__proto__":2}', '/__proto__'],
] as const)('%s has %s twice', ([text, repeated]) => {
  expect(flawIn(text)).toEqual({ repeated })
})

test('the same name in different objects is no flaw', () => {
  expect(flawIn('[{"a":{"a":1}},{"a":"a"},"a",":"]')).toBeUndefined()
})

test('a megabyte of nesting or of text is read to its end', () => {
  expect(flawIn('['.repeat(1_000_000))).toEqual({ at: 1_000_000 })
  expect(flawIn(`"${'\\n'.repeat(500_000)}"`)).toBeUndefined()
  expect(flawIn(`"${'x'.repeat(1_000_000)}"`)).toBeUndefined()
})

test.for([
  ['{"id":9007199254740993}', '/id'],
  ['[1, {"a/b":-9007199254740993}]', '/1/a~1b'],
  ['1e400', ''],
  ['[0.1, 1e-400]', '/1'],
  ['{"a":[12345678901234.5678901]}', '/a/0'],
  ['{"a":4503599627370497.3}', '/a'],
  ['9007199254740992', ''],
] as const)('%s has a number that a double does not hold, at %j', ([text, pointer]) => {
  expect(inexactIn(text)).toBe(pointer)
})

test.for([
  '{"id":9007199254740991,"at":-0.1}',
  '["9007199254740993", "a, 1e400", "3e400-12345678901234567890"]',
  '[1.0, 1e3, 0.10000000000000001, 0.30000000000000004, 5e-324, -0, 0e9]',
])('%s is the same in JavaScript', (text) => {
  expect(inexactIn(text)).toBeUndefined()
})

test('every double is held as it is written, short or with 17 digits', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      fc.pre(!Number.isInteger(value) || Number.isSafeInteger(value))
      for (const written of [JSON.stringify(value), value.toPrecision(17)]) {
        expect([written, inexactIn(`[${written}]`)]).toEqual([written, undefined])
      }
    }),
    { numRuns: 3000 },
  )
})
