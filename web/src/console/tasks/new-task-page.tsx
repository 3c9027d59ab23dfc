import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { Task, TaskCreate } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { LineField, SelectField, TextField } from '../../design/field.tsx'
import { useWords } from '../../language/language.tsx'
import { useFocusHere } from '../parts/focus.ts'
import { LeaveGuard } from '../parts/leave-guard.tsx'
import { useDesk } from '../shell/console-context.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { change, useChange } from '../shell/use-change.ts'
import { PRIORITIES } from './filters.ts'
import { useDepartments, usePeople, useProperties } from './lookup-queries.ts'
import { parseNewTask } from './new-task.ts'
import { tasksWords } from './words/tasks-words.ts'

const route = getRouteApi('/$workspaceId/frame/new-task')

/** A new task: a title and a department are enough. */
export function NewTaskPage(): ReactNode {
  const words = useWords(tasksWords)
  const { fields } = words
  const { parentTaskId, propertyId, scheduledDate } = parseNewTask({ ...route.useSearch() })
  const [departments, properties, people] = [useDepartments(), useProperties(), usePeople()]
  const { create, isBusy } = useCreate()
  const first = useFocusHere<HTMLInputElement>()
  const [isDirty, setDirty] = useState(false)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    create({
      ...inputOf(form, (id) => people.find((each) => each.id === id)?.kind),
      ...(parentTaskId ? { parentTaskId } : {}),
    })
  }
  const named = (list: readonly { id: string; name: string }[]): ReactNode =>
    list.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))
  return (
    <div className="relative lg:overflow-y-auto">
      <PageHeader title={parentTaskId ? words.newSubtask : words.newTask} />
      <form className="px-4 pb-16 lg:px-6" onSubmit={submit} onChange={() => setDirty(true)}>
        <Card className="grid max-w-2xl gap-4 p-4 sm:grid-cols-2 sm:p-6">
          <div className="grid gap-4 sm:col-span-2">
            <LineField label={fields.title} name="title" required maxLength={500} ref={first} autoComplete="off" />
            <TextField label={fields.description} name="description" rows={3} />
          </div>
          <SelectField label={fields.department} name="departmentId" required>
            {departments.length === 1 ? null : <option value="">{words.chooseDepartment}</option>}
            {named(departments)}
          </SelectField>
          <SelectField
            // The home that was asked for can be chosen once the homes are there.
            key={`${propertyId} ${properties.length > 0}`}
            label={fields.property}
            name="propertyId"
            defaultValue={propertyId ?? ''}
          >
            <option value="">{words.noProperty}</option>
            {named(properties)}
          </SelectField>
          <SelectField label={fields.assign} name="assignee">
            <option value="">{words.nobody}</option>
            {named(people)}
          </SelectField>
          <SelectField label={fields.priority} name="priority" defaultValue="NORMAL">
            {PRIORITIES.map((priority) => (
              <option key={priority} value={priority}>
                {words.priorities[priority]}
              </option>
            ))}
          </SelectField>
          <LineField label={fields.date} name="scheduledDate" type="date" defaultValue={scheduledDate} />
          <LineField label={fields.time} name="scheduledTime" type="time" />
          <div className="sm:col-span-2">
            <Button type="submit" look="primary" size="large" busy={isBusy}>
              {words.create}
            </Button>
          </div>
        </Card>
      </form>
      <LeaveGuard isNeeded={isDirty} />
    </div>
  )
}

function useCreate() {
  const words = useWords(tasksWords)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id, api, open } = useDesk()
  const mutation = useChange<TaskCreate, Task>({
    send: (body, key) => api.send(`${open}/tasks`, { method: 'POST', body, key }),
    onDone(task) {
      void client.invalidateQueries({ queryKey: [id, 'tasks'] })
      const to = { to: '/$workspaceId/tasks/$taskId', params: { workspaceId: id, taskId: task.id } } as const
      void navigate({ ...to, replace: true, ignoreBlocker: true })
    },
    said: ({ shortId }) => words.created(shortId),
  })
  // At work until the page of what was made is there.
  const isBusy = mutation.isPending || mutation.isSuccess
  return { create: (input: TaskCreate) => mutation.mutate(change(input)), isBusy }
}

function inputOf(form: FormData, kindOf: (id: string) => 'user' | 'vendor' | undefined): TaskCreate {
  const text = (name: string): string => String(form.get(name) ?? '').trim()
  const given = <Name extends string>(name: Name): Partial<Record<Name, string>> =>
    (text(name) === '' ? {} : { [name]: text(name) }) as Partial<Record<Name, string>>
  const assignee = text('assignee')
  return {
    title: text('title'),
    departmentId: text('departmentId'),
    priority: text('priority') as NonNullable<TaskCreate['priority']>,
    source: 'MANUAL',
    ...given('description'),
    ...given('propertyId'),
    ...given('scheduledDate'),
    ...(text('scheduledDate') === '' ? {} : given('scheduledTime')),
    ...(assignee === '' ? {} : { [kindOf(assignee) === 'vendor' ? 'primaryVendorOrgId' : 'primaryUserId']: assignee }),
  }
}
