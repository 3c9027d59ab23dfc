import { afterAll, expect, test } from 'vitest'
import { backend } from './database.ts'
import { killAll } from './process.ts'
import { surviveStorm } from './workflow-storm.ts'

afterAll(killAll)

const TROUBLES = backend === 'postgres' ? (['kill', 'freeze', 'cut', 'kill', 'cut'] as const) : (['kill'] as const)

test('thousands of runs while workers are killed, frozen and cut off at random', async () => {
  const runs = Number(process.env.STORM_RUNS ?? (backend === 'postgres' ? 3000 : 1000))
  const troubles = Array.from(
    { length: Math.ceil(runs / 120) },
    () => TROUBLES[Math.floor(Math.random() * TROUBLES.length)] ?? 'kill',
  )
  const { told, keys } = await surviveStorm({ runs, troubles })
  const figures = `${backend}: ${runs} runs, ${troubles.join(' ')}; told ${told} times under ${keys} keys`
  process.stdout.write(`${figures}\n`)
  expect(told).toBeGreaterThanOrEqual(runs)
})
