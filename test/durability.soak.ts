import { afterAll, expect, test } from 'vitest'
import { surviveKills } from './kills.ts'
import { killAll } from './process.ts'

afterAll(killAll)

test('fifty times kill -9 in a stream of writes', async () => {
  const { acknowledged, statuses } = await surviveKills(50)
  expect(acknowledged.size).toBeGreaterThan(1000)
  expect([...statuses]).toEqual([201])
})
