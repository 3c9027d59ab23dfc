import { useState, type FormEvent, type ReactNode } from 'react'
import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { Prose } from '../../design/card.tsx'
import { LineField, TextField } from '../../design/field.tsx'
import { useWords } from '../../language/language.tsx'
import { useFocusHere } from '../parts/focus.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { tasksWords } from './words/tasks-words.ts'

interface TaskTextProps {
  task: Task
  /** With the task as the writer has seen it. */
  onChange(changes: TaskUpdate, seen: Task): void
}

/** The title and what is to be done; read first, written on demand. */
export function TaskText({ task, onChange }: TaskTextProps): ReactNode {
  const words = useWords(tasksWords)
  const [seen, setSeen] = useState<Task>()
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!seen) return
    const form = new FormData(event.currentTarget)
    const title = String(form.get('title')).trim()
    const description = String(form.get('description')).trim() || null
    const changes = {
      ...(title === seen.title ? {} : { title }),
      ...(description === (seen.description || null) ? {} : { description }),
    }
    if (Object.keys(changes).length > 0) onChange(changes, seen)
    setSeen(undefined)
  }
  if (seen) return <TextForm task={seen} onSubmit={submit} onCancel={() => setSeen(undefined)} />
  return (
    <div className="grid gap-3">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-title font-semibold">{task.title}</h2>
        <Button icon="pen" className="shrink-0" onClick={() => setSeen(task)}>
          {words.edit}
        </Button>
      </div>
      {task.description ? <Prose>{task.description}</Prose> : <p className="text-soft">{words.noDescription}</p>}
      {task.summary ? (
        <div className="rounded-card bg-accent-ground p-4 text-accent-text">
          <h3 className="text-small font-semibold">{words.summary}</h3>
          <Prose>{task.summary}</Prose>
        </div>
      ) : null}
    </div>
  )
}

interface TextFormProps {
  task: Task
  onSubmit(event: FormEvent<HTMLFormElement>): void
  onCancel(): void
}

function TextForm({ task, onSubmit, onCancel }: TextFormProps): ReactNode {
  const words = useWords(tasksWords)
  const shell = useWords(shellWords)
  const first = useFocusHere<HTMLInputElement>()
  return (
    <form className="grid gap-3" onSubmit={onSubmit}>
      <LineField
        label={words.fields.title}
        name="title"
        defaultValue={task.title}
        required
        maxLength={500}
        ref={first}
      />
      <TextField label={words.fields.description} name="description" defaultValue={task.description ?? ''} rows={4} />
      <div className="flex gap-2">
        <Button type="submit" look="primary">
          {shell.save}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {shell.cancel}
        </Button>
      </div>
    </form>
  )
}
