import { expect } from 'vitest'
import type { Answer } from './client.ts'
import { harness } from './harness.ts'

/** A workspace with a department, and a way to make tasks in it. */
export async function taskPlace() {
  const here = await harness()
  const department = await here.make.department()
  const task = async (body: object = {}): Promise<Answer['body']> => {
    const answer = await here.asKey.post('/tasks', { title: 'Task', departmentId: department.id, ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body
  }
  return { ...here, department, task }
}
