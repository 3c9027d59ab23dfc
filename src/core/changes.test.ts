import { expect, test } from 'vitest'
import { backend } from '#test/database.ts'
import { harness } from '#test/harness.ts'
import { soon, working } from '#test/working.ts'
import { changesAfter, noteChange } from './changes.ts'
import { run } from './db.ts'
import { sql } from './sql.ts'

test('what is noted in a transaction is there with it, once, and not without it', async () => {
  const { runtime, workspaceId } = await harness()
  const { pool } = runtime.database
  const noted = async () => (await changesAfter(pool, workspaceId, 0, 100)).map(({ type }) => type)
  await pool.transaction(async (db) => {
    for (const type of ['test.twice', 'test.next', 'test.twice'])
      await noteChange({ db, workspaceId }, type, { id: '1' })
    await db.last(sql`select 1`)
  })
  await pool.transaction((db) => noteChange({ db, workspaceId }, 'test.alone', {}))
  const undone = pool.transaction(async (db) => {
    await noteChange({ db, workspaceId }, 'test.undone', {})
    throw new Error('never mind')
  })
  await expect(undone).rejects.toThrow('never mind')
  expect(await noted()).toEqual(['test.twice', 'test.next', 'test.alone'])
})

test.runIf(backend === 'postgres')(
  'who notes a change and then wants a row, and who has the row and notes a change, do not wait for each other',
  async () => {
    const here = await harness()
    const { workspaceId } = here
    const { pool } = here.runtime.database
    const { id: propertyId } = await here.make.property()
    const touch = sql`update properties set city = city where workspace_id = ${workspaceId} and id = ${propertyId}`
    const [hasNoted, hasRow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let tries = 0
    const first = pool.transaction(async (db) => {
      tries += 1
      await noteChange({ db, workspaceId }, 'test.first', {})
      hasNoted.resolve()
      await hasRow.promise
      await run(db, touch)
    })
    const second = pool.transaction(async (db) => {
      tries += 1
      await run(db, touch)
      hasRow.resolve()
      await hasNoted.promise
      await noteChange({ db, workspaceId }, 'test.second', {})
    })
    await Promise.all([first, second])
    expect(tries).toBe(2)
    const types = (await changesAfter(pool, workspaceId, 0, 100)).map(({ type }) => type)
    expect(types.filter((type) => type.startsWith('test.'))).toEqual(['test.second', 'test.first'])
  },
)

test.runIf(backend === 'postgres')('a transaction that has noted a change holds up no event of others', async () => {
  const here = await harness()
  await working(here, [])
  const { pool } = here.runtime.database
  await pool.transaction(async (db) => {
    await noteChange({ db, workspaceId: here.workspaceId }, 'test.noted', {})
    const other = await harness()
    const { id } = await other.make.property()
    await other.asKey.patch(`/properties/${id}`, { city: 'Porto' })
    await soon(async () => {
      const changes = await changesAfter(pool, other.workspaceId, 0, 100)
      expect(changes.map(({ type }) => type)).toContain('property.updated')
    })
  })
})
