import type { ReactNode } from 'react'
import { useWords } from '../../language/language.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { SearchBar } from '../parts/search-bar.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { STATUSES, VISIBILITIES, type KnowledgeFilters } from './knowledge-filters.ts'
import { knowledgeWords } from './words/knowledge-words.ts'

interface KnowledgeFilterBarProps {
  filters: KnowledgeFilters
  onChange(changes: Record<string, unknown>): void
}

/** Which articles are shown. All of it is in the address. */
export function KnowledgeFilterBar({ filters, onChange: set }: KnowledgeFilterBarProps): ReactNode {
  const words = useWords(knowledgeWords)
  return (
    <SearchBar
      id="article-search"
      label={words.searchLabel}
      placeholder={words.searchPlaceholder}
      text={filters.q ?? ''}
      onSearch={(q) => set({ q })}
    >
      <FilterSelect
        label={words.everyStatus}
        value={filters.status}
        options={STATUSES.map((value) => ({ value, label: words.statuses[value] }))}
        onChoose={(status) => set({ status })}
      />
      <FilterSelect
        label={words.everyVisibility}
        value={filters.visibility}
        options={VISIBILITIES.map((value) => ({ value, label: words.visibilities[value] }))}
        onChoose={(visibility) => set({ visibility })}
      />
      <Toggle
        label={words.withDraft}
        isOn={filters.hasDraft === true}
        onToggle={(isOn) => set({ hasDraft: isOn || undefined })}
      />
    </SearchBar>
  )
}
