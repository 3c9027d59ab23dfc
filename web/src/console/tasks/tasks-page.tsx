import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { useWords } from '../../language/language.tsx'
import { Empty } from '../parts/empty.tsx'
import { partsWords } from '../parts/words/parts-words.ts'
import { useDesk } from '../shell/console-context.ts'
import { useKeys } from '../shell/keyboard.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { FilterBar } from './filter-bar.tsx'
import { haveTurnedDays, parseFilters, type Filters } from './filters.ts'
import { TaskPicker, type PickerKind } from './pickers.tsx'
import { SavedViews } from './saved-views.tsx'
import { useTaskChange } from './task-changes.ts'
import { TaskList } from './task-list.tsx'
import { useSelection } from './use-selection.ts'
import { tasksWords } from './words/tasks-words.ts'

const route = getRouteApi('/$workspaceId/frame/tasks')

/** All tasks: found, ordered, changed one by one or many at once. */
export function TasksPage(): ReactNode {
  const words = useWords(tasksWords)
  const { turnedDays } = useWords(partsWords)
  const { id } = useDesk()
  const filters = parseFilters(route.useSearch())
  const navigate = useNavigate()
  const changeTask = useTaskChange()
  const isTurned = haveTurnedDays(filters)
  const [counted, setTotal] = useState<number>()
  const total = isTurned ? 0 : counted
  const selection = useSelection(filters)
  const [acting, setActing] = useState<{ kind: PickerKind; task: Task }>()
  const setFilters = (next: Filters): void => {
    selection.clear()
    void navigate({ to: '/$workspaceId/tasks', params: { workspaceId: id }, search: next, replace: true })
  }
  useKeys({ '/': () => document.getElementById('task-search')?.focus(), Escape: selection.clear })
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
          <>
            <SavedViews filters={filters} onChoose={setFilters} />
            {/* On a phone the bar above has it on every page. */}
            <Button
              look="primary"
              icon="plus"
              className="max-lg:hidden"
              onClick={() => void navigate({ to: '/$workspaceId/new-task', params: { workspaceId: id } })}
            >
              {words.newTask}
            </Button>
          </>
        }
      />
      <FilterBar filters={filters} onChange={setFilters} />
      {isTurned ? (
        <Empty icon="list" title={words.empty.title} text={turnedDays} />
      ) : (
        <TaskList
          key={JSON.stringify(filters)}
          filters={filters}
          selection={selection}
          onTotal={setTotal}
          onAct={(kind, task) => setActing({ kind, task })}
        />
      )}
      {/* The bar comes and goes with the selection, and what comes with its text is not read out. */}
      <p role="status" className="sr-only">
        {selection.hasBegun && total !== undefined ? words.bulk.selectedOf(selection.tasks.size, total) : ''}
      </p>
      {selection.tasks.size > 0 ? (
        <BulkBar tasks={[...selection.tasks.values()]} onSettled={selection.settle} onClear={selection.clear} />
      ) : null}
      {acting ? (
        <TaskPicker
          kind={acting.kind}
          task={acting.task}
          onChange={(changes, face) => changeTask({ task: acting.task, changes, ...(face ? { face } : {}) })}
          onClose={() => setActing(undefined)}
        />
      ) : null}
    </>
  )
}
