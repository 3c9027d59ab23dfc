import { expect, test } from 'vitest'
import { assignments, compile, every, insertion, sql, type Sql } from './sql.ts'

const find = (id: number, filter: Sql) => sql`select 1 from t where id = ${id} and ${filter}`

test('values keep their order through every nesting, and never enter the text', () => {
  const inner = sql`b = ${2} or c = ${'$1'}`
  const { text, values } = compile(sql`select ${1}::int from t where ${every([inner, sql`d`, false])} limit ${4}`)
  expect(text).toBe('select $1::int from t where b = $2 or c = $3 and d limit $4')
  expect(values).toEqual([1, 2, '$1', 4])
})

test('the same place with other values is the same statement, with another fragment another one', () => {
  const [a, b, c] = [find(1, sql`x = ${1}`), find(2, sql`x = ${2}`), find(1, sql`y = ${1}`)].map(compile)
  expect(a).toMatchObject({ text: 'select 1 from t where id = $1 and x = $2', values: [1, 1] })
  // Written in two places, and so of two shapes, the same text is still one statement for the server.
  expect(b).toEqual({ ...a, values: [2, 2] })
  expect(c).toMatchObject({ text: 'select 1 from t where id = $1 and y = $2', values: [1, 1] })
  expect(c?.name).not.toBe(a?.name)
})

test('a value in the place of a fragment, and the other way round, is another statement', () => {
  const limit = (much: unknown) => compile(sql`select 1 limit ${much}`).text
  expect([limit(5), limit(sql`all`), limit(undefined), limit(sql`all`)]).toEqual([
    'select 1 limit $1',
    'select 1 limit all',
    'select 1 limit $1',
    'select 1 limit all',
  ])
})

test('rows are written under the columns of their fields', () => {
  expect(compile(sql`insert into t ${insertion({ workspaceId: 'w', id: 1 })}`)).toMatchObject({
    text: 'insert into t (workspace_id, id) values ($1, $2)',
    values: ['w', 1],
  })
  expect(compile(sql`update t set ${assignments({ id: 1, dueAt: null })}`)).toMatchObject({
    text: 'update t set id = $1, due_at = $2',
    values: [1, null],
  })
  expect(() => assignments({ 'id = 1; --': 1 })).toThrow('no field name')
})
