import type { ReactNode } from 'react'
import { useWords } from '../../language/language.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { LIST_STATUSES, type ListFilters } from './list-filters.ts'
import { workflowsWords } from './words/workflows-words.ts'

interface ListFilterBarProps {
  filters: ListFilters
  onChange(filters: ListFilters): void
}

export function ListFilterBar({ filters, onChange }: ListFilterBarProps): ReactNode {
  const words = useWords(workflowsWords)
  const { q: _q, ...withoutText } = filters
  const { status, ...withoutStatus } = filters
  const { failing, ...withoutFailing } = filters
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 lg:px-6">
      <SearchField
        id="workflow-search"
        label={words.search}
        placeholder={words.search}
        text={filters.q ?? ''}
        onSearch={(q) => onChange(q === '' ? withoutText : { ...filters, q })}
      />
      <FilterSelect
        label={words.statusLabel}
        value={status}
        options={LIST_STATUSES.map((value) => ({ value, label: words.statuses[value] }))}
        onChoose={(next) => onChange(next ? { ...filters, status: next } : withoutStatus)}
      />
      <Toggle
        label={words.failingOnly}
        isOn={failing === true}
        onToggle={(isOn) => onChange(isOn ? { ...filters, failing: true } : withoutFailing)}
      />
    </div>
  )
}
