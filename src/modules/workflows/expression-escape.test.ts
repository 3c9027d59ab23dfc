import { afterAll, describe, expect, test } from 'vitest'
import type { Json } from './document.schema.ts'
import { openExpressions } from './expression.ts'

const opened = openExpressions()
afterAll(() => opened.close())

const [here, there] = [opened.of('here'), opened.of('there')]

async function asked(expression: string, data: Json = null, of = here) {
  const [answer] = await of.evaluate([
    { expression, data, variables: (name) => (name === 'own' ? { a: 1 } : undefined) },
  ])
  return answer
}

async function checked(expression: string) {
  const [answer] = await here.check([{ expression, variables: ['own', 'context'] }])
  return answer
}

const WITHHELD = [
  'env',
  'env.PATH',
  '$ENV',
  '$ENV.PATH',
  '$ENV | keys',
  '.a | [$ENV]',
  'def f: $ENV; f',
  'def f($x): $x; f($ENV)',
  '"\\($ENV)"',
  'input',
  '[inputs]',
  'first(inputs)',
  '. | input_filename',
  'input_line_number',
  'debug',
  'debug("x")',
  'stderr',
  'now',
  'now | todate',
  'def today: now; today',
  '"\\(now)"',
  '@json "\\(now)"',
  '.[now:]',
  '{a: now}',
  '{(now | tostring): 1}',
  'try now catch 1',
  'try error(now) catch .',
  '[.[]? | now]',
  'reduce now as $x (0; $x)',
  'path(now)',
  'halt',
  'halt_error',
  'halt_error(1)',
  'modulemeta',
  '"x" | modulemeta',
  'get_search_list',
  'get_jq_origin',
  'get_prog_origin',
  '0 | localtime',
  '0 | strflocaltime("%H")',
  // In jq a comment continues after a trailing backslash, so what looks like a string is not one.
  '1 # \\\n"\n| [now, env.HOME] #"',
  '1 # \\\\\\\n"\n| now #"',
  '1 # \\\r\n"\n| now #"',
  '"# \\" # \\\n| env"\n| now',
  '.a), now, (.b',
  'now) | (1',
]

const NO_JQ = [
  '$__loc__',
  '$__loc__.line',
  '.a) , (.b',
  '.a] , [.b',
  '.a))) | (((.b',
  '"unclosed',
  '"unclosed\\(',
  '.a"',
  '(.a',
  'import "x" as y; .',
  'include "x"; .',
  'import "x" as $y; $y',
  'module {}; .',
  '$__prog_args',
  '$__prog_name',
  '$__item',
  '$unknown',
  'getenv("PATH")',
  'system("id")',
  'input_filename2',
  '$ ENV',
  'require("fs")',
  'now_is_withheld',
  '} , {',
  'def f: 1;',
  '',
]

describe('what jq has and an expression has not', () => {
  test.each(WITHHELD)('%s is refused before it runs, and never gives its value', async (text) => {
    expect(await checked(text)).toMatchObject({ fault: expect.any(String) })
    const answer = await asked(text, { a: [1], b: 2 })
    const said = JSON.stringify(answer)
    expect(said).toMatch(/^\{"fault"|^\{"value":(null|\[null\]|"null"|1)\}$/)
    expect(said).not.toMatch(/web_user|\/home|\.jq|stdin|20\d\d-\d\d|1970|\d{9}/)
    const settings = Object.values(process.env).filter((value) => value !== undefined && value.length > 7)
    expect(settings.filter((value) => said.includes(value ?? ''))).toEqual([])
  })

  test.each(NO_JQ)('%s is refused', async (text) => {
    expect(await checked(text)).toEqual(expect.objectContaining({ fault: expect.any(String) }))
  })

  test.each([
    ['.env', 1],
    ['.input.now', 2],
    ['"now"', 'now'],
    ['{now: 1}', { now: 1 }],
    ['{now}', { now: 3 }],
    ['.a # now', null],
    ['1 # ) \\', 1],
    ['@json "x\\(.debug)"', 'xnull'],
    ['def now: 5; now', 5],
    ['"$ENV"', '$ENV'],
    ['{"$__loc__": 1}', { $__loc__: 1 }],
    ['1 | todate', '1970-01-01T00:00:01Z'],
    ['"2026-11-19T02:00:00Z" | fromdate | strftime("%Y-%m-%d")', '2026-11-19'],
    [`{${' '.repeat(9980)}now: 1}`, { now: 1 }],
  ])('%s is only a name', async (text, value) => {
    expect(await checked(text)).toEqual({ value: null })
    expect(await asked(text, { env: 1, input: { now: 2 }, now: 3 })).toEqual({ value })
  })

  test('one that is refused is found among many, and two that only fit together are not one', async () => {
    const among = ['.a + 1', 'now', '$ENV', '.a + 2', '"a', 'b"', '[', ']'].map((expression) => ({
      expression,
      variables: [],
    }))
    const refused = { fault: expect.any(String) }
    expect(await here.check(among)).toMatchObject([
      { value: null },
      refused,
      refused,
      { value: null },
      refused,
      refused,
      refused,
      refused,
    ])
    const together = await here.evaluate(
      ['1', '.d) , ("', '")', '2'].map((expression) => ({ expression, data: null, variables: () => undefined })),
    )
    expect(together).toMatchObject([{ value: 1 }, refused, refused, { value: 2 }])
  })
})

describe('names of prototypes are only names', () => {
  const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__']
  const own = JSON.parse(
    '{"toString": "mine", "valueOf": {"constructor": "deep"}, "__proto__": {"polluted": true}}',
  ) as Json

  test.each(NAMES)('%s', async (name) => {
    for (const path of [`.${name}`, `.["${name}"]`, `getpath(["${name}"])`, `.x.${name}`, `$own.${name}`]) {
      expect(await asked(path, { x: {} })).toEqual({ value: null })
    }
    for (const text of [`.${name}("x")`, `.${name}.constructor("return process")()`]) {
      expect(await checked(text)).toMatchObject({ fault: expect.any(String) })
      expect(await asked(text, { x: {} })).toMatchObject({ fault: expect.any(String) })
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('of the data are its own', async () => {
    expect(await asked('.toString', own)).toEqual({ value: 'mine' })
    expect(await asked('.valueOf.constructor + ""', own)).toEqual({ value: 'deep' })
    const made = await asked(
      '{"__proto__": {"polluted": true}} | setpath(["constructor", "prototype", "polluted"]; true)',
    )
    expect(made).toMatchObject({ value: expect.anything() })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('two workspaces in one process', () => {
  const OURS = { id: 7, name: 'ours' }

  test.each([
    'def length: 0; def add: 99; [1, 2] | add',
    'def map(f): "theirs"; [1] | map(.)',
    '. as $__item | $__item | .. |= 0',
    'setpath(["a"]; "theirs") | $own | .a = 2',
    '[limit(3; repeat(1))]',
    '"x" * 1000 | ltrimstr("x") | explode | implode',
    'error({"a": "theirs"})',
    '[range(1e9)]',
    'last(repeat(1))',
    'reduce range(0; 1000000) as $i ([]; .[$i] = "theirs") | length',
  ])('what one works out with %s changes nothing for the other', async (text) => {
    const before = await asked('[.id, .name, ([1, 2] | add), ([3] | map(. + 1)), length, $own.a]', OURS, there)
    expect(before).toEqual({ value: [7, 'ours', 3, [4], 2, 1] })
    const [, after] = await Promise.all([
      asked(text, { a: 1 }),
      asked('[.id, .name, ([1, 2] | add), ([3] | map(. + 1)), length, $own.a]', OURS, there),
    ])
    expect(after).toEqual(before)
    expect(await asked('[.id, .name, ([1, 2] | add), ([3] | map(. + 1)), length, $own.a]', OURS, there)).toEqual(before)
  })
})
