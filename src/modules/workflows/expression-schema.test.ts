import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { JsonSchema } from '#core/json-schema.ts'
import type { Json } from './document.schema.ts'
import { openExpressionPool, openSchemaPool } from './expression-pool.ts'
import { openExpressions } from './expression.ts'
import { fieldIn, schemaFault, schemaProblem } from './schema-check.ts'

const opened = openExpressions()
afterAll(() => opened.close())
const HERE = 'a workspace'
const expressions = opened.of(HERE)
const SLOW = { type: 'string', pattern: '^(a+)+$' }

test('a long schema is read elsewhere: nobody waits for it, and its problem is told', async () => {
  const names = Array.from({ length: 400 }, (_, at) => `field${at}`)
  const long = { properties: Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 1 }])) }
  const reading = vi.spyOn(JsonSchema, 'read')
  onTestFinished(() => reading.mockRestore())
  expect(await expressions.schemaProblem(long)).toBeUndefined()
  expect(await expressions.validate(long, { field7: '' })).toContain('/field7')
  expect(await expressions.schemaProblem({ ...long, type: 'no such type' })).toContain('type')
  expect(reading).not.toHaveBeenCalled()
  expect(await expressions.schemaProblem({ type: 'string' })).toBeUndefined()
  expect(reading).toHaveBeenCalledOnce()
})

test('a schema with a pattern that takes for ever is stopped', async () => {
  expect(await expressions.validate(SLOW, 'aaa')).toBeUndefined()
  expect(await expressions.validate(SLOW, `${'a'.repeat(40)}!`)).toMatch(/longer than .* pattern/)
  expect(await expressions.validate({ type: 'object', required: ['a'] }, {})).toContain("'a'")
})

test('a schema does not wait for an expression that hangs', async () => {
  const hanging = openExpressions(openExpressionPool({ timeoutMillis: 60_000 }))
  let isOver = false
  const endless = hanging
    .of(HERE)
    .evaluate([{ expression: 'last(repeat(1))', data: null, variables: () => undefined }])
    .catch(() => {})
    .finally(() => (isOver = true))
  expect(await hanging.of(HERE).validate({ type: 'string', pattern: '^a+$' }, 'aaa')).toBeUndefined()
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
    [
      'a few thousand choices for a few thousand items',
      { items: { anyOf: [...Array.from({ length: 2500 }, () => false), true] } },
      numbers.slice(0, 15_000),
    ],
    ['a pattern for each of many items', { items: SLOW }, numbers.map(() => `${'a'.repeat(30)}!`)],
  ])('%s: is stopped, and everybody else goes on', async (_what, schema, value) => {
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 5)
    const fault = await expressions.validate(schema, value)
    clearInterval(timer)
    expect(fault).toMatch(/^It (took longer|needed more memory).* A schema with fewer/)
    expect(ticks).toBeGreaterThan(0)
  })

  test.each<[string, Json]>([
    ['items that must differ', { type: 'array', uniqueItems: true }],
    ['many words for many items', { items: { enum: numbers.slice(0, 20_000) } }],
  ])('%s: take no longer than to read them', async (_what, schema) => {
    expect(await expressions.validate(schema, numbers.slice(0, 20_000))).toBeUndefined()
    expect(await expressions.validate(schema, [...numbers.slice(0, 20_000), 7, -1])).toMatch(/duplicate|allowed values/)
  })

  test('refers to itself without end: is told so, and the thread goes on', async () => {
    const schema = { $defs: { a: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }
    const ending = vi.spyOn(Worker.prototype, 'terminate')
    onTestFinished(() => ending.mockRestore())
    expect(await expressions.validate(schema, 'x')).toBe('The schema refers to itself without end.')
    expect(await expressions.validate({ type: 'string', pattern: '^a+$' }, 'aaa')).toBeUndefined()
    expect(ending).not.toHaveBeenCalled()
  })

  test('has time to be compiled when it is long, and no more than others for its values', async () => {
    const money = { type: 'object', properties: { currency: { pattern: '^[A-Z]{3}$' } } }
    const names = Array.from({ length: 600 }, (_, at) => `field${at}`)
    const schema = {
      $defs: { money },
      properties: { ...Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/money' }])), slow: SLOW },
    }
    const hurried = openExpressions(undefined, openSchemaPool({ timeoutMillis: 50 }))
    onTestFinished(() => hurried.close())
    expect(await hurried.of(HERE).validate(schema, { field1: { currency: 'EUR' }, slow: 'aaa' })).toBeUndefined()
    expect(await hurried.of(HERE).validate(schema, { slow: `${'a'.repeat(40)}!` })).toContain('longer than 50 ms')
    expect(await hurried.of(HERE).validate(schema, { field1: { currency: 'euro' } })).toContain('/field1/currency')
  })

  test('holds up only its own workspace', async () => {
    const pool = openSchemaPool({ timeoutMillis: 600_000 })
    onTestFinished(() => pool.close())
    let isAnyOver = false
    const endless = { schema: SLOW, value: `${'a'.repeat(60)}!` }
    const pending = Array.from({ length: 20 }, () =>
      pool
        .run('one', endless)
        .catch(() => {})
        .finally(() => (isAnyOver = true)),
    )
    for (let nth = 0; nth < 20; nth++) expect(await pool.run(HERE, { schema: SLOW, value: 'aaa' })).toEqual({})
    expect(isAnyOver).toBe(false)
    await pool.close()
    await Promise.all(pending)
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

test.for<Json>([
  { $async: true, type: 'string' },
  { properties: { a: { $async: true, type: 'string' } } },
  { $defs: { a: { $async: true, type: 'string' } }, $ref: '#/$defs/a' },
])('%j, whose check would be a promise, is no schema', async (schema) => {
  expect(await expressions.schemaProblem(schema)).toContain('async')
  // As for one that an earlier version has taken.
  expect(schemaFault(schema, 1)).toContain('async')
})

test('long schemas of others are forgotten before they fill the memory', () => {
  const reading = vi.spyOn(JsonSchema, 'read')
  onTestFinished(() => reading.mockRestore())
  const long = (at: number): Json => ({ title: `long ${at}`, description: 'x'.repeat(250_000) })
  for (let at = 0; at < 6; at++) expect(schemaProblem(long(at))).toBeUndefined()
  expect(schemaProblem(long(5))).toBeUndefined()
  expect(reading).toHaveBeenCalledTimes(6)
  expect(schemaProblem(long(0))).toBeUndefined()
  expect(reading).toHaveBeenCalledTimes(7)
})
