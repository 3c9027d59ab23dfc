import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { LineField, SelectField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { PRIORITIES, SORTS, STATUSES, parseFilters, type Filters } from './filters.ts'
import { useDepartments, usePeople, useProperties } from './lookup-queries.ts'
import { tasksWords } from './words/tasks-words.ts'

interface FilterSheetProps {
  filters: Filters
  onChange(filters: Filters): void
  onClose(): void
}

/** Every filter of the list. */
export function FilterSheet({ filters, onChange, onClose }: FilterSheetProps): ReactNode {
  const words = useWords(tasksWords)
  const { fields } = words
  const [people, properties, departments] = [usePeople(), useProperties(), useDepartments()]
  const set = (name: keyof Filters, value: string | undefined): void =>
    onChange(parseFilters({ ...filters, [name]: value === '' ? undefined : value }))
  const choice = (name: keyof Filters, label: string, options: readonly (readonly [string, string])[]): ReactNode => (
    <SelectField label={label} value={String(filters[name] ?? '')} onChange={({ target }) => set(name, target.value)}>
      <option value="">{words.any}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  )
  const day = (name: 'scheduledDate' | 'scheduledFrom' | 'scheduledTo', label: string): ReactNode => (
    <LineField
      label={label}
      type="date"
      value={filters[name] ?? ''}
      onChange={({ target }) => set(name, target.value)}
    />
  )
  const named = (list: readonly { id: string; name: string }[]) => list.map(({ id, name }) => [id, name] as const)
  const truths = (yes: string, no: string) =>
    [
      ['true', yes],
      ['false', no],
    ] as const
  return (
    <Sheet title={words.filters} isOpen onClose={onClose}>
      <div className="grid max-h-[60dvh] gap-4 overflow-y-auto p-1">
        {choice('isOpen', fields.state, truths(words.onlyOpen, words.onlyOver))}
        {choice(
          'status',
          fields.status,
          STATUSES.map((status) => [status, words.statuses[status]] as const),
        )}
        {choice(
          'priority',
          fields.priority,
          PRIORITIES.map((priority) => [priority, words.priorities[priority]] as const),
        )}
        {choice('assigneeId', fields.assign, named(people))}
        {choice('isUnassigned', fields.staffing, truths(words.unassigned, words.assigned))}
        {choice('propertyId', fields.property, named(properties))}
        {choice('departmentId', fields.department, named(departments))}
        {choice('departmentKind', fields.departmentKind, [['field_ops', words.fieldOps]])}
        {day('scheduledDate', fields.date)}
        {day('scheduledFrom', words.from)}
        {day('scheduledTo', words.to)}
        <LineField
          label={words.changedSince}
          type="date"
          value={filters.updatedSince?.slice(0, 10) ?? ''}
          onChange={({ target }) => set('updatedSince', target.value === '' ? '' : `${target.value}T00:00:00.000Z`)}
        />
        {choice(
          'sort',
          words.order,
          SORTS.map((sort) => [sort, words.sorts[sort]] as const),
        )}
      </div>
      <div className="flex gap-2">
        <Button look="primary" onClick={onClose}>
          {words.show}
        </Button>
        <Button look="quiet" onClick={() => onChange({})}>
          {words.clearFilters}
        </Button>
      </div>
    </Sheet>
  )
}
