import { expect, test } from 'vitest'
import type { Db } from '#core/db.ts'
import { systemContext } from '#src/runtime.ts'
import { harness } from '#test/harness.ts'
import { TASK_INCLUDES } from './task-part.schema.ts'
import { getTask } from './task.service.ts'

// Each trip waits for a connection of its own: eight of them made a read with every part four times as slow as others.
test('a task and all of its parts are read in one trip', async () => {
  const { runtime, workspaceId, asKey, make } = await harness()
  const { id: departmentId } = await make.department()
  const { body: made } = await asKey.post('/tasks', { title: 'Tap', departmentId, tagIds: [(await make.tag()).id] })
  const include = TASK_INCLUDES.join(',')
  const { pool } = runtime.database
  const trips: string[] = []
  const counted: Db = new Proxy(pool, {
    get(target, name: keyof Db) {
      trips.push(name)
      return target[name].bind(target)
    },
  })
  const task = await getTask({ ...systemContext(runtime), workspaceId, db: counted }, made.id, include)
  expect(trips).toEqual(['together'])
  expect(task).toMatchObject((await asKey.get(`/tasks/${made.id}?include=${include}`)).body)
  expect(task).toMatchObject({ tags: [{ id: made.tagIds[0] }], comments: [], commentCount: 0, attachments: [] })
})
