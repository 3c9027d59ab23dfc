import { expect, test } from 'vitest'
import { backend } from './database.ts'
import { surviveStorm } from './inbound-kills.ts'

test.runIf(backend === 'postgres')(
  '10,000 deliveries in no order, a third of them again, while workers are killed: each has its effect once',
  async () => {
    const storm = { calls: 2156, messages: 200, kills: 10, waitSeconds: 1500 }
    expect(await surviveStorm(storm)).toEqual({ sent: 10_002, kept: 6668 })
  },
)
