import { Worker } from 'node:worker_threads'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { coreFailures } from '#core/errors.ts'
import { JsonSchema as ReadSchema } from '#core/json-schema.ts'
import { openSchemaChecks } from './structured-check.ts'
import type { JsonSchema } from './structured-schema.ts'

const checks = openSchemaChecks()
afterAll(() => checks.close())
const HERE = 'a workspace'
const SLOW = { type: 'object', properties: { code: { type: 'string', pattern: '^(b+)+$' } } }

async function wrong(schema: JsonSchema, value: unknown, whose = HERE): Promise<string[]> {
  return (await checks.by(whose, schema, '/schema'))(value)
}

const numbers = Array.from({ length: 140_000 }, (_, at) => at)
const ENDLESS = { definitions: { a: { allOf: [{ $ref: '#/definitions/a' }] } }, $ref: '#/definitions/a' }
const definitions: Record<string, unknown> = { a0: { type: 'number' } }
for (let level = 1; level <= 40; level++) {
  const before = { $ref: `#/definitions/a${level - 1}` }
  definitions[`a${level}`] = { anyOf: [before, before] }
}

test.for<[string, JsonSchema, unknown]>([
  ['a pattern that tries again and again', SLOW, { code: `${'b'.repeat(60)}!` }],
  ['references that double', { definitions, $ref: '#/definitions/a40' }, 'x'],
  ['references without end', ENDLESS, 1],
  [
    'many choices for many items',
    { items: { anyOf: [...Array.from({ length: 1000 }, () => false), { type: 'number' }] } },
    numbers,
  ],
])('%s: is stopped, and everybody else goes on', async ([, schema, value]) => {
  const check = await checks.by(HERE, schema, '/schema')
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 5)
  onTestFinished(() => clearInterval(timer))
  // What is given to a timer runs only when nothing holds the thread.
  expect(await check(value)).toEqual([expect.stringContaining('The answer could not be checked')])
  expect(ticks).toBeGreaterThan(0)
  expect(await wrong(SLOW, { code: 'b' }, 'another workspace')).toEqual([])
})

test('references without end do not cost the thread', async () => {
  const ending = vi.spyOn(Worker.prototype, 'terminate')
  onTestFinished(() => ending.mockRestore())
  expect(await wrong(ENDLESS, 1)).toEqual([expect.stringContaining('refers to itself without end')])
  expect(ending).not.toHaveBeenCalled()
})

test('a thread that breaks is no fault of the schema: it can be tried again', async () => {
  const check = await checks.by(HERE, SLOW, '/schema')
  const handing = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
    void this.terminate()
  })
  onTestFinished(() => handing.mockRestore())
  const failure = { failure: coreFailures.unavailable, options: { retryAfterSeconds: 5, cause: expect.any(Error) } }
  await expect(check({ code: 'b' })).rejects.toMatchObject(failure)
  await expect(checks.by(HERE, SLOW, '/schema')).rejects.toMatchObject(failure)
  handing.mockRestore()
  expect(await check({ code: 'b' })).toEqual([])
})

test('who waits no longer leaves at once, and makes room', async () => {
  const narrow = openSchemaChecks({ timeoutMillis: 60_000, waitingMax: 1 })
  onTestFinished(() => narrow.close())
  const check = await narrow.by(HERE, SLOW, '/schema')
  const outcome = async (answer: ReturnType<typeof check>) => Promise.resolve(answer).then(() => 'answered', String)
  const first = outcome(check({ code: `${'b'.repeat(60)}!` }))
  const leaving = new AbortController()
  const left = outcome(check({ code: 'b' }, leaving.signal))
  await expect(check({ code: 'b' })).rejects.toMatchObject({ failure: coreFailures.unavailable })
  leaving.abort(new Error('gone'))
  expect(await left).toBe('Error: gone')
  const next = outcome(check({ code: 'b' }))
  await expect(narrow.by(HERE, SLOW, '/schema', leaving.signal)).rejects.toThrow('gone')
  await narrow.close()
  expect(await Promise.all([first, next])).toEqual(Array(2).fill('Error: the thread is closed'))
})

test('a schema may speak of itself', async () => {
  const tree = { properties: { name: { type: 'string' }, parts: { items: { $ref: '#' } } }, required: ['name'] }
  expect(await wrong(tree, { name: 'a', parts: [{ name: 'b' }] })).toEqual([])
  expect(await wrong(tree, { name: 'a', parts: [{}] })).toEqual(["/parts/0 must have required property 'name'"])
})

test('good values of such schemas are told from bad ones', async () => {
  expect(await wrong(SLOW, { code: 'bbb' })).toEqual([])
  expect(await wrong(SLOW, { code: 7 })).toEqual(['/code must be string'])
  expect(await wrong({ type: 'array', uniqueItems: true }, numbers)).toEqual([])
  expect(await wrong({ type: 'array', uniqueItems: true }, [...numbers, 7])).toEqual([
    'The value must NOT have duplicate items (items ## 7 and 140000 are identical)',
  ])
})

test('a value too deep to be handed over is not checked, and others are, before it and after', async () => {
  let deep: unknown = []
  for (let level = 0; level < 9000; level++) deep = [deep]
  const tooDeep = [expect.stringContaining('it lies too deep')]
  const check = await checks.by(HERE, SLOW, '/schema')
  const elsewhere = await checks.by('another workspace', SLOW, '/schema')
  // Alone it is handed over by whoever asks, and behind others by what the thread says.
  expect(await check(deep)).toEqual(tooDeep)
  const answers = [() => elsewhere({ code: 7 }), () => check(deep), () => check(deep), () => elsewhere({ code: 'b' })]
  expect(await Promise.all(answers.map(async (answer) => answer()))).toEqual([
    ['/code must be string'],
    tooDeep,
    tooDeep,
    [],
  ])
})

test('what may take long is read in the thread, all else here and at once', async () => {
  const reading = vi.spyOn(ReadSchema, 'read')
  onTestFinished(() => reading.mockRestore())
  const names = Array.from({ length: 500 }, (_, at) => `field${at}`)
  const long = { properties: Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 1 }])) }
  expect(await wrong(long, { field7: '' })).toEqual(['/field7 must NOT have fewer than 1 characters'])
  expect(await wrong({ type: 'string', pattern: '^c$' }, 'd')).toEqual(['The value must match pattern "^c$"'])
  expect(reading).not.toHaveBeenCalled()
  const check = await checks.by(HERE, { type: 'string', minLength: 3 }, '/schema')
  expect(check('ab')).toEqual(['The value must NOT have fewer than 3 characters'])
  expect(reading).toHaveBeenCalledOnce()
})

test('a short schema of many parts is read in the thread too, and a usual one of 3 KB here', async () => {
  const reading = vi.spyOn(ReadSchema, 'read')
  onTestFinished(() => reading.mockRestore())
  const choices = { items: { anyOf: Array.from({ length: 250 }, () => false) } }
  expect(await wrong(choices, [])).toEqual([])
  expect(reading).not.toHaveBeenCalled()
  const names = Array.from({ length: 40 }, (_, at) => `field${at}`)
  const field = { type: 'string', description: 'What the guest says of it in words.' }
  const usual = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, field])), required: names }
  const check = await checks.by(HERE, usual, '/schema')
  expect(reading).toHaveBeenCalledOnce()
  expect(check(Object.fromEntries(names.slice(0, 20).map((name) => [name, 'a word'])))).toHaveLength(20)
  // Each of its parts asked of each part of this takes longer.
  expect(check(numbers.slice(0, 1000))).toBeInstanceOf(Promise)
})

test('a schema is read as the draft that it names', async () => {
  const pair = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false }
  const named = await checks.by(HERE, { $schema: 'https://json-schema.org/draft/2020-12/schema', ...pair }, '/schema')
  expect(await Promise.all([named(['blue', 2]), named(['blue', '2']), named(['blue', 2, 3])])).toEqual([
    [],
    ['/1 must be integer'],
    ['The value must NOT have more than 2 items'],
  ])
  const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'array', items: [{ type: 'string' }] }
  expect(await (await checks.by(HERE, draft7, '/schema'))([2])).toEqual(['/0 must be string'])
})

test.for<JsonSchema>([
  { type: 'no such type' },
  { $schema: 'https://json-schema.org/draft/2020-12/schema', $async: true, type: 'string' },
  { $schema: 'https://json-schema.org/draft/2020-12/schema', properties: { a: { $async: true, type: 'string' } } },
  { type: 'string', pattern: '(' },
  { $async: true, type: 'string' },
  { $async: true, type: 'string', pattern: '^a$' },
  { $async: 'yes', type: 'string' },
  { $schema: '#', $async: true, type: 'string' },
  { $schema: '#/definitions/a', type: 'object', definitions: { a: { $async: true, type: 'string' } } },
  { $schema: 'http://x/y', definitions: { a: { $id: 'http://x/y', $async: true, type: 'string' } } },
  { properties: { a: { $async: true, type: 'string' } } },
  { definitions: { a: { $async: true, type: 'string' } }, $ref: '#/definitions/a' },
])('%j is refused', async (schema) => {
  await expect(checks.by(HERE, schema, '/schema')).rejects.toMatchObject({
    options: {
      errors: [{ pointer: '/schema', message: expect.stringContaining('Is no JSON Schema that can be used') }],
    },
  })
})
