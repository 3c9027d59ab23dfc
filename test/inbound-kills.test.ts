import { expect, test } from 'vitest'
import { backend } from './database.ts'
import { surviveStorm } from './inbound-kills.ts'

test.runIf(backend === 'postgres')(
  'deliveries in no order, a third of them again, while workers are killed: each has its effect once',
  { timeout: 300_000 },
  async () => {
    const storm = { calls: 50, messages: 10, kills: 2, waitSeconds: 200 }
    expect(await surviveStorm(storm)).toEqual({ sent: 240, kept: 160 })
  },
)
