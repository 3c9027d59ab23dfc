import { useState, type FormEvent, type ReactNode } from 'react'
import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { OVER } from './task-signs.tsx'
import { tasksWords } from './words/tasks-words.ts'

/** Ends the task, or begins it anew. */
export function CompleteButton({ task, onComplete }: { task: Task; onComplete(changes: TaskUpdate): void }): ReactNode {
  const words = useWords(tasksWords)
  const [isAsking, setAsking] = useState(false)
  if (OVER.includes(task.status)) {
    const status = task.scheduledDate === null ? 'OPEN' : 'SCHEDULED'
    return (
      <Button icon="retry" onClick={() => onComplete({ status })}>
        {words.reopen}
      </Button>
    )
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const summary = String(new FormData(event.currentTarget).get('summary')).trim()
    setAsking(false)
    onComplete({ status: 'COMPLETED', ...(summary === '' ? {} : { summary }) })
  }
  return (
    <>
      <Button look="primary" icon="check" onClick={() => setAsking(true)}>
        {words.complete}
      </Button>
      {isAsking ? (
        <Sheet title={words.completeTitle} isOpen onClose={() => setAsking(false)}>
          <form className="grid gap-4" onSubmit={submit}>
            <TextField
              label={words.summary}
              name="summary"
              hint={words.summaryHint}
              defaultValue={task.summary ?? ''}
            />
            <Button type="submit" look="primary" size="large">
              {words.complete}
            </Button>
          </form>
        </Sheet>
      ) : null}
    </>
  )
}
