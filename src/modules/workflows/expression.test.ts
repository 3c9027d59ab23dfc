import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Json } from './document.schema.ts'
import type { Evaluated } from './expression.rules.ts'
import { openExpressionPool } from './expression-pool.ts'
import { openExpressions } from './expression.ts'

const opened = openExpressions()
afterAll(() => opened.close())
const HERE = 'a workspace'
const expressions = opened.of(HERE)

async function valueOf(
  expression: string,
  data: Json = null,
  variables: Record<string, Json> = {},
): Promise<Evaluated> {
  const [answer] = await expressions.evaluate([{ expression, data, variables: (name) => variables[name] }])
  if (!answer) throw new Error('no answer')
  return answer
}

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
    expect(await valueOf(`${doubled('[1]', '. + .', 17)} | length`)).toEqual({ value: 2 ** 17 })
    expect(await valueOf(`${doubled('"x"', '. + .', 17)} | length`)).toEqual({ value: 2 ** 17 })
  })
})

describe('jq', () => {
  test('works out filters and sums', async () => {
    const data: Json = { tasks: [{ n: 1, done: true }, { n: 2 }] }
    expect(await valueOf('[.tasks[] | select(.done) | .n]', data)).toEqual({ value: [1] })
    expect(await valueOf('.tasks | map(.n * $factor) | add', data, { factor: 10 })).toEqual({ value: 30 })
    expect(await valueOf('.tasks[] | select(.n > 5)', data)).toEqual({ value: null })
    expect(await valueOf('.tasks[].n # two values', data)).toEqual({ fault: expect.stringContaining('more than one') })
    expect(await valueOf('.tasks.n', data)).toEqual({ fault: expect.stringContaining('Cannot index array') })
  })

  test('answers each expression of a batch, also beside one that fails or does not parse', async () => {
    const batch = ['.a + 1', '.a | error("no")', '.a |', '$unknown', '.a | tostring'].map((text) => ({
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
      quick.of(HERE).evaluate([{ expression: text, data: null, variables: () => undefined }])
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
    const answers = await Promise.allSettled(
      [1, 2, 3].map(() => narrow.run(HERE, { ...request, items: [...request.items] })),
    )
    expect(answers.filter(({ status }) => status === 'rejected')).not.toEqual([])
    await narrow.close()
  })

  test('waits for one of each other workspace, and not for all that one of them has brought', async () => {
    const shared = openExpressionPool({ waitingMax: 3, threads: 1 })
    onTestFinished(() => shared.close())
    const order: string[] = []
    const asked = ['busy', 'busy', 'busy', 'other', 'third'].map(async (whose, at) => {
      await shared.run(whose, { kind: 'jq', items: [{ expression: `[${at}] | add`, data: null, variables: {} }] })
      order.push(whose)
    })
    await Promise.all(asked)
    expect(order).toEqual(['busy', 'other', 'third', 'busy', 'busy'])
  })
})

describe('workspaces whose expressions never end', () => {
  const ENDLESS = 'last(repeat(1))'

  test('hold up only themselves', async () => {
    const pool = openExpressionPool({ timeoutMillis: 600_000 })
    onTestFinished(() => pool.close())
    let isAnyOver = false
    const flood = (whose: string) =>
      Array.from({ length: 20 }, () =>
        pool
          .run(whose, { kind: 'jq', items: [{ expression: ENDLESS, data: null, variables: {} }] })
          .catch(() => {})
          .finally(() => (isAnyOver = true)),
      )
    const pending = [...flood('one'), ...flood('another')]
    for (let nth = 0; nth < 20; nth++) {
      const trivial = { expression: '[1, 2] | add', data: null, variables: {} }
      expect(await pool.run(HERE, { kind: 'jq', items: [trivial] })).toEqual([{ value: 3 }])
      expect(
        await pool.run(HERE, { kind: 'check', items: [trivial].map(() => ({ expression: '.', variables: [] })) }),
      ).toEqual([{ value: null }])
    }
    expect(isAnyOver).toBe(false)
    await pool.close()
    await Promise.all(pending)
  })

  test('as many as there are threads come to an end, and the others have their turn between them', async () => {
    const pool = openExpressionPool({ timeoutMillis: 50, threads: 2 })
    onTestFinished(() => pool.close())
    let over = 0
    const ask = (whose: string, expression: string) =>
      pool.run(whose, { kind: 'jq', items: [{ expression, data: null, variables: {} }] })
    const floods = ['one', 'another'].flatMap((whose) =>
      Array.from({ length: 5 }, () =>
        ask(whose, ENDLESS)
          .catch(() => {})
          .finally(() => (over += 1)),
      ),
    )
    expect(await ask(HERE, '[1, 2] | add')).toEqual([{ value: 3 }])
    expect(over).toBeLessThanOrEqual(3)
    await pool.close()
    await Promise.all(floods)
  })
})

describe('numbers', () => {
  test.each([
    ['nan', 'gives nan or infinity'],
    ['[1, nan]', 'gives nan or infinity'],
    ['{a: (infinite - infinite)}', 'gives nan or infinity'],
    ['"nan" | tonumber', 'gives nan or infinity'],
    ['-infinite', 'gives nan or infinity'],
    ['{a: [pow(10; 400)]}', 'gives nan or infinity'],
    ['1e1000', 'rounded'],
    ['9007199254740993', 'rounded'],
    ['{a: [0, 123456789012345678901]}', 'at /a/1'],
    ['pow(2; 60)', 'rounded'],
    ['"[0.12345678901234567891]" | fromjson', 'at /0'],
  ])('%s is a fault and never another value', async (text, why) => {
    expect(await valueOf(text)).toEqual({ fault: expect.stringContaining(why) })
  })

  test('beside others of their batch only the fault of one is one', async () => {
    const batch = ['.a + 1', 'nan', '9007199254740993', '.a + 2'].map((expression) => ({
      expression,
      data: { a: 1 },
      variables: () => undefined,
    }))
    const faulty = { fault: expect.any(String) }
    expect(await expressions.evaluate(batch)).toEqual([{ value: 2 }, faulty, faulty, { value: 3 }])
  })

  test('keep their digits as texts', async () => {
    expect(await valueOf('"{\\"id\\":9007199254740993}" | fromjson | .id | tojson')).toEqual({
      value: '9007199254740993',
    })
    expect(await valueOf('[1.0, 1e3, 0.1, -0.5, 5e-324]')).toEqual({ value: [1, 1000, 0.1, -0.5, 5e-324] })
  })
})
