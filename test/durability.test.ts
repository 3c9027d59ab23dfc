import { afterAll, expect, test } from 'vitest'
import { surviveKills } from './kills.ts'
import { killAll, patiently } from './process.ts'

afterAll(killAll)

test(
  'kill -9 in a stream of writes loses no acknowledged write, doubles none, and keeps the events',
  patiently,
  async () => {
    const { acknowledged, statuses } = await surviveKills(2)
    expect(acknowledged.size).toBeGreaterThan(40)
    expect([...statuses]).toEqual([201])
  },
)
