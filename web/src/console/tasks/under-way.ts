import { withFace, type Face } from './task-face.ts'

/** Changes that are shown and not answered yet, in the order in which they were made. */
const changes = new Map<object, { taskId: string; face: Face }>()

export const underWay = {
  begin: (change: object, taskId: string, face: Face): void => void changes.set(change, { taskId, face }),
  end: (change: object): void => void changes.delete(change),
  /** Nobody hears of any of them any more. */
  clear: (): void => changes.clear(),
}

/**
 * An answer with what is under way put in. It may know nothing of that yet: to show it as it is would take back for a
 * moment what was pressed, and whoever presses again then would seem to come after somebody else.
 */
export function withUnderWay<Data>(data: Data): Data {
  let shown: unknown = data
  for (const { taskId, face } of changes.values()) shown = withFace(shown, taskId, face)
  return shown as Data
}
