import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { SavedView } from '../../../../src/modules/views/saved-view.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField } from '../../design/field.tsx'
import { Icon } from '../../design/icon.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { readFilters, writeFilters, type Filters } from './filters.ts'
import { useSavedViews } from './lookup-queries.ts'
import { tasksWords } from './words/tasks-words.ts'

interface SavedViewsProps {
  filters: Filters
  onChoose(filters: Filters): void
}

/** Lists under a name: one's own, and those of everybody. */
export function SavedViews({ filters, onChoose }: SavedViewsProps): ReactNode {
  const words = useWords(tasksWords)
  const views = useSavedViews()
  const [isOpen, setOpen] = useState(false)
  const current = writeFilters(filters)
  const shown = views.find((view) => view.filters === current)
  return (
    <>
      <Button icon="bookmark" onClick={() => setOpen(true)}>
        {shown?.name ?? words.views.button}
      </Button>
      {isOpen ? (
        <Sheet title={words.views.title} isOpen onClose={() => setOpen(false)}>
          {views.length === 0 ? <p className="text-soft">{words.views.none}</p> : null}
          <ul className="grid gap-1">
            {views.map((view) => (
              <ViewRow
                key={view.id}
                view={view}
                isCurrent={view === shown}
                onChoose={() => {
                  setOpen(false)
                  onChoose(readFilters(view.filters))
                }}
              />
            ))}
          </ul>
          <SaveForm filters={current} />
        </Sheet>
      ) : null}
    </>
  )
}

function ViewRow({ view, isCurrent, onChoose }: { view: SavedView; isCurrent: boolean; onChoose(): void }): ReactNode {
  const words = useWords(tasksWords)
  const client = useQueryClient()
  const { id, api, desk, user } = useDesk()
  const { may } = useRole()
  const drop = useChange<SavedView, unknown>({
    send: (gone, key) => api.send(`${desk}/saved-views/${gone.id}`, { method: 'DELETE', key }),
    onDone: () => void client.invalidateQueries({ queryKey: [id, 'saved-views'] }),
  })
  const isMine = view.owner.id === user.id
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        aria-current={isCurrent}
        className={`flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control px-3 text-left hover:bg-sunken ${isCurrent ? 'font-semibold text-accent-text' : ''}`}
        onClick={onChoose}
      >
        <span className="min-w-0 flex-1 truncate">{view.name}</span>
        <span className="text-small text-soft">{view.isShared ? words.views.shared : words.views.own}</span>
      </button>
      {isMine || may('manager') ? (
        <button
          type="button"
          aria-label={words.views.drop(view.name)}
          className="grid size-11 place-items-center rounded-control text-soft hover:bg-sunken"
          onClick={() => drop.mutate(change(view))}
        >
          <Icon name="trash" className="size-5" />
        </button>
      ) : null}
    </li>
  )
}

function SaveForm({ filters }: { filters: string }): ReactNode {
  const words = useWords(tasksWords)
  const shell = useWords(shellWords)
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const save = useChange<{ name: string; isShared: boolean }, SavedView>({
    send: (view, key) =>
      api.send(`${desk}/saved-views`, { method: 'POST', body: { area: 'tasks', filters, ...view }, key }),
    onDone: () => void client.invalidateQueries({ queryKey: [id, 'saved-views'] }),
    said: ({ name }) => words.views.saved(name),
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    save.mutate(change({ name: String(form.get('name')).trim(), isShared: form.get('shared') !== null }))
    event.currentTarget.reset()
  }
  return (
    <form className="grid gap-3 border-t border-line pt-4" onSubmit={submit}>
      <LineField label={words.views.name} name="name" required maxLength={100} autoComplete="off" />
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" name="shared" className="size-6 accent-accent" />
        {words.views.share}
      </label>
      <Button type="submit" look="tinted">
        {shell.save}
      </Button>
    </form>
  )
}
