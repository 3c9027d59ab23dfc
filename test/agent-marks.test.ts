import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { merged } from '#modules/agents/delta.rules.ts'
import { followSessions } from './agent-marks.ts'
import { startAgentNodes, type AgentNodes } from './agent-nodes.ts'
import type { Fault } from './agent-reader.ts'
import { backend } from './database.ts'
import { patiently } from './process.ts'

const ROUNDS_MAX = 40
const BUSY = { timeout: 600_000 }

describe.runIf(backend === 'postgres')('readers of sessions on two servers', patiently, () => {
  let nodes: AgentNodes
  beforeAll(async () => {
    nodes = await startAgentNodes()
  }, 180_000)
  afterAll(() => nodes.close())

  test('who comes and goes has everything once, though rows are merged and a server is killed', BUSY, async () => {
    const following = followSessions(nodes, { sessions: 10, readersEach: 8, visits: 200 })
    await nodes.restart()
    const { visits, wrong } = await following
    expect(wrong).toEqual([])
    expect(visits).toBeGreaterThanOrEqual(2000)
  })

  /** Chance decides when a fault does harm; it does so before long. */
  async function isFoundOut(planted: { fault?: Fault; merge?: typeof merged }): Promise<boolean> {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const { wrong } = await followSessions(nodes, { sessions: 4, readersEach: 3, visits: 20, ...planted })
      if (wrong.length > 0) return true
    }
    return false
  }

  const faults: Record<string, Fault> = {
    'forgets the message': { marks: (marks) => ({ ...marks, messageId: '' }) },
    'is one event behind': { marks: (marks) => ({ ...marks, seq: Math.max(0, marks.seq - 1) }) },
    'is one event ahead': { marks: (marks) => ({ ...marks, seq: marks.seq + 1 }) },
    'counts the text one short': { marks: (marks) => ({ ...marks, textOffset: Math.max(0, marks.textOffset - 1) }) },
    'counts one piece too many': { marks: (marks) => ({ ...marks, streamSeq: marks.streamSeq + 1 }) },
    'forgets its thoughts': { marks: (marks) => ({ ...marks, reasoningSeq: 0 }) },
    'does not begin anew': { isStubborn: true },
  }

  test.each(Object.entries(faults))('a reader that %s is found out', async (_name, fault) => {
    expect(await isFoundOut({ fault })).toBe(true)
  })

  test('rows put together without their ends are found out', async () => {
    const merge: typeof merged = (deltas) => merged(deltas).map((row) => ({ ...row, ends: row.ends.slice(-1) }))
    expect(await isFoundOut({ merge })).toBe(true)
  })
})
