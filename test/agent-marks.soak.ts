import { describe, expect, test } from 'vitest'
import { followSessions } from './agent-marks.ts'
import { startAgentNodes } from './agent-nodes.ts'
import { backend } from './database.ts'

const KILLS = 20

describe.runIf(backend === 'postgres')('readers of sessions on two servers, for long', () => {
  test('thousands come and go while servers are killed, and each has everything once', async () => {
    const nodes = await startAgentNodes()
    const following = followSessions(nodes, { sessions: 10, readersEach: 4, visits: 1000 })
    for (let kill = 0; kill < KILLS; kill++) await nodes.restart()
    const { wrong } = await following
    expect(wrong).toEqual([])
    await nodes.close()
  })
})
