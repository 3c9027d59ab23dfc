import { expect, test } from 'vitest'
import { harness, type Harness } from '#test/harness.ts'
import { serve } from '#test/peer.ts'
import { ANY, publish, settled, start, workflows } from '#test/workflow-place.ts'

const HEAD = 'document: { dsl: 1.0.3, namespace: test, name: bad, version: 1.0.0 }\n'

/** A draft is kept whatever it says; it has these problems, and cannot be published. */
async function problemsOf({ asKey }: Harness, text: string): Promise<string[]> {
  const created = await asKey.post('/workflows', { name: 'Bad', text: HEAD + text })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const { id } = created.body
  const draft = (await asKey.get(`/workflows/${id}/draft`)).body
  expect(draft).toMatchObject({ text: HEAD + text, isValid: false })
  expect(draft.problemCount).toBeGreaterThan(0)
  const refused = await asKey.post(`/workflows/${id}/versions`, undefined, ANY)
  expect(refused).toMatchObject({ status: 422, body: { code: 'workflow_invalid' } })
  expect((await asKey.get(`/workflows/${id}/versions`)).body.pagination.total).toBe(0)
  return draft.problems.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`)
}

/** As many levels, each in the one before. */
function nested(levels: number, inner: string): string {
  return levels === 0 ? inner : `{ do: [ { level${levels}: ${nested(levels - 1, inner)} } ] }`
}

const branches = Array.from({ length: 257 }, (_, at) => `{ b${at}: { set: { a: 1 } } }`).join(', ')

test.for([
  [
    'no such field, kind of task or target',
    'do: [ { a: { sett: { b: 1 } } }, { c: { set: { d: 1 }, then: nowhere } } ]',
    ['/do/0/a task_kind_missing', '/do/1/c/then flow_target_unknown'],
  ],
  [
    'an expression that does not parse',
    "do: [ { a: { set: { b: '${ .x | }' } } } ]",
    ['/do/0/a/set/b expression_invalid'],
  ],
  [
    'an expression that reaches for the environment',
    "do: [ { a: { set: { b: '${ env.HOME }' } } }, { c: { set: { d: '${ $ENV.PATH }' } } } ]",
    ['/do/0/a/set/b expression_refused', '/do/1/c/set/d expression_refused'],
  ],
  ['too many branches', `do: [ { a: { fork: { branches: [ ${branches} ] } } } ]`, ['/do/0/a/fork/branches too_many']],
  ['too many levels', `do: [ { a: ${nested(17, '{ set: { b: 1 } }')} } ]`, ['too_deep']],
  [
    'aliases that would explode',
    'use: { x: &a [1, 2], y: &b [*a, *a, *a], z: [*b, *b, *b] }\ndo: [ { a: { set: { b: 1 } } } ]',
    ['alias_not_supported'],
  ],
  ['a tag that JSON has nothing for', 'do: !!omap [ a: { set: { b: 1 } } ]', ['/do not_readable']],
  [
    'variables with names of our own',
    "do: [ { a: { for: { each: __item, at: __loc__, in: '[1]' }, do: [ { b: { set: { c: 1 } } } ] } } ]",
    ['/do/0/a/for/each variable_name_invalid', '/do/0/a/for/at variable_name_invalid'],
  ],
  [
    'names of prototypes as calls',
    'do: [ { a: { call: constructor } }, { b: { call: toString } } ]',
    ['/do/0/a/call function_unknown', '/do/1/b/call function_unknown'],
  ],
  [
    'a kind of task that is not run here',
    "do: [ { a: { run: { shell: { command: 'true' } } } } ]",
    ['run_shell_not_supported'],
  ],
  [
    'a time that never comes',
    "schedule: { cron: '0 0 30 2 *' }\ndo: [ { a: { set: { b: 1 } } } ]",
    ['/schedule/cron cron_invalid'],
  ],
  [
    'characters that cannot be kept',
    String.raw`schedule: { on: { one: { with: { type: "a\0" } } } }
use: { secrets: ["a\0"] }
do: [ { a: { emit: { event: { with: { type: "b\ud800" } } }, then: "c\0" } }, { "d\0": { set: { e: 1 } } } ]`,
    [
      '/schedule/on/one/with/type wrong_format',
      '/use/secrets/0 wrong_format',
      '/do/0/a/emit/event/with/type wrong_format',
      '/do/0/a/then wrong_format',
      '/do/1 wrong_format',
    ],
  ],
] as const)('a draft with %s is kept with its problems by path, and never published', async ([, text, wanted]) => {
  const problems = (await problemsOf(await harness(), text)).join('\n')
  for (const problem of wanted) expect(problems).toContain(problem)
})

test.for([
  ['loops for ever', '${ def f: f; f }', '250 ms'],
  ['makes a list without end', '${ [range(0; 1000000000)] | length }', '250 ms|256 MiB'],
  ['eats memory', '${ "x" * (.n // 1000000000) | length }', '256 MiB|250 ms'],
  ['calls itself without end', '${ def f: [f]; f }', '256 MiB|250 ms'],
] as const)('an expression that %s is stopped at the limit, and the worker lives', async ([, expression, limit]) => {
  const here = await harness()
  workflows(here)
  const run = async (text: string) => settled(here, await start(here, await publish(here, text)))
  const stopped = await run(`do: [ { a: { set: { b: '${expression}' } } } ]`)
  expect(stopped).toMatchObject({ status: 'faulted', error: { status: 400, instance: '/do/0/a' } })
  expect(stopped.error.type).toContain('/errors/expression')
  // In plain words: which limit, and what to do about it.
  expect(stopped.error.detail).toMatch(new RegExp(`: It (took|needed) .*(${limit}).*Take less of the data at once`))
  expect(await run("do: [ { a: { set: { b: '${ [1, 2] | add }' } } } ]")).toMatchObject({ output: { b: 3 } })
})

test('what is too large is refused: the body, the input of a run, a value on its way', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await publish(here, 'do: [ { a: { set: { b: \'${ [.text, .text] | join("") }\' } } } ]')
  const started = await here.asKey.post(`/workflows/${workflowId}/runs`, { input: { text: 'x'.repeat(1_100_000) } })
  expect(started).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  expect((await here.asKey.get('/workflow-runs')).body.pagination.total).toBe(0)
  const runId = await start(here, workflowId, { text: 'x'.repeat(700_000) })
  const { status, error } = await settled(here, runId)
  expect({ status, error }).toMatchObject({
    status: 'faulted',
    error: { detail: expect.stringContaining('1 MiB') },
  })
  const unstorable = await here.asKey.post(`/workflows/${workflowId}/runs`, { input: { text: 'a\u0000b' } })
  expect(unstorable.status).toBe(400)
  expect(unstorable.body.errors[0].pointer).toMatch(/^\/input/)
})

const ONE = '${ .text }'
const PARTS = "{ a: '${ $input.text }', b: '${ $input.text + $input.text }' }"
const EXPRESSION = { status: 400, type: 'https://serverlessworkflow.io/spec/1.0.0/errors/expression' }
const RUNTIME = { status: 500, type: 'https://serverlessworkflow.io/spec/1.0.0/errors/runtime' }

test.for([
  ['its fields make', `set: { a: '${ONE}', b: '${ONE}', c: '${ONE}' }`, EXPRESSION],
  ['one sum makes', "set: { a: '${ .text + .text + .text }' }", EXPRESSION],
  ['its output makes', `set: { a: 1 }, output: { as: ${PARTS} }`, EXPRESSION],
  ['its export makes', `set: { a: 1 }, export: { as: ${PARTS} }`, EXPRESSION],
  ['its input makes', `input: { from: { a: '${ONE}', b: '${ONE}', c: '${ONE}' } }, set: { a: 1 }`, EXPRESSION],
  [
    'its event makes',
    `emit: { event: { with: { type: t, source: https://example.com, data: ['${ONE}', '${ONE}', '${ONE}'] } } }`,
    EXPRESSION,
  ],
  [
    'its branches make together',
    `fork: { branches: [ { x: { set: { a: '${ONE}' } } }, { y: { set: { a: '${ONE}' } } }, { z: { set: { a: '${ONE}' } } } ] }`,
    RUNTIME,
  ],
] as const)(
  'a value over 1 MiB that %s is an error of the very task, which a try can catch',
  async ([, task, kind]) => {
    const here = await harness()
    workflows(here)
    const text = 'x'.repeat(400_000)
    const run = async (document: string) => settled(here, await start(here, await publish(here, document), { text }))
    const faulted = await run(`do: [ { first: { set: { text: '${ONE}' } } }, { big: { ${task} } } ]`)
    const error = { ...kind, instance: '/do/1/big', detail: expect.stringContaining('1 MiB') }
    expect(faulted).toMatchObject({ status: 'faulted', error })
    const caught = await run(
      `do: [ { safe: { try: [ { big: { ${task} } } ], catch: { errors: { with: { type: '${kind.type}' } }, ` +
        "do: [ { keep: { set: { why: '${ $error }' } } } ] } } } ]",
    )
    expect(caught).toMatchObject({
      status: 'completed',
      output: { why: { ...error, instance: '/do/0/safe/try/0/big' } },
    })
  },
)

test('what an expression says when it gives up may hold any character', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await publish(here, 'do: [ { a: { set: { b: \'${ error("a\\u0000b") }\' } } } ]')
  expect(await settled(here, await start(here, workflowId))).toMatchObject({
    status: 'faulted',
    error: { ...EXPRESSION, instance: '/do/0/a' },
  })
})

test('a call to a private address is refused by the guarded client, and nobody is asked', async () => {
  const here = await harness()
  workflows(here)
  let asked = 0
  const { host } = await serve((_request, response) => {
    asked += 1
    response.end()
  })
  const port = host.split(':')[1]
  for (const address of [`http://127.0.0.1:${port}/`, `http://[::1]:${port}/`, `http://0x7f000001:${port}/`]) {
    const workflowId = await publish(
      here,
      `do: [ { get: { call: http, with: { method: get, endpoint: '${address}' } } } ]`,
    )
    expect(await settled(here, await start(here, workflowId))).toMatchObject({
      status: 'faulted',
      error: { status: 502, instance: '/do/0/get' },
    })
  }
  expect(asked).toBe(0)
})
