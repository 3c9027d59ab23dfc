import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useMoment } from '../parts/moment.ts'
import { SearchField } from '../parts/search-field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { useDesk } from '../shell/console-context.ts'
import { FilterSheet } from './filter-sheet.tsx'
import { countFilters, type Filters } from './filters.ts'
import { isWhole, useDepartments, usePeople, useProperties } from './lookup-queries.ts'
import { taskQuery } from './task-queries.ts'
import { tasksWords } from './words/tasks-words.ts'

interface FilterBarProps {
  filters: Filters
  onChange(filters: Filters): void
}

/** What the list shows: the search, the choices that are used most, and each filter that is on. */
export function FilterBar({ filters, onChange }: FilterBarProps): ReactNode {
  const words = useWords(tasksWords)
  const { user } = useDesk()
  const [isOpen, setOpen] = useState(false)
  const without = (name: keyof Filters): Filters => {
    const { [name]: _gone, ...rest } = filters
    return rest
  }
  const chips = useChips(filters)
  return (
    <div className="grid gap-2 px-4 pb-3 lg:px-6">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          id="task-search"
          label={words.searchLabel}
          placeholder={words.searchPlaceholder}
          text={filters.q ?? ''}
          onSearch={(q) => onChange(q === '' ? without('q') : { ...filters, q })}
        />
        <Toggle
          label={words.onlyOpen}
          isOn={filters.isOpen === true}
          onToggle={(isOn) => onChange(isOn ? { ...filters, isOpen: true } : without('isOpen'))}
        />
        <Toggle
          label={words.mine}
          isOn={filters.assigneeId === user.id}
          onToggle={(isOn) => onChange(isOn ? { ...filters, assigneeId: user.id } : without('assigneeId'))}
        />
        <Button icon="filter" onClick={() => setOpen(true)}>
          {words.filters}
          {countFilters(filters) > 0 ? ` (${countFilters(filters)})` : ''}
        </Button>
      </div>
      {chips.length === 0 ? null : (
        <ul aria-label={words.activeFilters} className="flex flex-wrap gap-2">
          {chips.map(({ name, text }) => (
            <li key={name}>
              <button
                type="button"
                aria-label={words.removeFilter(text)}
                className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 text-small font-medium hover:bg-sunken"
                onClick={() => onChange(without(name))}
              >
                {text}
                <Icon name="x" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isOpen ? <FilterSheet filters={filters} onChange={onChange} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

/** Each filter that is on, in words, apart from those that have a place of their own. */
function useChips(filters: Filters): { name: keyof Filters; text: string }[] {
  const words = useWords(tasksWords)
  const { format } = useLanguage()
  const moment = useMoment()
  const { user } = useDesk()
  const [people, properties, departments] = [usePeople(), useProperties(), useDepartments()]
  const desk = useDesk()
  const parent = useQuery({
    ...taskQuery(desk, filters.parentTaskId ?? ''),
    enabled: filters.parentTaskId !== undefined,
  })
  const nameIn = (list: readonly { id: string; name: string }[], id: string): string =>
    list.find((each) => each.id === id)?.name ?? (isWhole(list) ? words.gone : '…')
  const { fields } = words
  const texts: { [Name in keyof Filters]: (value: NonNullable<Filters[Name]>) => string } = {
    isOpen: (value) => (value ? '' : words.onlyOver),
    status: (value) => `${fields.status}: ${words.statuses[value]}`,
    priority: (value) => `${fields.priority}: ${words.priorities[value]}`,
    assigneeId: (value) => (value === user.id ? '' : `${fields.assign}: ${nameIn(people, value)}`),
    isUnassigned: (value) => (value ? words.unassigned : words.assigned),
    isBlocked: (value) => (value ? words.blockedOnly : words.notBlocked),
    isLate: (value) => (value ? words.late : words.notLate),
    parentTaskId: () => `${words.partOf} ${parent.data?.shortId ?? (parent.isError ? words.gone : '…')}`,
    propertyId: (value) => `${fields.property}: ${nameIn(properties, value)}`,
    departmentId: (value) => `${fields.department}: ${nameIn(departments, value)}`,
    departmentKind: () => words.fieldOps,
    scheduledDate: (value) => `${fields.date}: ${format.shortDay(value)}`,
    scheduledFrom: (value) => `${words.from} ${format.shortDay(value)}`,
    scheduledTo: (value) => `${words.to} ${format.shortDay(value)}`,
    updatedSince: (value) => `${words.changedSince} ${moment(value)}`,
    sort: (value) => (value === '-createdAt' ? '' : words.sorts[value]),
  }
  return (Object.keys(texts) as (keyof Filters)[]).flatMap((name) => {
    const value = filters[name]
    const text = value === undefined ? '' : (texts[name] as ((value: unknown) => string) | undefined)?.(value)
    return text === undefined || text === '' ? [] : [{ name, text }]
  })
}
