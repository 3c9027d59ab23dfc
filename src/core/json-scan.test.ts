import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flawIn } from './json-scan.ts'

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
