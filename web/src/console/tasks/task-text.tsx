import { useState, type FormEvent, type ReactNode } from 'react'
import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { Prose } from '../../design/card.tsx'
import { LineField, TextField } from '../../design/field.tsx'
import { useWords } from '../../language/language.tsx'
import { useFocusHere } from '../parts/focus.ts'
import { LeaveGuard } from '../parts/leave-guard.tsx'
import { shellWords } from '../shell/words/shell-words.ts'
import { tasksWords } from './words/tasks-words.ts'

interface TaskTextProps {
  task: Task
  /** With the task as the writer has seen it. */
  onChange(changes: TaskUpdate, seen: Task, onFailed: () => void): void
}

interface Writing {
  /** The task when the writing began. */
  seen: Task
  title: string
  description: string
}

/** The title and what is to be done; read first, written on demand. */
export function TaskText({ task, onChange }: TaskTextProps): ReactNode {
  const words = useWords(tasksWords)
  const [writing, setWriting] = useState<Writing>()
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!writing) return
    const { seen } = writing
    const form = new FormData(event.currentTarget)
    const title = String(form.get('title')).trim()
    const written = String(form.get('description'))
    const description = written.trim() || null
    const changes = {
      ...(title === seen.title ? {} : { title }),
      ...(description === (seen.description || null) ? {} : { description }),
    }
    setWriting(undefined)
    if (Object.keys(changes).length === 0) return
    // What was refused is not lost: it stands in the form again.
    onChange(changes, seen, () => setWriting((now) => now ?? { seen, title, description: written }))
  }
  if (writing) return <TextForm writing={writing} onSubmit={submit} onCancel={() => setWriting(undefined)} />
  return (
    <div className="grid gap-3">
      <div className="flex items-start justify-between gap-3">
        <h2 dir="auto" className="text-title font-semibold">
          {task.title}
        </h2>
        <Button
          icon="pen"
          className="shrink-0"
          onClick={() => setWriting({ seen: task, title: task.title, description: task.description ?? '' })}
        >
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
  writing: Writing
  onSubmit(event: FormEvent<HTMLFormElement>): void
  onCancel(): void
}

function TextForm({ writing, onSubmit, onCancel }: TextFormProps): ReactNode {
  const words = useWords(tasksWords)
  const shell = useWords(shellWords)
  const first = useFocusHere<HTMLInputElement>()
  const { seen, title, description } = writing
  // What was refused is here again, and not saved either.
  const [isDirty, setDirty] = useState(title !== seen.title || description !== (seen.description ?? ''))
  return (
    <form className="grid gap-3" onSubmit={onSubmit} onChange={() => setDirty(true)}>
      <LineField label={words.fields.title} name="title" defaultValue={title} required maxLength={500} ref={first} />
      <TextField label={words.fields.description} name="description" defaultValue={description} rows={4} />
      <div className="flex gap-2">
        <Button type="submit" look="primary">
          {shell.save}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {shell.cancel}
        </Button>
      </div>
      <LeaveGuard isNeeded={isDirty} />
    </form>
  )
}
