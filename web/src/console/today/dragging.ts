import { useState, type DragEvent } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'

/** The task that is on its way to another place. */
export interface Dragging {
  task: Task | undefined
  /** For the thing that is dragged. */
  source(task: Task): object
  /** For the thing that it is put on. */
  target(drop: (task: Task, event: DragEvent) => void): object
}

export function useDragging(): Dragging {
  const [task, setTask] = useState<Task>()
  return {
    task,
    source: (dragged) => ({
      draggable: true,
      onDragStart(event: DragEvent<HTMLElement>) {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', dragged.shortId)
        setTask(dragged)
      },
      onDragEnd: () => setTask(undefined),
    }),
    target: (drop) =>
      task === undefined
        ? {}
        : {
            onDragOver: (event: DragEvent) => event.preventDefault(),
            onDrop(event: DragEvent) {
              event.preventDefault()
              setTask(undefined)
              drop(task, event)
            },
          },
  }
}
