import type { Task } from '../../../../src/modules/tasks/task.schema.ts'

/** Some fields of a task as they are shown. */
export type Face = Partial<Task>
/** The same, made of what is shown until then. */
export type FaceOf = (task: Task) => Face

/** The answer of any query that holds the task, with the fields put in: a list, a report, or the task itself. */
export function withFace(data: unknown, taskId: string, face: Face | FaceOf): unknown {
  const put = (each: object): object => ({ ...each, ...(typeof face === 'function' ? face(each as Task) : face) })
  if (typeof data !== 'object' || data === null) return data
  if ('id' in data && data.id === taskId) return put(data)
  for (const name of ['items', 'workOrders']) {
    const list = (data as Record<string, unknown>)[name]
    if (!Array.isArray(list) || !list.some((each) => each?.id === taskId)) continue
    return { ...data, [name]: list.map((each) => (each?.id === taskId ? put(each) : each)) }
  }
  return data
}
