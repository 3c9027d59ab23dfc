import { Fragment, type ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { LineField, SelectField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { DayField } from '../parts/day-field.tsx'
import { partsWords } from '../parts/words/parts-words.ts'
import { PRIORITIES, SORTS, STATUSES, haveTurnedDays, parseFilters, type Filters } from './filters.ts'
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
  const { turnedDays } = useWords(partsWords)
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
  const day = (name: 'scheduledDate' | 'scheduledFrom' | 'scheduledTo', label: string, fault?: string): ReactNode => (
    <DayField
      name={name}
      label={label}
      fault={fault}
      value={filters[name] ?? ''}
      onChange={(value) => set(name, value)}
    />
  )
  const named = (list: readonly { id: string; name: string }[]) => list.map(({ id, name }) => [id, name] as const)
  const truths = (yes: string, no: string) => Object.entries({ true: yes, false: no })
  return {
    q: (
      <LineField
        name="q"
        label={words.searchLabel}
        type="search"
        value={filters.q ?? ''}
        onChange={({ target }) => set('q', target.value)}
      />
    ),
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
    scheduledDate: day('scheduledDate', fields.date),
    scheduledFrom: day('scheduledFrom', words.from),
    scheduledTo: day('scheduledTo', words.to, haveTurnedDays(filters) ? turnedDays : undefined),
    updatedSince: (
      <DayField
        name="updatedSince"
        label={words.changedSince}
        value={filters.updatedSince?.slice(0, 10) ?? ''}
        onChange={(value) => set('updatedSince', value === '' ? '' : `${value}T00:00:00.000Z`)}
      />
    ),
    sort: choice('sort', words.order, namedBy(SORTS, words.sorts)),
  }
}

function namedBy<Name extends string>(all: readonly Name[], names: Record<Name, string>): [Name, string][] {
  return all.map((name) => [name, names[name]])
}
