import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { useMoment } from '../parts/moment.ts'
import { SearchBar } from '../parts/search-bar.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { HOME_SORTS, HOME_STATUSES, parseHomeFilters, type HomeFilters } from './home-filters.ts'
import { HomeList } from './home-list.tsx'
import { NewPropertySheet } from './new-property-sheet.tsx'
import { propertiesWords } from './words/properties-words.ts'

const route = getRouteApi('/$workspaceId/frame/properties')

/** All homes: who is there now, and what is to do today. */
export function PropertiesPage(): ReactNode {
  const words = useWords(propertiesWords)
  const { id } = useDesk()
  const { may } = useRole()
  const filters = parseHomeFilters(route.useSearch())
  const navigate = useNavigate()
  const [total, setTotal] = useState<number>()
  const [isAdding, setAdding] = useState(false)
  const setFilters = (search: HomeFilters): void =>
    void navigate({ to: '/$workspaceId/properties', params: { workspaceId: id }, search, replace: true })
  return (
    <>
      <PageHeader
        title={words.title}
        aside={
          <p aria-live="polite" className="text-soft">
            {total === undefined ? '' : words.count(total)}
          </p>
        }
        actions={
          may('manager') ? (
            <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
              {words.newProperty}
            </Button>
          ) : null
        }
      />
      <HomeFilterBar filters={filters} onChange={setFilters} />
      <HomeList key={JSON.stringify(filters)} filters={filters} onTotal={setTotal} />
      {isAdding ? <NewPropertySheet onClose={() => setAdding(false)} /> : null}
    </>
  )
}

function HomeFilterBar({
  filters,
  onChange,
}: {
  filters: HomeFilters
  onChange(filters: HomeFilters): void
}): ReactNode {
  const words = useWords(propertiesWords)
  const moment = useMoment()
  const put = (changes: { [Name in keyof HomeFilters]: HomeFilters[Name] | undefined }): void =>
    onChange(parseHomeFilters({ ...filters, ...changes }))
  return (
    <SearchBar
      id="home-search"
      label={words.search}
      placeholder={words.searchHint}
      text={filters.q ?? ''}
      onSearch={(q) => put({ q })}
    >
      <FilterSelect
        label={words.allStatuses}
        value={filters.status}
        options={HOME_STATUSES.map((value) => ({ value, label: words.statuses[value] }))}
        onChoose={(status) => put({ status })}
      />
      <FilterSelect
        label={words.anyOrder}
        value={filters.sort === 'name' ? undefined : filters.sort}
        options={HOME_SORTS.filter((sort) => sort !== 'name').map((value) => ({ value, label: words.sorts[value] }))}
        onChoose={(sort) => put({ sort })}
      />
      {filters.updatedSince === undefined ? null : (
        <Button onClick={() => put({ updatedSince: undefined })}>
          {words.changedSince(moment(filters.updatedSince))}
          <Icon name="x" className="size-4" />
        </Button>
      )}
    </SearchBar>
  )
}
