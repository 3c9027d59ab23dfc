import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import type { Conversation } from '../../../../src/modules/conversations/conversation.schema.ts'
import type { Task, TaskCreate } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField, SelectField, TextField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { PRIORITIES } from '../tasks/filters.ts'
import { useDepartments } from '../tasks/lookup-queries.ts'
import { tasksWords } from '../tasks/words/tasks-words.ts'
import { inboxWords } from './words/inbox-words.ts'

interface NewTaskSheetProps {
  conversation: Conversation
  /** What the other side said last. */
  about: string
  onClose(): void
}

/** Work that comes of a conversation: it knows the guest, the stay and the home by itself. */
export function NewTaskSheet({ conversation, about, onClose }: NewTaskSheetProps): ReactNode {
  const words = useWords(inboxWords)
  const { fields, priorities, create: createLabel, created } = useWords(tasksWords)
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const departments = useDepartments()
  const create = useChange<TaskCreate, Task>({
    send: (body, key) => api.send(`${desk}/conversations/${conversation.id}/tasks`, { method: 'POST', body, key }),
    onDone() {
      void client.invalidateQueries({ queryKey: [id, 'tasks', 'conversation', conversation.id] })
      onClose()
    },
    said: ({ shortId }) => created(shortId),
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string): string => String(form.get(name) ?? '').trim()
    create.mutate(
      change({
        title: text('title'),
        departmentId: text('departmentId'),
        description: text('description') || null,
        priority: text('priority') as NonNullable<TaskCreate['priority']>,
        ...(text('scheduledDate') !== '' && { scheduledDate: text('scheduledDate') }),
      }),
    )
  }
  return (
    <Sheet title={words.newTask} isOpen onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <LineField
          label={fields.title}
          name="title"
          required
          maxLength={500}
          autoComplete="off"
          defaultValue={conversation.subject ?? ''}
        />
        <TextField label={fields.description} name="description" rows={3} defaultValue={about} />
        <SelectField label={fields.department} name="departmentId" required>
          {departments.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className="grid grid-cols-2 gap-4">
          <SelectField label={fields.priority} name="priority" defaultValue="NORMAL">
            {PRIORITIES.map((priority) => (
              <option key={priority} value={priority}>
                {priorities[priority]}
              </option>
            ))}
          </SelectField>
          <LineField label={fields.date} name="scheduledDate" type="date" />
        </div>
        <Button type="submit" look="primary" size="large" busy={create.isPending}>
          {createLabel}
        </Button>
      </form>
    </Sheet>
  )
}
