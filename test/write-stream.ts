import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { PUBLIC } from './installation.ts'
import { eventually } from './process.ts'
import type { RemoteClient } from './remote-client.ts'

const WRITERS = 8
const PATH = `${PUBLIC}/properties`
const PREFIX = 'Stream '

/** What was asked for, by name, and what was answered. */
export interface Ledger {
  acknowledged: Map<string, { id: string; key: string | undefined }>
  /** The answer got lost, or said that the service is not available: these may be there once or not at all. */
  uncertain: Map<string, { key: string | undefined }>
  statuses: Set<number>
  asked: number
}

export function newLedger(): Ledger {
  return { acknowledged: new Map(), uncertain: new Map(), statuses: new Set(), asked: 0 }
}

/** Creates properties without a pause, every second one with an Idempotency-Key, until stopped or cut off. */
export function startWriters(client: RemoteClient, ledger: Ledger): { stop(): Promise<void> } {
  const stopping = new AbortController()

  async function write(): Promise<void> {
    while (!stopping.signal.aborted) {
      ledger.asked += 1
      const name = `${PREFIX}${ledger.asked}`
      const key = ledger.asked % 2 === 0 ? `key of ${name}` : undefined
      const answer = await create(client, name, key).catch(() => undefined)
      if (answer) ledger.statuses.add(answer.status)
      if (answer?.status === 201) ledger.acknowledged.set(name, { id: answer.body.id, key })
      else ledger.uncertain.set(name, { key })
      if (!answer) return
      if (answer.status !== 201) await sleep(20)
    }
  }

  const ended = Promise.all(Array.from({ length: WRITERS }, write))
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

export async function untilAcknowledged(ledger: Ledger, more: number): Promise<void> {
  const goal = ledger.acknowledged.size + more
  await eventually(() => expect(ledger.acknowledged.size).toBeGreaterThanOrEqual(goal))
}

/** Asks again, as a client would, for what has a key and no certain answer; and once more for what was answered. */
export async function retryWithKeys(client: RemoteClient, { acknowledged, uncertain }: Ledger): Promise<void> {
  for (const [name, { key }] of uncertain) {
    if (key === undefined) continue
    const answer = await create(client, name, key)
    expect(answer.status, name).toBe(201)
    acknowledged.set(name, { id: answer.body.id, key })
    uncertain.delete(name)
  }
  for (const [name, { id, key }] of acknowledged) {
    if (key === undefined) continue
    const answer = await create(client, name, key)
    expect({ status: answer.status, id: answer.body.id, replayed: answer.headers['idempotency-replayed'] }).toEqual({
      status: 201,
      id,
      replayed: 'true',
    })
  }
}

/** What was acknowledged is there once, what was not is there once at most, and nothing else is. */
export async function assertAllThereOnce(client: RemoteClient, { acknowledged, uncertain }: Ledger): Promise<void> {
  const found = await idsByName(client)
  for (const [name, { id }] of acknowledged) expect(found.get(name), name).toEqual([id])
  for (const name of uncertain.keys()) expect(found.get(name)?.length ?? 0, name).toBeLessThanOrEqual(1)
  const unknown = [...found.keys()].filter((name) => !acknowledged.has(name) && !uncertain.has(name))
  expect(unknown).toEqual([])
}

async function idsByName(client: RemoteClient): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (let offset = 0, more = true; more; offset += 100) {
    const { status, body } = await client.get(`${PATH}?sort=createdAt&limit=100&offset=${offset}`)
    expect(status).toBe(200)
    for (const { id, name } of body.items) {
      if (name.startsWith(PREFIX)) found.set(name, [...(found.get(name) ?? []), id])
    }
    more = body.pagination.hasMore
  }
  return found
}

function create(client: RemoteClient, name: string, key: string | undefined): ReturnType<RemoteClient['post']> {
  return client.post(PATH, { name }, key === undefined ? {} : { 'idempotency-key': key })
}
