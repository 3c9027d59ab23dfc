import { expect } from 'vitest'
import type { Answer } from './client.ts'
import { harness, type Harness } from './harness.ts'

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** A UUID that nothing has. */
export const NOBODY = '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90'
export const DATETIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

export interface Place extends Harness {
  department: { id: string; name: string; slug: string }
  /** A new task, which must succeed. */
  task(body?: object, query?: string): Promise<Answer['body']>
  /** A changed task, which must succeed. */
  change(id: string, body: object, query?: string): Promise<Answer['body']>
  /** The titles of a list, oldest first. */
  titles(query: string): Promise<string[]>
}

/** A workspace with a department, in which tasks are made through the front door. */
export async function place(): Promise<Place> {
  const here = await harness()
  const department = await here.make.department()
  return {
    ...here,
    department,
    async task(body = {}, query = '') {
      const answer = await here.asKey.post(`/tasks${query}`, { title: 'Task', departmentId: department.id, ...body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return answer.body
    },
    async change(id, body, query = '') {
      const answer = await here.asKey.patch(`/tasks/${id}${query}`, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body
    },
    async titles(query) {
      const { status, body } = await here.asKey.get(`/tasks?sort=createdAt&${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.items.map(({ title }: { title: string }) => title)
    },
  }
}

/** That the request was refused because of this field, and how. */
export function expectFault(answer: Answer, status: number, field: string, value?: unknown): void {
  const where = answer.body.errors?.map(
    ({ pointer, parameter }: { pointer?: string; parameter?: string }) => pointer?.split('/')[1] ?? parameter,
  )
  expect([answer.status, [...new Set(where)]], `${field}: ${JSON.stringify(value)}`).toEqual([status, [field]])
}
