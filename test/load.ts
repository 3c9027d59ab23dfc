import { expect } from 'vitest'
import type { Client } from './client.ts'
import { harness } from './harness.ts'

const HOT_ROWS = 3

/**
 * So many writers at once, each creating properties and changing one of three that all others change too. Nothing
 * hangs or fails, and what was acknowledged is there exactly once.
 */
export async function expectNoWriteLost({
  writers,
  writesEach,
}: {
  writers: number
  writesEach: number
}): Promise<void> {
  const { asKey, make } = await harness()
  const hot: string[] = []
  for (let row = 0; row < HOT_ROWS; row++) hot.push((await make.property({ name: `Hot ${row}` })).id)
  const created: string[] = []
  const changes = new Map<string, number>()

  async function write(writer: number): Promise<void> {
    for (let turn = 0; turn < writesEach; turn++) {
      const made = await asKey.post('/properties', { name: `Casa ${writer} ${turn}` })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      created.push(made.body.id)
      const id = hot[(writer + turn) % HOT_ROWS] ?? ''
      const changed = await asKey.patch(`/properties/${id}`, { name: `Hot ${writer} ${turn}` })
      expect(changed.status, JSON.stringify(changed.body)).toBe(200)
      changes.set(id, (changes.get(id) ?? 0) + 1)
    }
  }

  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  expect(created).toHaveLength(writers * writesEach)
  expect((await idsOf(asKey)).toSorted()).toEqual([...created, ...hot].toSorted())
  for (const id of hot) {
    const { headers } = await asKey.get(`/properties/${id}`)
    expect(headers.etag, 'a version for each change').toMatch(new RegExp(`^"${1 + (changes.get(id) ?? 0)}\\.`))
  }
}

async function idsOf(client: Client): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const { body } = await client.get(`/properties?limit=100&offset=${ids.length}`)
    ids.push(...body.items.map(({ id }: { id: string }) => id))
    if (!body.pagination.hasMore) return ids
  }
}
