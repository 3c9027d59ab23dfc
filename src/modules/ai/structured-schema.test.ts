import { expect, onTestFinished, test, vi } from 'vitest'
import { JsonSchema } from '#core/json-schema.ts'
import { readSchema } from './structured-schema.ts'

test('long schemas of others are forgotten before they fill the memory', () => {
  const reading = vi.spyOn(JsonSchema, 'read')
  onTestFinished(() => reading.mockRestore())
  const read = (title: string, length: number): void => {
    const schema = { title, description: 'x'.repeat(length) }
    expect(readSchema(schema, JSON.stringify(schema)).problem).toBeUndefined()
  }
  for (let at = 0; at < 20; at++) read(`long ${at}`, 60_000)
  read('long 19', 60_000)
  expect(reading).toHaveBeenCalledTimes(20)
  read('long 0', 60_000)
  expect(reading).toHaveBeenCalledTimes(21)
  for (let at = 0; at < 100; at++) read(`short ${at}`, 10)
  read('short 0', 10)
  expect(reading).toHaveBeenCalledTimes(121)
})
