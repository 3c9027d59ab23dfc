import { useRef, useState, type DragEvent } from 'react'
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
  const [task, setShown] = useState<Task>()
  // What is dropped counts, whether or not the page has been drawn since it was taken up.
  const held = useRef<Task>(undefined)
  const setTask = (next: Task | undefined): void => {
    held.current = next
    setShown(next)
  }
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
    target: (drop) => ({
      onDragOver(event: DragEvent) {
        if (held.current) event.preventDefault()
      },
      onDrop(event: DragEvent) {
        if (!held.current) return
        event.preventDefault()
        drop(held.current, event)
        setTask(undefined)
      },
    }),
  }
}
