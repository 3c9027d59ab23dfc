import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'

const DAYS = ['2026-12-01', '2026-12-02', '2026-12-03']

test('tasks that leave and join the same visits at once all get there, and no visit is left empty', async () => {
  const { asKey, make, runtime, workspaceId } = await harness()
  const { id: departmentId } = await make.department()
  const propertyIds = [(await make.property()).id, (await make.property()).id]
  const any = (values: string[]) => values[Math.floor(Math.random() * values.length)] ?? ''
  const place = () => ({ propertyId: any(propertyIds), scheduledDate: any(DAYS) })

  async function wander(): Promise<string[]> {
    const made = await asKey.post('/tasks', { title: 'Wanderer', departmentId, ...place() })
    const answers = [made]
    for (let move = 0; move < 20; move++) answers.push(await asKey.patch(`/tasks/${made.body.id}`, place()))
    answers.push(await asKey.delete(`/tasks/${made.body.id}`))
    return answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim())
  }
  const outcomes = await Promise.all(Array.from({ length: 6 }, wander))
  expect([...new Set(outcomes.flat())].toSorted()).toEqual(['200', '201'])

  const stay = await asKey.post('/tasks', { title: 'Stays', departmentId, ...place() })
  const visits = await many(runtime.database.pool, sql`select id from visits where workspace_id = ${workspaceId}`)
  expect(visits).toEqual([{ id: stay.body.visitId }])
})
