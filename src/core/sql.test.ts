import { expect, test } from 'vitest'
import { assignments, compile, every, fixed, insertion, sql, type Sql } from './sql.ts'

const find = (id: number, filter: Sql) => sql`select 1 from t where id = ${id} and ${filter}`

test('values keep their order through every nesting, and never enter the text', () => {
  const inner = sql`b = ${2} or c = ${'$1'}`
  const { prepared, values } = compile(sql`select ${1}::int from t where ${every([inner, sql`d`, false])} limit ${4}`)
  expect(prepared.text).toBe('select $1::int from t where b = $2 or c = $3 and d limit $4')
  expect(values).toEqual([1, 2, '$1', 4])
})

test('the same place with other values is the same statement, with another fragment another one', () => {
  const [a, b, c] = [find(1, sql`x = ${1}`), find(2, sql`x = ${2}`), find(1, sql`y = ${1}`)].map(compile)
  expect(a).toMatchObject({ prepared: { text: 'select 1 from t where id = $1 and x = $2' }, values: [1, 1] })
  // Written in two places, and so of two shapes, the same text is still one statement for the server.
  expect(b).toEqual({ ...a, values: [2, 2] })
  expect(c).toMatchObject({ prepared: { text: 'select 1 from t where id = $1 and y = $2' }, values: [1, 1] })
  expect(c?.prepared.name).not.toBe(a?.prepared.name)
})

test('a value in the place of a fragment, and the other way round, is another statement', () => {
  const limit = (much: unknown) => compile(sql`select 1 limit ${much}`).prepared.text
  expect([limit(5), limit(sql`all`), limit(undefined), limit(sql`all`)]).toEqual([
    'select 1 limit $1',
    'select 1 limit all',
    'select 1 limit $1',
    'select 1 limit all',
  ])
})

test('rows are written under the columns of their fields', () => {
  expect(compile(sql`insert into t ${insertion({ workspaceId: 'w', id: 1 })}`)).toMatchObject({
    prepared: { text: 'insert into t (workspace_id, id) values ($1, $2)' },
    values: ['w', 1],
  })
  // In whatever order the fields come, or every caller would have statements of their own.
  for (const row of [
    { id: 1, dueAt: null },
    { dueAt: null, id: 1 },
  ])
    expect(compile(sql`update t set ${assignments(row)}`)).toMatchObject({
      prepared: { text: 'update t set due_at = $1, id = $2' },
      values: [null, 1],
    })
  expect(() => assignments({ 'id = 1; --': 1 })).toThrow('no field name')
})

test('statements that nobody needs any more are forgotten, and what is asked again is the same', () => {
  const before = compile(find(1, sql`z = ${1}`)).prepared
  for (let times = 0; times < 6000; times++) compile(sql`select ${fixed(`made_up_${times}`)}`)
  const after = compile(find(1, sql`z = ${1}`)).prepared
  expect(after).not.toBe(before)
  expect(after).toEqual(before)
})
