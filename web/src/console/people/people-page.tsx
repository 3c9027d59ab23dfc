import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { SearchBar } from '../parts/search-bar.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { useKeys } from '../shell/keyboard.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { useDepartments } from '../tasks/lookup-queries.ts'
import { dayAfter } from '../tasks/pickers.tsx'
import { todayIn } from '../tasks/task-signs.tsx'
import { LoadTable } from './load-table.tsx'
import { parsePeopleView, weekOf, type PeopleView } from './people-view.ts'
import { VendorSheet } from './vendor-sheet.tsx'
import { peopleWords } from './words/people-words.ts'

const route = getRouteApi('/$workspaceId/frame/people')
type ViewChanges = { [Name in keyof PeopleView]: PeopleView[Name] | undefined }

/** Who has how much to do on which day of the week. */
export function PeoplePage(): ReactNode {
  const words = useWords(peopleWords)
  const { format } = useLanguage()
  const { id, timezone } = useDesk()
  const { may } = useRole()
  const navigate = useNavigate()
  const view = parsePeopleView({ ...route.useSearch() })
  const today = todayIn(timezone)
  const days = weekOf(view.week ?? today)
  const [total, setTotal] = useState<number>()
  const [isAdding, setAdding] = useState(false)
  const setView = (changes: ViewChanges): void =>
    void navigate({
      to: '/$workspaceId/people',
      params: { workspaceId: id },
      search: parsePeopleView({ ...view, ...changes }),
      replace: true,
    })
  return (
    <>
      <PageHeader
        title={words.title}
        aside={
          <p aria-live="polite" className="text-soft">
            {format.shortDays(days[0] ?? today, days[6] ?? today)}
            {total === undefined ? '' : ` · ${words.count(total)}`}
          </p>
        }
        actions={
          may('manager') ? (
            <Button icon="plus" onClick={() => setAdding(true)}>
              {words.newVendor}
            </Button>
          ) : null
        }
      />
      <PeopleBar view={view} monday={days[0] ?? today} onView={setView} />
      <LoadTable key={JSON.stringify(view)} view={view} days={days} today={today} onTotal={setTotal} />
      {isAdding ? <VendorSheet onClose={() => setAdding(false)} /> : null}
    </>
  )
}

interface PeopleBarProps {
  view: PeopleView
  monday: string
  onView(changes: ViewChanges): void
}

function PeopleBar({ view, monday, onView }: PeopleBarProps): ReactNode {
  const words = useWords(peopleWords)
  const departments = useDepartments()
  const move = (count: number): void => onView({ week: dayAfter(monday, count) })
  useKeys({ '[': () => move(-7), ']': () => move(7) }, { '[': words.weekBefore, ']': words.weekAfter })
  return (
    <SearchBar
      id="people-search"
      label={words.search}
      placeholder={words.searchHint}
      text={view.q ?? ''}
      onSearch={(q) => onView({ q })}
    >
      <FilterSelect
        label={words.everybody}
        value={view.kind}
        options={(['user', 'vendor'] as const).map((value) => ({ value, label: words.kinds[value] }))}
        onChoose={(kind) => onView({ kind })}
      />
      <FilterSelect
        label={words.everyDepartment}
        value={view.departmentId}
        options={departments.map(({ id, name }) => ({ value: id, label: name }))}
        onChoose={(departmentId) => onView({ departmentId })}
      />
      <div className="flex gap-2 lg:ml-auto">
        <Button icon="chevronLeft" aria-label={words.weekBefore} onClick={() => move(-7)} />
        <Button onClick={() => onView({ week: undefined })}>{words.thisWeek}</Button>
        <Button icon="chevronRight" aria-label={words.weekAfter} onClick={() => move(7)} />
      </div>
    </SearchBar>
  )
}
