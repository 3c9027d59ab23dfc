import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { LineField } from '../../design/field.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import type { Page } from '../shell/request.ts'
import { taskQuery } from './task-queries.ts'
import { tasksWords } from './words/tasks-words.ts'

/** A task by its number, as people know it. */
export function ParentField({
  taskId,
  onChange,
}: {
  taskId: string | undefined
  onChange(taskId: string | undefined): void
}): ReactNode {
  const words = useWords(tasksWords)
  const desk = useDesk()
  const { data: chosen } = useQuery({ ...taskQuery(desk, taskId ?? ''), enabled: taskId !== undefined })
  const [typed, setTyped] = useState<string>()
  const [isUnknown, setUnknown] = useState(false)
  async function find(text: string): Promise<void> {
    // Nothing was typed since: until the name of the chosen one is there, the field is empty and means nothing.
    if (typed === undefined) return
    const number = /^(?:TK-)?(?<number>\d+)$/i.exec(text.trim())?.groups?.number
    const q = `TK-${number}`
    const { items } =
      number === undefined
        ? { items: [] }
        : await desk.api.read<Page<Task>>(`${desk.desk}/tasks`, { q, sort: 'createdAt', limit: 100 })
    const found = items.find(({ shortId }) => shortId === q)
    setUnknown(!found && text.trim() !== '')
    if (found || text.trim() === '') {
      setTyped(undefined)
      onChange(found?.id)
    }
  }
  return (
    <LineField
      name="parentTaskId"
      label={words.partOf}
      placeholder="TK-1042"
      hint={isUnknown ? words.noSuchTask : undefined}
      value={typed ?? chosen?.shortId ?? ''}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={({ target }) => void find(target.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') void find(currentTarget.value)
      }}
    />
  )
}
