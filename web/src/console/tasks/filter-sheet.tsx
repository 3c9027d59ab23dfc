import { Fragment, type ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { LineField, SelectField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { PRIORITIES, SORTS, STATUSES, parseFilters, type Filters } from './filters.ts'
import { isWhole, useDepartments, usePeople, useProperties } from './lookup-queries.ts'
import { ParentField } from './parent-field.tsx'
import { tasksWords } from './words/tasks-words.ts'

interface FilterSheetProps {
  filters: Filters
  onChange(filters: Filters): void
  onClose(): void
}

/** Every filter of the list. */
export function FilterSheet({ filters, onChange, onClose }: FilterSheetProps): ReactNode {
  const words = useWords(tasksWords)
  return (
    <Sheet title={words.filters} isOpen onClose={onClose}>
      <div className="grid max-h-[60dvh] gap-4 overflow-y-auto p-1">
        {Object.entries(useFields(filters, onChange)).map(([name, field]) => (
          <Fragment key={name}>{field}</Fragment>
        ))}
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

/** In the order of the sheet. One that the API has and this has not does not compile. */
function useFields(filters: Filters, onChange: (filters: Filters) => void): Record<keyof Filters, ReactNode> {
  const words = useWords(tasksWords)
  const { fields } = words
  const [people, properties, departments] = [usePeople(), useProperties(), useDepartments()]
  const set = (name: keyof Filters, value: string | undefined): void =>
    onChange(parseFilters({ ...filters, [name]: value === '' ? undefined : value }))
  // What is on is shown as it is, also when it was deleted.
  const missing = (name: keyof Filters, options: readonly (readonly [string, string])[]): ReactNode => {
    const value = filters[name]
    if (value === undefined || options.some(([each]) => each === String(value))) return null
    return <option value={String(value)}>{isWhole(options) ? words.gone : '…'}</option>
  }
  const choice = (name: keyof Filters, label: string, options: readonly (readonly [string, string])[]): ReactNode => (
    <SelectField
      name={name}
      label={label}
      value={String(filters[name] ?? '')}
      onChange={({ target }) => set(name, target.value)}
    >
      <option value="">{words.any}</option>
      {missing(name, options)}
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  )
  const line = (name: 'q' | 'scheduledDate' | 'scheduledFrom' | 'scheduledTo', label: string): ReactNode => (
    <LineField
      name={name}
      label={label}
      type={name === 'q' ? 'search' : 'date'}
      value={filters[name] ?? ''}
      onChange={({ target }) => set(name, target.value)}
    />
  )
  const named = (list: readonly { id: string; name: string }[]) => list.map(({ id, name }) => [id, name] as const)
  const truths = (yes: string, no: string) => Object.entries({ true: yes, false: no })
  return {
    q: line('q', words.searchLabel),
    isOpen: choice('isOpen', fields.state, truths(words.onlyOpen, words.onlyOver)),
    status: choice('status', fields.status, namedBy(STATUSES, words.statuses)),
    priority: choice('priority', fields.priority, namedBy(PRIORITIES, words.priorities)),
    assigneeId: choice('assigneeId', fields.assign, named(people)),
    isUnassigned: choice('isUnassigned', fields.staffing, truths(words.unassigned, words.assigned)),
    isBlocked: choice('isBlocked', words.blockedOnly, truths(words.blockedOnly, words.notBlocked)),
    isLate: choice('isLate', words.late, truths(words.late, words.notLate)),
    propertyId: choice('propertyId', fields.property, named(properties)),
    departmentId: choice('departmentId', fields.department, named(departments)),
    departmentKind: choice('departmentKind', fields.departmentKind, [['field_ops', words.fieldOps]]),
    parentTaskId: <ParentField taskId={filters.parentTaskId} onChange={(taskId) => set('parentTaskId', taskId)} />,
    scheduledDate: line('scheduledDate', fields.date),
    scheduledFrom: line('scheduledFrom', words.from),
    scheduledTo: line('scheduledTo', words.to),
    updatedSince: (
      <LineField
        name="updatedSince"
        label={words.changedSince}
        type="date"
        value={filters.updatedSince?.slice(0, 10) ?? ''}
        onChange={({ target }) => set('updatedSince', target.value === '' ? '' : `${target.value}T00:00:00.000Z`)}
      />
    ),
    sort: choice('sort', words.order, namedBy(SORTS, words.sorts)),
  }
}

function namedBy<Name extends string>(all: readonly Name[], names: Record<Name, string>): [Name, string][] {
  return all.map((name) => [name, names[name]])
}
