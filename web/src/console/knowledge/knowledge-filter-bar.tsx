import type { ReactNode } from 'react'
import { SelectField } from '../../design/field.tsx'
import { useWords } from '../../language/language.tsx'
import { SearchField } from '../parts/search-field.tsx'
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
    <div className="flex flex-wrap items-center gap-2 px-4 pb-3 lg:px-6">
      <SearchField
        id="article-search"
        label={words.searchLabel}
        placeholder={words.searchPlaceholder}
        text={filters.q ?? ''}
        onSearch={(q) => set({ q })}
      />
      <div className="min-w-36 flex-1 sm:flex-none">
        <SelectField
          label={words.statusLabel}
          isLabelHidden
          value={filters.status ?? ''}
          onChange={({ target }) => set({ status: target.value })}
        >
          <option value="">{words.everyStatus}</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {words.statuses[status]}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="min-w-36 flex-1 sm:flex-none">
        <SelectField
          label={words.visibilityLabel}
          isLabelHidden
          value={filters.visibility ?? ''}
          onChange={({ target }) => set({ visibility: target.value })}
        >
          <option value="">{words.everyVisibility}</option>
          {VISIBILITIES.map((visibility) => (
            <option key={visibility} value={visibility}>
              {words.visibilities[visibility]}
            </option>
          ))}
        </SelectField>
      </div>
      <Toggle
        label={words.withDraft}
        isOn={filters.hasDraft === true}
        onToggle={(isOn) => set({ hasDraft: isOn || undefined })}
      />
    </div>
  )
}
