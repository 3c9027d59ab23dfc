import { useState, type FormEvent, type ReactNode } from 'react'
import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { Problem } from '../shell/problem.ts'
import { OVER } from './task-signs.tsx'
import { tasksWords } from './words/tasks-words.ts'

interface CompleteButtonProps {
  task: Task
  onComplete(changes: TaskUpdate, onFailed?: (error: unknown) => void): void
}

/** Ends the task, or begins it anew. */
export function CompleteButton({ task, onComplete }: CompleteButtonProps): ReactNode {
  const words = useWords(tasksWords)
  const [asking, setAsking] = useState<{ isSummaryNeeded: boolean }>()
  /** What could not be sent. */
  const [unsent, setUnsent] = useState<string>()
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
    setAsking(undefined)
    setUnsent(undefined)
    // Where a summary is missing it is asked for again, at its field.
    onComplete({ status: 'COMPLETED', ...(summary === '' ? {} : { summary }) }, (error) => {
      setUnsent(summary)
      const blockers = error instanceof Problem ? error.blockers : []
      if (blockers.some(({ requires }) => requires === 'summary')) setAsking({ isSummaryNeeded: true })
    })
  }
  return (
    <>
      <Button look="primary" icon="check" onClick={() => setAsking({ isSummaryNeeded: false })}>
        {words.complete}
      </Button>
      {asking ? (
        <Sheet title={words.completeTitle} isOpen onClose={() => setAsking(undefined)}>
          <form className="grid gap-4" onSubmit={submit}>
            <TextField
              label={words.summary}
              name="summary"
              hint={words.summaryHint}
              fault={asking.isSummaryNeeded ? words.blockers.summary : undefined}
              defaultValue={unsent ?? task.summary ?? ''}
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
