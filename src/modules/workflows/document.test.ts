import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { canonicalJson } from '#core/canonical-json.ts'
import { appApi, publicApi } from '#src/catalogue.ts'
import { functionsOf } from './catalog.ts'
import type { Json } from './document.schema.ts'
import { checkDocument, checkText } from './document-check.ts'
import { DSL_SCHEMA } from './document-schema.ts'
import { documentHash, readDocument } from './document.ts'
import { openExpressions } from './expression.ts'

const expressions = openExpressions()
afterAll(() => expressions.close())
const tools = { expressions: expressions.of('a workspace'), functions: functionsOf([...publicApi, ...appApi]) }

const HEAD = 'document: { dsl: 1.0.3, namespace: test, name: example, version: 0.1.0 }\n'
const check = (text: string) => checkText(HEAD + text, 'yaml', tools)
const found = async (text: string) => (await check(text)).problems.map(({ pointer, code }) => `${pointer} ${code}`)

test('the schema is the one that the standard publishes with its own library', async () => {
  const added = vi.spyOn(Ajv2020.prototype, 'addSchema')
  await import('@serverlessworkflow/sdk')
  const theirs = added.mock.calls
    .flatMap(([schema]) => schema)
    .find((schema) => typeof schema === 'object' && schema.$id === DSL_SCHEMA['$id'])
  added.mockRestore()
  const { $comment: _, ...ours } = DSL_SCHEMA
  expect(theirs).toEqual(ours)
})

describe('reading', () => {
  test('YAML and JSON of the same content have the same hash', () => {
    const yaml = readDocument('b: [1, 2.5, null]\na: "é"\n', 'yaml').value
    const json = readDocument('{"a": "\\u00e9", "b": [1, 2.5, null]}', 'json').value
    expect(yaml).toEqual({ a: 'é', b: [1, 2.5, null] })
    expect(canonicalJson(json as Json)).toBe('{"a":"é","b":[1,2.5,null]}')
    expect(documentHash(yaml as Json)).toBe(documentHash(json as Json))
    expect(documentHash({ a: 1 })).not.toBe(documentHash({ a: 2 }))
  })

  test.each([
    ['a: 1\na: 2\n', 'yaml', 'repeated_name', 2, 1],
    ['a: { 1: x, "1": y }\n', 'yaml', 'repeated_name', 1, 12],
    ['a: &x [1]\nb: *x\n', 'yaml', 'alias_not_supported', 2, 1],
    ['a: [1\nb: 2\n', 'yaml', 'not_readable', 2, 1],
    ['a: .inf\n', 'yaml', 'number_not_supported', 1, 1],
    ['a: 12345678901234567890\n', 'yaml', 'number_not_supported', 1, 1],
    ['a: !!js/function "x"\n', 'yaml', 'not_readable', 1, 4],
    ['a: !!omap [b: 1]\n', 'yaml', 'not_readable', 1, 1],
    ['a: !!pairs [b: 1]\n', 'yaml', 'not_readable', 1, 1],
    ['a: !!set { b: }\n', 'yaml', 'not_readable', 1, 1],
    ['a: !!binary "AAAA"\n', 'yaml', 'not_readable', 1, 1],
    ['? [1]\n: 2\n', 'yaml', 'not_readable', 1, 1],
    ['{"a": 1,\n "a": 2}', 'json', 'repeated_name', undefined, undefined],
    ['{"a": 1,\n b: 2}', 'json', 'not_readable', 2, 2],
    ['a: 1', 'json', 'not_readable', 1, 1],
  ] as const)('%j as %s is refused: %s', (text, format, code, line, column) => {
    const { value, problems } = readDocument(text, format)
    expect(value).toBeUndefined()
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ code, ...(line ? { line, column } : {}) })
  })

  test('a text of nothing but names is read in one go', () => {
    const names = Array.from({ length: 50_000 }, (_, at) => at.toString(36))
    const { value, problems } = readDocument(names.map((name) => `${name}:\n`).join(''), 'yaml')
    expect([problems, Object.keys(value ?? {}).length]).toEqual([[], names.length])
    expect(readDocument('a:\n  b: 1\n  b: 2\n', 'yaml').problems).toMatchObject([{ pointer: '/a/b', line: 3 }])
  })

  test('a bomb of aliases, endless brackets and a large text are refused without being opened', () => {
    const bomb = `a: &a [x,x,x]\n${'bcdefghij'.replaceAll(/./g, (name) => `${name}: &${name} [*${String.fromCharCode((name.codePointAt(0) ?? 0) - 1)},*a,*a]\n`)}`
    expect(readDocument(bomb, 'yaml').problems[0]).toMatchObject({ code: 'alias_not_supported' })
    const deep = readDocument('['.repeat(50_000), 'yaml')
    expect(deep).toMatchObject({
      value: undefined,
      problems: [{ code: 'too_deep', message: 'It is nested too deep.' }],
    })
    expect(readDocument(`${'['.repeat(200)}${']'.repeat(200)}`, 'json').problems[0]).toMatchObject({ code: 'too_deep' })
    expect(readDocument(`a: ${'x'.repeat(300_000)}`, 'yaml').problems).toMatchObject([{ code: 'too_large' }])
  })
})

describe('checking', () => {
  test('a document with all kinds of tasks is right', async () => {
    const { problems, document } = await check(`
evaluate: { language: jq, mode: strict }
input: { schema: { format: json, document: { type: object, properties: { n: { type: integer } } } }, from: . }
use:
  secrets: [api]
  errors: { late: { type: 'https://example.com/late', status: 409 } }
  retries: { some: { delay: PT1S, backoff: { exponential: {} }, limit: { attempt: { count: 3 } } } }
  timeouts: { short: { after: PT5S } }
  authentications: { key: { bearer: { token: '\${ $secrets.api }' } } }
  functions: { greet: { set: { text: hello } } }
schedule: { cron: '0 7 * * 1-5' }
do:
  - first: { set: { a: '\${ .n }' }, export: { as: '$context + { a: $output.a }' } }
  - pick: { switch: [{ big: { when: .a > 1, then: loop } }, { other: { then: exit } }] }
  - loop: { for: { each: x, in: '[1, 2]', at: i }, while: $x < 5, do: [{ use: { set: { y: '\${ $x + $i }' } } }] }
  - guard:
      try: [{ get: { call: http, with: { method: get, endpoint: { uri: 'https://example.com/{a}', authentication: { use: key } } } } }]
      catch: { errors: { with: { status: 503 } }, as: e, when: '$e.status > 1', retry: some, do: [{ say: { set: { e: '\${ $e }' } } }] }
  - both: { fork: { compete: true, branches: [{ one: { wait: PT1S } }, { two: { wait: { hours: 1 } } }] } }
  - tell: { emit: { event: { with: { source: 'https://example.com', type: a.b, data: { x: '\${ .a }' } } } } }
  - hear:
      listen: { to: { any: [{ with: { type: a.b, data: '\${ .x == 1 }' }, correlate: { k: { from: .data.k } } }], until: '. | length > 2' } }
      foreach: { item: ev, do: [{ keep: { set: { k: '\${ $ev.k }' } } }] }
      timeout: short
  - child: { run: { workflow: { namespace: test, name: other, version: 1.0.0 }, await: false } }
  - greet: { call: greet }
  - make: { call: 'task-create:1.0.0@default', with: { title: '\${ .t }', departmentId: '\${ .d }' } }
  - stop: { raise: { error: late }, if: .n == 99 }`)
    expect(problems).toEqual([])
    expect(document?.do).toHaveLength(11)
  })

  test('all that is wrong is said, each with its place', async () => {
    const { problems, count, document } = await check(`
unknown: 1
do:
  - a: { set: 5 }
  - b: { then: nowhere, wait: PT1S, extra: true }
  - b: { call: 'task-creat:1.0.0@default' }
  - c: { set: { x: '\${ .a | }' }, do: [] }`)
    expect(document).toBeUndefined()
    expect(count).toBe(problems.length)
    const said = problems.map(({ pointer, code, line }) => `${line} ${pointer} ${code}`)
    expect(said.toSorted()).toEqual(
      [
        '3 /unknown unknown_field',
        '5 /do/0/a/set no_alternative',
        '6 /do/1/b task_name_repeated',
        '6 /do/1/b/extra unknown_field',
        '6 /do/1/b/then flow_target_unknown',
        '7 /do/2/b task_name_repeated',
        '7 /do/2/b/call function_unknown',
        '8 /do/3/c task_kind_ambiguous',
        '8 /do/3/c/do unknown_field',
        '8 /do/3/c/set unknown_field',
        '8 /do/3/c/set/x expression_invalid',
      ].toSorted(),
    )
  })

  test.each([
    ['do: [{ a: { run: { container: { image: x } } } }]', '/do/0/a/run/container run_container_not_supported'],
    ['do: [{ a: { run: { shell: { command: ls } } } }]', '/do/0/a/run/shell run_shell_not_supported'],
    ['do: [{ a: { run: { script: { language: js, code: "1" } } } }]', '/do/0/a/run/script run_script_not_supported'],
    [
      'do: [{ a: { call: grpc, with: { proto: { endpoint: "https://x.example" }, service: { name: a, host: b }, method: c } } }]',
      '/do/0/a/call call_grpc_not_supported',
    ],
    [
      'do: [{ a: { call: asyncapi, with: { document: { endpoint: "https://x.example" }, channel: c, message: {} } } }]',
      '/do/0/a/call call_asyncapi_not_supported',
    ],
    ['do: [{ a: { call: a2a, with: { method: message/send } } }]', '/do/0/a/call call_a2a_not_supported'],
    ['do: [{ a: { nothing: 1 } }]', '/do/0/a task_kind_missing'],
    [
      'do: [{ a: { set: { b: 1 }, then: b } }, { c: { do: [{ b: { set: { b: 1 } } }] } }]',
      '/do/0/a/then flow_target_unknown',
    ],
    [
      'do: [{ f: { fork: { branches: [{ a: { wait: PT1S, then: b } }, { b: { wait: PT1S } }] } } }]',
      '/do/0/f/fork/branches/0/a/then flow_target_not_here',
    ],
    [
      'do: [{ a: { emit: { event: { with: { source: "https://example.com", type: ops.task.created.v1 } } } } }]',
      '/do/0/a/emit/event/with/type event_type_reserved',
    ],
    [
      'schedule: { on: { one: { with: { type: ops.nope.v1 } } } }\ndo: [{ a: { wait: PT1S } }]',
      '/schedule/on/one/with/type event_type_unknown',
    ],
    [
      'do: [{ a: { listen: { to: { any: [{ with: { type: ops.task.created.v1 } }, { with: { type: ops.zip.v1 } }] } } } }]',
      '/do/0/a/listen/to/any/1/with/type event_type_unknown',
    ],
    [
      'do: [{ a: { listen: { to: { any: [{ with: { type: a } }], until: { one: { with: { type: ops.zip.v1 } } } } } } }]',
      '/do/0/a/listen/to/until/one/with/type event_type_unknown',
    ],
    ['do: [{ exit: { wait: PT1S } }]', '/do/0/exit task_name_reserved'],
    [
      'do: [{ a: { switch: [{ x: { then: end } }, { y: { then: end } }] } }]',
      '/do/0/a/switch/1/y default_case_repeated',
    ],
    ['do: [{ a: { set: { x: "${ $nobody }" } } }]', '/do/0/a/set/x expression_invalid'],
    ['do: [{ a: { set: { x: "${ $output }" } } }]', '/do/0/a/set/x expression_invalid'],
    ['do: [{ a: { set: { x: { y: "${ .a" } } } }]', '/do/0/a/set/x/y expression_invalid'],
    [
      'evaluate: { language: jsonata }\ndo: [{ a: { set: { x: "${ a" } } }]',
      '/evaluate/language language_not_supported',
    ],
    ['do: [{ a: { if: env.HOME, wait: PT1S } }]', '/do/0/a/if expression_refused'],
    ['do: [{ a: { set: { x: "${ $secrets.k }" } } }]', '/do/0/a/set/x secret_not_here'],
    [
      'do: [{ a: { call: http, with: { method: get, endpoint: "https://a.example", headers: { k: "${ $secrets.k }" } } } }]',
      '/do/0/a/with/headers/k secret_not_declared',
    ],
    [
      'use: { secrets: [k] }\ndo: [{ a: { input: { from: $secrets.k }, wait: PT1S } }]',
      '/do/0/a/input/from secret_not_here',
    ],
    [
      'use: { secrets: [k] }\ninput: { from: { x: "${ $secrets.k }" } }\ndo: [{ a: { wait: PT1S } }]',
      '/input/from/x secret_not_here',
    ],
    [
      'evaluate: { mode: loose }\nuse: { secrets: [k] }\ndo: [{ a: { input: { from: { x: [$secrets.k | explode] } }, wait: PT1S } }]',
      '/do/0/a/input/from/x/0 secret_not_here',
    ],
    [
      "use: { secrets: [k] }\ndo: [{ a: { call: 'task-create:1.0.0@default', with: { title: '${ $secrets.k }', departmentId: d } } }]",
      '/do/0/a/with/title secret_not_here',
    ],
    ['do: [{ a: { raise: { error: gone } } }]', '/do/0/a/raise/error reference_unknown'],
    ['do: [{ a: { wait: PT1S, timeout: gone } }]', '/do/0/a/timeout reference_unknown'],
    ['do: [{ a: { try: [{ b: { wait: PT1S } }], catch: { retry: gone } } }]', '/do/0/a/catch/retry reference_unknown'],
    ['schedule: { every: PT0.001S }\ndo: [{ a: { wait: PT1S } }]', '/schedule/every duration_invalid'],
    ['do: [{ a: { wait: P20Y } }]', '/do/0/a/wait duration_invalid'],
    [
      'do: [{ a: { for: { each: i, in: .x, at: i }, do: [{ b: { wait: PT1S } }] } }]',
      '/do/0/a/for/at variable_name_invalid',
    ],
    [
      'do: [{ a: { for: { each: index, in: .x }, do: [{ b: { wait: PT1S } }] } }]',
      '/do/0/a/for/each variable_name_invalid',
    ],
    ['do: [{ a: { for: { in: .x, at: item }, do: [{ b: { wait: PT1S } }] } }]', '/do/0/a/for/at variable_name_invalid'],
    [
      'do: [{ a: { listen: { to: { one: { with: { type: t } } } }, foreach: { item: e, at: e, do: [{ b: { wait: PT1S } }] } } }]',
      '/do/0/a/foreach/at variable_name_invalid',
    ],
    [
      'use: { timeouts: { t: { after: { days: -1 } } } }\ndo: [{ a: { wait: PT1S } }]',
      '/use/timeouts/t/after duration_invalid',
    ],
    ['timeout: gone\ndo: [{ a: { wait: PT1S } }]', '/timeout reference_unknown'],
    [
      'do: [{ a: { for: { each: input, in: . }, do: [{ b: { wait: PT1S } }] } }]',
      '/do/0/a/for/each variable_name_invalid',
    ],
    ['do: [{ a: { try: [{ b: { wait: PT1S } }], catch: { as: "x | y" } } }]', '/do/0/a/catch/as variable_name_invalid'],
    ['use: { retries: { r: { when: .a | } } }\ndo: [{ a: { wait: PT1S } }]', '/use/retries/r/when expression_invalid'],
    [
      'schedule: { on: { one: { with: { type: a }, correlate: { k: { from: .a | } } } } }\ndo: [{ a: { wait: PT1S } }]',
      '/schedule/on/one/correlate/k/from expression_invalid',
    ],
    ['schedule: { cron: "99 * * * *" }\ndo: [{ a: { wait: PT1S } }]', '/schedule/cron cron_invalid'],
    [
      'input: { schema: { document: { type: nothing } } }\ndo: [{ a: { wait: PT1S } }]',
      '/input/schema/document schema_invalid',
    ],
    [
      'input: { schema: { document: { $ref: "https://x.example/s" } } }\ndo: [{ a: { wait: PT1S } }]',
      '/input/schema/document schema_invalid',
    ],
    ['evaluate: { language: python }\ndo: [{ a: { wait: PT1S } }]', '/evaluate/language wrong_value'],
    [
      'use: { catalogs: { x: { endpoint: "https://x.example" } } }\ndo: [{ a: { wait: PT1S } }]',
      '/use/catalogs/x catalog_not_supported',
    ],
    ['do: [{ a: { call: "task-create:9.0.0@default" } }]', '/do/0/a/call function_unknown'],
    ['do: [{ a: { call: "task-create:1.0.0@default", with: { title: 5 } } }]', '/do/0/a/with/title function_arguments'],
    [
      'do: [{ a: { call: "task-create:1.0.0@default", with: { title: x, nope: 1 } } }]',
      '/do/0/a/with/nope function_arguments',
    ],
  ])('%s: %s', async (text, problem) => {
    expect(await found(text)).toContain(problem)
  })

  test.each([
    ['do: [{ a: { wait: { years: 1 } } }]', '/do/0/a/wait/years'],
    ['do: [{ a: { wait: { days: 1, weeks: 2 } } }]', '/do/0/a/wait/weeks'],
    ['schedule: { every: { months: 1 } }\ndo: [{ a: { wait: PT1S } }]', '/schedule/every/months'],
    ['do: [{ a: { wait: PT1S, timeout: { after: { years: 1 } } } }]', '/do/0/a/timeout/after/years'],
  ])('a unit that durations do not have is named, with those they have: %s', async (text, pointer) => {
    const { problems } = await check(text)
    expect(problems).toMatchObject([{ pointer, code: 'unknown_field' }])
    expect(problems[0]?.message).toContain('days, hours, minutes, seconds, milliseconds')
  })

  test.each(['5', '[]', 'soon', 'true'])('what is no duration at all is told where it is: %s', async (given) => {
    const { problems } = await check(`do: [{ a: { wait: ${given} } }]`)
    expect(problems).toMatchObject([{ pointer: '/do/0/a/wait', code: 'no_alternative', message: 'Is not a duration.' }])
  })

  test('limits: 16 levels, 256 branches', async () => {
    const nested = (levels: number): string =>
      levels === 0 ? '{ wait: PT1S }' : `{ do: [{ a: ${nested(levels - 1)} }] }`
    expect(await found(`do: [{ a: ${nested(15)} }]`)).toEqual([])
    expect(await found(`do: [{ a: ${nested(16)} }]`)).toEqual([`/do/0/a${'/do/0/a'.repeat(16)} too_deep`])
    const branches = (count: number) =>
      Array.from({ length: count }, (_, at) => `{ b${at}: { wait: PT1S } }`).join(', ')
    expect(await found(`do: [{ f: { fork: { branches: [${branches(256)}] } } }]`)).toEqual([])
    expect(await found(`do: [{ f: { fork: { branches: [${branches(257)}] } } }]`)).toEqual([
      '/do/0/f/fork/branches too_many',
    ])
  })

  test('very many problems are counted, and the first hundred listed', async () => {
    const tasks = Array.from({ length: 300 }, (_, at) => `{ t${at}: { wait: PT1S, then: nowhere } }`)
    const { problems, count } = await check(`do: [${tasks.join(', ')}]`)
    expect(problems).toHaveLength(100)
    expect(count).toBe(300)
  })

  test.each<Json>([
    null,
    5,
    [],
    'x',
    {},
    { do: 5 },
    { do: [null, 5, { a: null }], document: 3 },
    { do: [{ a: { switch: 'x', catch: 1 } }], use: [] },
  ])('what is no document at all is only refused: %j', async (value) => {
    const { document, count } = await checkDocument(value, tools)
    expect(document).toBeUndefined()
    expect(count).toBeGreaterThan(0)
  })
})
