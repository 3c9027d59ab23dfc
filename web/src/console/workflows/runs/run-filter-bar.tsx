import type { ReactNode } from 'react'
import { useWords } from '../../../language/language.tsx'
import { FilterSelect } from '../../parts/filter-select.tsx'
import { workflowsWords } from '../words/workflows-words.ts'
import { RUN_MODES, RUN_STATUSES, RUN_TRIGGERS, type RunFilters } from './run-filters.ts'
import { runsWords } from './words/runs-words.ts'

interface RunFilterBarProps {
  filters: RunFilters
  onChange(filters: RunFilters): void
  children?: ReactNode
}

export function RunFilterBar({ filters, onChange, children }: RunFilterBarProps): ReactNode {
  const words = useWords(runsWords)
  const flows = useWords(workflowsWords)
  function choose<Name extends keyof RunFilters>(name: Name, value: RunFilters[Name] | undefined): void {
    const { [name]: _gone, ...rest } = filters
    onChange(value === undefined ? rest : { ...rest, [name]: value })
  }
  return (
    <div className="flex flex-wrap gap-2 [&_select]:max-w-full">
      <FilterSelect
        label={words.filters.status}
        value={filters.status}
        options={RUN_STATUSES.map((value) => ({ value, label: words.statuses[value] }))}
        onChoose={(value) => choose('status', value)}
      />
      <FilterSelect
        label={words.filters.triggerKind}
        value={filters.triggerKind}
        options={RUN_TRIGGERS.map((value) => ({ value, label: flows.triggerKinds[value] }))}
        onChoose={(value) => choose('triggerKind', value)}
      />
      <FilterSelect
        label={words.filters.mode}
        value={filters.mode}
        options={RUN_MODES.map((value) => ({ value, label: words.modes[value] }))}
        onChoose={(value) => choose('mode', value)}
      />
      {children}
    </div>
  )
}
