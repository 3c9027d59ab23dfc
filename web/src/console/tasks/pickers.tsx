import { useState, type ReactNode } from 'react'
import type { Task, TaskUpdate } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { Picker, type Option } from '../parts/picker.tsx'
import { useDesk } from '../shell/console-context.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { givenTo, primaryOf } from './assignment.ts'
import { dueChanges } from './due.ts'
import { PRIORITIES, STATUSES } from './filters.ts'
import { useDepartments, usePeople, useProperties } from './lookup-queries.ts'
import type { Face } from './task-face.ts'
import { todayIn } from './task-signs.tsx'
import { tasksWords } from './words/tasks-words.ts'

export type PickerKind = 'assign' | 'status' | 'priority' | 'due' | 'department' | 'property'

interface TaskPickerProps {
  kind: PickerKind
  /** What is chosen now, where it is one task. */
  task?: Task
  onChange(changes: TaskUpdate, face?: Face): void
  onClose(): void
}

const NOBODY = 'nobody'

/** Chooses what a field of a task becomes. */
export function TaskPicker(props: TaskPickerProps): ReactNode {
  switch (props.kind) {
    case 'assign':
      return <AssignPicker {...props} />
    case 'due':
      return <DueSheet {...props} />
    case 'department':
      return <DepartmentPicker {...props} />
    case 'property':
      return <PropertyPicker {...props} />
    default:
      return <ValuePicker {...props} />
  }
}

function Choosing({
  title,
  options,
  onPick,
  onClose,
}: {
  title: string
  options: Option[]
  onPick(value: string): void
  onClose(): void
}): ReactNode {
  const shell = useWords(shellWords)
  return (
    <Picker
      title={title}
      placeholder={shell.search}
      none={shell.none}
      options={options}
      onPick={onPick}
      onClose={onClose}
    />
  )
}

function ValuePicker({ kind, task, onChange, onClose }: TaskPickerProps): ReactNode {
  const words = useWords(tasksWords)
  const names: Record<string, string> = kind === 'status' ? words.statuses : words.priorities
  const options = (kind === 'status' ? STATUSES : PRIORITIES).map((value) => ({
    value,
    label: names[value] ?? value,
    isChosen: task?.[kind === 'status' ? 'status' : 'priority'] === value,
  }))
  const pick = (value: string): void => onChange({ [kind]: value })
  return <Choosing title={words.fields[kind]} options={options} onPick={pick} onClose={onClose} />
}

function AssignPicker({ task, onChange, onClose }: TaskPickerProps): ReactNode {
  const words = useWords(tasksWords)
  const { user } = useDesk()
  const people = usePeople()
  const chosen = (task && primaryOf(task)) ?? NOBODY
  const own = people.filter(({ id }) => id === user.id)
  const options = [
    ...own.map(({ id }) => ({ value: id, label: words.me, hint: user.fullName, isChosen: chosen === id })),
    { value: NOBODY, label: words.nobody, isChosen: chosen === NOBODY },
    ...people
      .filter(({ id }) => id !== user.id)
      .map(({ id, name, role }) => ({
        value: id,
        label: name,
        hint: role === null ? words.vendor : words.roles[role],
        isChosen: chosen === id,
      })),
  ]
  function pick(value: string): void {
    const { changes, face } = givenTo(
      people.find(({ id }) => id === value),
      task,
    )
    onChange(changes, face)
  }
  return <Choosing title={words.fields.assign} options={options} onPick={pick} onClose={onClose} />
}

function DepartmentPicker({ task, onChange, onClose }: TaskPickerProps): ReactNode {
  const words = useWords(tasksWords)
  const departments = useDepartments()
  const options = departments.map(({ id, name }) => ({ value: id, label: name, isChosen: task?.departmentId === id }))
  function pick(departmentId: string): void {
    const department = departments.find(({ id }) => id === departmentId)
    if (department) onChange({ departmentId }, { departmentId, department })
  }
  return <Choosing title={words.fields.department} options={options} onPick={pick} onClose={onClose} />
}

function PropertyPicker({ task, onChange, onClose }: TaskPickerProps): ReactNode {
  const words = useWords(tasksWords)
  const properties = useProperties()
  const options = [
    { value: NOBODY, label: words.noProperty, isChosen: task?.propertyId === null },
    ...properties.map(({ id, name }) => ({ value: id, label: name, isChosen: task?.propertyId === id })),
  ]
  function pick(value: string): void {
    const property = properties.find(({ id }) => id === value)
    const shown = property ? { id: value, name: property.name, status: '', address: null, city: null } : null
    onChange({ propertyId: property ? value : null }, { propertyId: property ? value : null, property: shown })
  }
  return <Choosing title={words.fields.property} options={options} onPick={pick} onClose={onClose} />
}

function DueSheet({ task, onChange, onClose }: TaskPickerProps): ReactNode {
  const words = useWords(tasksWords)
  const shell = useWords(shellWords)
  const { timezone } = useDesk()
  const today = todayIn(timezone)
  const [date, setDate] = useState(task?.scheduledDate ?? today)
  const [time, setTime] = useState(task?.scheduledTime?.slice(0, 5) ?? '')
  function put(scheduledDate: string | null): void {
    onChange(dueChanges({ date: scheduledDate, time, task }))
    onClose()
  }
  return (
    <Sheet title={words.fields.due} isOpen onClose={onClose}>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => put(today)}>{words.today}</Button>
        <Button onClick={() => put(dayAfter(today, 1))}>{words.tomorrow}</Button>
        <Button onClick={() => put(dayAfter(today, 7))}>{words.inAWeek}</Button>
        <Button onClick={() => put(null)}>{words.noDate}</Button>
      </div>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (date !== '') put(date)
        }}
      >
        <LineField
          label={words.fields.date}
          type="date"
          value={date}
          onChange={({ target }) => setDate(target.value)}
        />
        <LineField
          label={words.fields.time}
          type="time"
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
        <Button type="submit" look="primary">
          {shell.save}
        </Button>
      </form>
    </Sheet>
  )
}

export function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}
