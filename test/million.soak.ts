import { expect, test } from 'vitest'
import { backend } from './database.ts'
import { harness, startTestApp } from './harness.ts'

const ROWS = backend === 'postgres' ? 1_000_000 : 50_000

test(`lists and searches are right among ${ROWS} properties`, async () => {
  const server = await startTestApp()
  const { asKey, workspaceId, runtime } = await harness(server)
  await runtime.database.pool.transaction(async (tx) => {
    await tx.raw('set local statement_timeout = 0')
    await tx.script(`
      insert into properties (workspace_id, id, name, internal_code, status, search_text, search_text_reduced, created_at, updated_at)
      select '${workspaceId}', gen_random_uuid(), 'Home ' || i, 'H-' || i,
        case when i % 1000 = 0 then 'AT_RISK' else 'ACTIVE' end, 'home ' || i || chr(31) || 'h-' || i || chr(31),
        'home ' || i || chr(31) || 'h-' || i, now() - i * interval '1 second', now()
      from generate_series(1, ${ROWS}) i`)
  })
  await runtime.database.pool.raw('analyze properties')
  const total = async (query: string) => (await asKey.get(`/properties?${query}`)).body.pagination.total
  expect(await total('limit=1')).toBe(ROWS)
  expect(await total('status=AT_RISK')).toBe(ROWS / 1000)
  expect(await total(`q=h-${ROWS}`)).toBe(1)
  const last = await asKey.get(`/properties?limit=2&offset=${ROWS - 1}`)
  expect(last.body).toMatchObject({ items: [{ name: `Home ${ROWS}` }], pagination: { hasMore: false } })
  await server.close()
})
