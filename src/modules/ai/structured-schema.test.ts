import { Ajv } from 'ajv'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readSchema } from './structured-schema.ts'

test('long schemas of others are forgotten before they fill the memory', () => {
  const compiling = vi.spyOn(Ajv.prototype, 'compile')
  onTestFinished(() => compiling.mockRestore())
  const read = (title: string, length: number): void => {
    const schema = { title, description: 'x'.repeat(length) }
    expect(readSchema(schema, JSON.stringify(schema)).problem).toBeUndefined()
  }
  for (let at = 0; at < 20; at++) read(`long ${at}`, 60_000)
  read('long 19', 60_000)
  expect(compiling).toHaveBeenCalledTimes(20)
  read('long 0', 60_000)
  expect(compiling).toHaveBeenCalledTimes(21)
  for (let at = 0; at < 100; at++) read(`short ${at}`, 10)
  read('short 0', 10)
  expect(compiling).toHaveBeenCalledTimes(121)
})
