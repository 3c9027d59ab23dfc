import { afterAll, expect, test } from 'vitest'
import { backend } from './database.ts'
import { killAll } from './process.ts'
import { surviveStorm } from './workflow-storm.ts'

afterAll(killAll)

test(
  'workers killed, frozen and cut off in the middle of many runs: every effect is there once, no run is stuck',
  { timeout: 600_000 },
  async () => {
    const troubles = backend === 'postgres' ? (['kill', 'cut', 'freeze', 'kill'] as const) : (['kill', 'kill'] as const)
    const { told } = await surviveStorm({ runs: 40, troubles })
    expect(told).toBeGreaterThanOrEqual(40)
  },
)
