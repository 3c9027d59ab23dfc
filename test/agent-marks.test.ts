import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { merged } from '#modules/agents/delta.rules.ts'
import { followSessions } from './agent-marks.ts'
import { startAgentNodes, type AgentNodes } from './agent-nodes.ts'
import type { Fault } from './agent-reader.ts'
import { backend } from './database.ts'
import { patiently } from './process.ts'

const ROUNDS_MAX = 40

describe.runIf(backend === 'postgres')('readers of sessions on two servers', patiently, () => {
  let nodes: AgentNodes
  beforeAll(async () => {
    nodes = await startAgentNodes()
  }, 180_000)
  afterAll(() => nodes.close())

  test('who comes and goes has everything once, though rows are merged and a server is killed', async () => {
    const following = followSessions(nodes, { sessions: 4, readersEach: 3, visits: 80 })
    await nodes.restart()
    expect((await following).wrong).toEqual([])
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
    'forgets the message': (marks) => ({ ...marks, messageId: '' }),
    'is one event behind': (marks) => ({ ...marks, seq: Math.max(0, marks.seq - 1) }),
    'is one event ahead': (marks) => ({ ...marks, seq: marks.seq + 1 }),
    'counts the text one short': (marks) => ({ ...marks, textOffset: Math.max(0, marks.textOffset - 1) }),
    'counts one piece too many': (marks) => ({ ...marks, streamSeq: marks.streamSeq + 1 }),
    'forgets its thoughts': (marks) => ({ ...marks, reasoningSeq: 0 }),
  }

  test.each(Object.entries(faults))('a reader that %s is found out', async (_name, fault) => {
    expect(await isFoundOut({ fault })).toBe(true)
  })

  test('rows put together without their ends are found out', async () => {
    const merge: typeof merged = (deltas) => merged(deltas).map((row) => ({ ...row, ends: row.ends.slice(-1) }))
    expect(await isFoundOut({ merge })).toBe(true)
  })
})
