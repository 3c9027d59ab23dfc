import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { NOTHING_USED } from '#core/model-use.ts'
import { harness, type Harness } from '#test/harness.ts'
import { soon } from '#test/working.ts'
import { openMeter } from './metering.ts'
import type { MeteredCall } from './metering.queries.ts'

function callOf({ workspaceId }: Harness, fields: Partial<MeteredCall> = {}): MeteredCall {
  const usage = { inputTokens: 10, outputTokens: 5, audioSeconds: 0, images: 0, costMicros: 0 }
  const who = { workspaceId, caller: 'agents', actorKind: 'agent', actorId: 'ops', route: 'agent' }
  const about = { provider: 'up', model: 'words', status: 'ok', latencyMillis: 3, cached: false, requestId: newId() }
  return { ...who, ...about, ...usage, id: newId(), createdAtMillis: Date.now(), ...fields }
}

async function sumsOf({ asAdmin }: Harness): Promise<object[]> {
  return (await asAdmin.get('/ai-usage')).body.items
}

test('a call that cannot be written is left out, and the others are written', async () => {
  const place = await harness()
  const meter = openMeter(place.runtime.database.pool, place.runtime.log)
  meter.note(callOf(place))
  meter.note(callOf(place, { inputTokens: 3_000_000_000 }))
  meter.note(callOf(place))
  await meter.close()
  expect(await sumsOf(place)).toMatchObject([{ calls: 2, inputTokens: 20 }])
})

test('a call whose writing was not answered is written and counted once', async () => {
  const place = await harness()
  const { pool } = place.runtime.database
  let isLost = true
  const losing: typeof pool = {
    ...pool,
    async rows<Row>(query: Parameters<typeof pool.rows>[0]): Promise<Row[]> {
      const rows = await pool.rows<Row>(query)
      if (!isLost) return rows
      isLost = false
      throw new Error('Connection terminated unexpectedly')
    },
  }
  const meter = openMeter(losing, place.runtime.log)
  meter.note(callOf(place))
  await meter.flush()
  expect(isLost).toBe(false)
  meter.note(callOf(place))
  await meter.close()
  expect(await sumsOf(place)).toMatchObject([{ calls: 2, inputTokens: 20 }])
})

test('a model that claims what no number can hold is noted with what can be kept', async () => {
  const place = await harness()
  const { modelUse } = place.runtime.services
  const { workspaceId } = place
  const user = {
    workspaceId,
    caller: 'agents',
    actor: { kind: 'agent', id: 'ops' },
    route: 'agent',
    requestId: newId(),
  }
  const model = { provider: 'up', modelId: 'boastful' }
  for (const inputTokens of [3e9, 2.5, -1, Number.NaN]) {
    const usage = { ...NOTHING_USED, inputTokens }
    modelUse.settle(undefined, user, {
      model,
      spent: [{ model, usage }],
      status: 'ok',
      latencyMillis: 1,
      cached: false,
    })
  }
  await soon(async () => expect(await sumsOf(place)).toMatchObject([{ calls: 4, inputTokens: 2_147_483_647 + 3 }]))
})
