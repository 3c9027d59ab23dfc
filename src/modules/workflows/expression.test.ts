import fc from 'fast-check'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Json } from './document.schema.ts'
import { type Evaluated, type Language, refusedIn } from './expression.rules.ts'
import { openExpressionPool } from './expression-pool.ts'
import { parseSimple } from './expression-syntax.rules.ts'
import { AskJq, simpleValue } from './expression-value.rules.ts'
import { openExpressions } from './expression.ts'
import { fieldIn, schemaProblem } from './schema-check.ts'

const pool = openExpressionPool()
const expressions = openExpressions(pool)
afterAll(() => expressions.close())

async function valueOf(
  expression: string,
  data: Json = null,
  variables: Record<string, Json> = {},
): Promise<Evaluated> {
  const [answer] = await expressions.evaluate([
    { language: 'jq', expression, data, variables: (name) => variables[name] },
  ])
  if (!answer) throw new Error('no answer')
  return answer
}

const names = ['a', 'b', 'length', 'o']
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(
      null,
      true,
      false,
      0,
      1,
      -3,
      2.5,
      1e21,
      0.1,
      '',
      'a',
      'b',
      'é',
      '\u{1f600}',
      '\uffff',
      'x"y\\z',
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 3 }),
  ),
})).value

/** Expressions of the part that is worked out without jq, and now and then of what lies just beyond. */
const expression = fc.letrec<{ term: string; text: string }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      '.',
      '.a',
      '.b.a',
      '.a[0]',
      '.[1]',
      '."o"',
      '.["b"]',
      '$v',
      '$v.a',
      '$v[0]',
      '.a.b.o',
      'null',
      'true',
    ),
    fc.constantFrom(
      'false',
      '0',
      '1',
      '2.5',
      '"a"',
      '"x\\"y"',
      '"\\n"',
      '[]',
      '{}',
      'not',
      'length',
      '.a?',
      '.[]',
      '$v[$n]',
    ),
    fc
      .tuple(tie('text'), fc.constantFrom(' == ', '!=', ' < ', '<=', ' > ', '>='), tie('text'))
      .map((all) => all.join('')),
    fc
      .tuple(tie('text'), fc.constantFrom(' and ', ' or ', ' // ', ' + ', '//', ' | '), tie('text'))
      .map((all) => all.join('')),
    tie('text').map((inner) => `(${inner})`),
    tie('text').map((inner) => `"<\\(${inner})>"`),
    fc.array(tie('text'), { minLength: 1, maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc.tuple(tie('text'), tie('text')).map(([one, two]) => `{a: ${one}, "b c": (${two}), o}`),
  ),
  text: tie('term'),
})).text

describe('the quick way and jq itself', () => {
  test('give the same value for everything that the quick way answers', { timeout: 300_000 }, async () => {
    let answered = 0
    const numRuns = Number(process.env.FUZZ_CASES ?? 25) * 20
    const cases = fc.sample(fc.tuple(expression, json, json), numRuns)
    for (let start = 0; start < cases.length; start += 20) {
      const some = cases.slice(start, start + 20).flatMap(([text, data, v]) => {
        const tree = parseSimple(text)
        if (!tree) return []
        try {
          const variables = { v, n: -1 }
          const lookup = (name: string): Json | undefined => variables[name as keyof typeof variables]
          return [{ text, data, variables, value: simpleValue(tree, data, lookup) }]
        } catch (error) {
          if (error instanceof AskJq) return []
          throw error
        }
      })
      if (some.length === 0) continue
      answered += some.length
      const items = some.map(({ text, data, variables }) => ({ expression: text, data, variables }))
      const found = await pool.run({ kind: 'jq', items })
      for (const [at, { text, data, variables, value }] of some.entries()) {
        expect({ text, data, variables, answer: found[at] }).toEqual({ text, data, variables, answer: { value } })
      }
    }
    expect(answered).toBeGreaterThan(numRuns / 10)
  })

  test('agree on what precedence and blanks mean', async () => {
    const data: Json = { a: { b: [1, { c: null }] }, t: 'x', n: 3 }
    const written = [
      ['.a.b[0]', 1],
      ['.a.b[1].c // "none"', 'none'],
      ['.n > 2 and .t == "x"', true],
      ['.n == 4 or (.t | not)', false],
      ['"\\(.t)-\\(.n)"', 'x-3'],
      ['{ids: [.n, $input.id]}', { ids: [3, 7] }],
      ['.missing.deeper', null],
      ['.a.b | length', 2],
      ['"\u{1f600}" > "\uffff"', true],
      ['(.empty and .t) | not', true],
      ['"" and 0', true],
    ] as const
    for (const [text, value] of written) {
      expect(parseSimple(text), text).toBeDefined()
      expect(await valueOf(text, data, { input: { id: 7 } })).toEqual({ value })
      const [slow] = await pool.run({
        kind: 'jq',
        items: [{ expression: text, data, variables: { input: { id: 7 } } }],
      })
      expect(slow).toEqual({ value })
    }
  })
})

describe('what doubles with each step', () => {
  const doubled = (first: string, step: string, times: number) => [first, ...Array(times).fill(step)].join(' | ')

  test.each([
    ['lists that are compared', `{a: (${doubled('1', '[.,.]', 50)}), b: (${doubled('1', '[.,.]', 50)})} | .a == .b`],
    ['a list that is given', doubled('1', '[.,.]', 50)],
    ['a record that is given', doubled('1', '{a: ., b: .}', 50)],
    ['a list that is added to itself', doubled('[1]', '. + .', 40)],
    ['a text that is added to itself', doubled('"x"', '. + .', 40)],
    ['a text that holds itself', doubled('"x"', '"\\(.)\\(.)"', 40)],
  ])('%s is stopped, and everybody else goes on', async (_what, text) => {
    expect(parseSimple(text)).toBeDefined()
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 5)
    const answer = await valueOf(text)
    clearInterval(timer)
    expect(answer).toEqual({
      fault: expect.stringMatching(/^(It took longer|It needed more memory|The value is larger)/),
    })
    expect(ticks).toBeGreaterThan(0)
  })

  test('gives its value where that is small', async () => {
    expect(await valueOf(`${doubled('1', '[.,.]', 50)} | . == .`)).toEqual({ value: true })
    expect(await valueOf(`${doubled('[1]', '. + .', 17)} | length`)).toEqual({ value: 2 ** 17 })
    expect(await valueOf(`${doubled('"x"', '. + .', 17)} | length`)).toEqual({ value: 2 ** 17 })
  })
})

describe('jq', () => {
  test('does what the quick way leaves to it', async () => {
    const data: Json = { tasks: [{ n: 1, done: true }, { n: 2 }] }
    expect(await valueOf('[.tasks[] | select(.done) | .n]', data)).toEqual({ value: [1] })
    expect(await valueOf('.tasks | map(.n * $factor) | add', data, { factor: 10 })).toEqual({ value: 30 })
    expect(await valueOf('.tasks[] | select(.n > 5)', data)).toEqual({ value: null })
    expect(await valueOf('.tasks[].n # two values', data)).toEqual({ fault: expect.stringContaining('more than one') })
    expect(await valueOf('.tasks.n', data)).toEqual({ fault: expect.stringContaining('Cannot index array') })
  })

  test('answers each expression of a batch, also beside one that fails or does not parse', async () => {
    const batch = ['.a + 1', '.a | error("no")', '.a |', '$unknown', '.a | tostring'].map((text) => ({
      language: 'jq' as const,
      expression: text,
      data: { a: 1 },
      variables: () => undefined,
    }))
    const answers = await expressions.evaluate(batch)
    expect(answers).toEqual([
      { value: 2 },
      { fault: 'no' },
      { fault: expect.stringContaining('syntax error') },
      { fault: expect.stringContaining('$unknown is not defined') },
      { value: '1' },
    ])
  })

  test('is stopped when it loops for ever or eats memory, and the next expression is answered', async () => {
    const quick = openExpressions(openExpressionPool({ timeoutMillis: 100 }))
    const ask = (text: string) =>
      quick.evaluate([{ language: 'jq', expression: text, data: null, variables: () => undefined }])
    const [endless, after] = await Promise.all([ask('[limit(5; repeat(1) | select(. > 1))]'), ask('[1,2] | add')])
    expect(endless).toEqual([{ fault: expect.stringMatching(/^It took longer than 100 ms\. Take less/) }])
    expect(after).toEqual([{ value: 3 }])
    for (const greedy of ['"x" * 2000000000 | length', 'reduce range(0; 40) as $i ("x"; . + .) | length']) {
      expect(await ask(greedy)).toEqual([
        {
          fault: expect.stringMatching(/^It (needed more memory than the 256 MiB|took longer).*Take less of the data/),
        },
      ])
    }
    expect(await ask('[1,2] | add')).toEqual([{ value: 3 }])
    await quick.close()
  })

  test('is refused when too many wait', async () => {
    const narrow = openExpressionPool({ waitingMax: 1 })
    const request = { kind: 'jq', items: [{ expression: '1 | . + 1', data: null, variables: {} }] } as const
    const answers = await Promise.allSettled([1, 2, 3].map(() => narrow.run({ ...request, items: [...request.items] })))
    expect(answers.filter(({ status }) => status === 'rejected')).not.toEqual([])
    await narrow.close()
  })
})

describe('what an expression may not do', () => {
  test.each([
    'env.PATH',
    '$ENV.PATH',
    '$ ENV',
    'input',
    '[inputs]',
    '. | input_filename',
    'debug',
    'now',
    '"\\(now)"',
    'halt_error',
    '.[now:]',
    '.a) , (.b',
    '"unclosed',
    'import "x" as y; .',
  ])('%s is refused', (text) => {
    expect(refusedIn(text, 'jq')).toEqual(expect.any(String))
  })

  test.each(['.env', '.input.now', '"now"', '{now: 1}', '$input', '.a # now', '@json "x\\(.debug)"', '.inputs[0]'])(
    '%s is only a name',
    (text) => {
      expect(refusedIn(text, 'jq')).toBeUndefined()
    },
  )

  test('blanks for the whole length of an expression are read in one go', () => {
    expect(refusedIn(`{${' '.repeat(9980)}now: 1}`, 'jq')).toBeUndefined()
    expect(refusedIn(`{a: ${' '.repeat(9980)}now}`, 'jq')).toContain('now is not available')
  })

  test.each(['$now()', '$millis()', '$random()', '$eval("1")'])('%s is refused in JSONata', (text) => {
    expect(refusedIn(text, 'jsonata')).toEqual(expect.any(String))
  })
})

describe('JSONata', () => {
  const ask = async (text: string, data: Json, language: Language = 'jsonata') =>
    (
      await expressions.evaluate([
        { language, expression: text, data, variables: (name) => (name === 'who' ? 'Ana' : undefined) },
      ])
    )[0]

  test('sees the data and the variables', async () => {
    expect(await ask('$sum(items.price)', { items: [{ price: 2 }, { price: 3 }] })).toEqual({ value: 5 })
    expect(await ask('"Hello " & $who', null)).toEqual({ value: 'Hello Ana' })
    expect(await ask('missing', {})).toEqual({ value: null })
  })

  test('is stopped when it does not end', async () => {
    expect(await ask('($f := function($n){ $f($n + 1) }; $f(0))', null)).toEqual({ fault: expect.any(String) })
    expect(await ask('1 +', null)).toEqual({ fault: expect.any(String) })
    expect(await ask('1 + 1', null)).toEqual({ value: 2 })
  })
})

const SLOW = { type: 'string', pattern: '^(a+)+$' }

test('a schema with a pattern that takes for ever is stopped', async () => {
  expect(await expressions.validate(SLOW, 'aaa')).toBeUndefined()
  expect(await expressions.validate(SLOW, `${'a'.repeat(40)}!`)).toContain('longer than')
  expect(await expressions.validate({ type: 'object', required: ['a'] }, {})).toContain("'a'")
})

test('a schema does not wait for an expression that hangs', async () => {
  const hanging = openExpressions(openExpressionPool({ timeoutMillis: 60_000 }))
  let isOver = false
  const endless = hanging
    .evaluate([{ language: 'jq', expression: 'last(repeat(1))', data: null, variables: () => undefined }])
    .catch(() => {})
    .finally(() => (isOver = true))
  expect(await hanging.validate({ type: 'string', pattern: '^a+$' }, 'aaa')).toBeUndefined()
  expect(isOver).toBe(false)
  await hanging.close()
  await endless
})

describe('a schema that would hold up everybody', () => {
  const doubling = (count: number): Json => ({
    $defs: Object.fromEntries(
      Array.from({ length: count }, (_, at): [string, Json] => {
        const before = { $ref: `#/$defs/a${at - 1}` }
        return [`a${at}`, at === 0 ? { type: 'string' } : { allOf: [before, before] }]
      }),
    ),
    $ref: `#/$defs/a${count - 1}`,
  })
  const numbers = Array.from({ length: 140_000 }, (_, at) => at)
  const alike = { allOf: Array.from({ length: 500 }, () => ({ minLength: 1 })) }

  test.each<[string, Json, Json]>([
    ['references that double', doubling(41), 'x'],
    ['references without end', { $defs: { a: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }, 'x'],
    ['each item compared with every other', { type: 'array', uniqueItems: true }, numbers],
    [
      'a few thousand choices for a few thousand items',
      { items: { anyOf: [...Array.from({ length: 2500 }, () => false), true] } },
      numbers.slice(0, 15_000),
    ],
    ['many words for many items', { items: { enum: numbers.slice(0, 20_000).toReversed() } }, numbers.map(() => 0)],
  ])('%s: is stopped, and everybody else goes on', async (_what, schema, value) => {
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 5)
    const fault = await expressions.validate(schema, value)
    clearInterval(timer)
    expect(fault).toMatch(/^It (took longer|needed more memory).* A schema with fewer/)
    expect(ticks).toBeGreaterThan(0)
  })

  test('has time to be compiled when it is long, and no more than others for its values', async () => {
    const money = { type: 'object', properties: { currency: { pattern: '^[A-Z]{3}$' } } }
    const names = Array.from({ length: 600 }, (_, at) => `field${at}`)
    const schema = {
      $defs: { money },
      properties: { ...Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/money' }])), slow: SLOW },
    }
    const hurried = openExpressions(undefined, openExpressionPool({ timeoutMillis: 50 }))
    onTestFinished(() => hurried.close())
    expect(await hurried.validate(schema, { field1: { currency: 'EUR' }, slow: 'aaa' })).toBeUndefined()
    expect(await hurried.validate(schema, { slow: `${'a'.repeat(40)}!` })).toContain('longer than 50 ms')
    expect(await hurried.validate(schema, { field1: { currency: 'euro' } })).toContain('/field1/currency')
  })

  test('is compiled without writing out each reference', () => {
    expect(
      schemaProblem({ $defs: { a: alike }, allOf: alike.allOf.map(() => ({ $ref: '#/$defs/a' })) }),
    ).toBeUndefined()
    expect(schemaProblem({ description: 'x'.repeat(300_000) })).toContain('256 KiB')
  })
  test('has faults whose field is found in one go, or not at all', () => {
    expect(fieldIn("/a must have required property 'b'.")).toBe('/a/b')
    expect(fieldIn(`The value must NOT have additional ${"properties: '".repeat(80_000)}!`)).toBe('')
  })
})
