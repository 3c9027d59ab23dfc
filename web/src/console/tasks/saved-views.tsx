import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { SavedView } from '../../../../src/modules/views/saved-view.schema.ts'
import { Button } from '../../design/button.tsx'
import { LineField } from '../../design/field.tsx'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { AskIconButton } from '../parts/ask-button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { readFilters, writeFilters, type Filters } from './filters.ts'
import { useSavedViews } from './lookup-queries.ts'
import { useViewChanges } from './view-changes.ts'
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
  const [edited, setEdited] = useState<SavedView>()
  /** What is saved late must not close the form of another one. */
  const leave = (left?: SavedView): void => setEdited((now) => (now?.id === left?.id ? undefined : now))
  const close = (): void => {
    setOpen(false)
    setEdited(undefined)
  }
  const current = writeFilters(filters)
  const shown = views.find((view) => view.filters === current)
  return (
    <>
      <Button icon="bookmark" className="min-w-0" onClick={() => setOpen(true)}>
        <span className="max-w-48 truncate">{shown?.name ?? words.views.button}</span>
      </Button>
      {isOpen ? (
        <Sheet title={words.views.title} isOpen onClose={close}>
          {views.length === 0 ? <p className="text-soft">{words.views.none}</p> : null}
          <ul className="grid grid-cols-1 gap-1">
            {views.map((view) => (
              <ViewRow
                key={view.id}
                view={view}
                isCurrent={view === shown}
                onChoose={() => {
                  close()
                  onChoose(readFilters(view.filters))
                }}
                onEdit={() => setEdited(view)}
                onDrop={() => leave(view)}
              />
            ))}
          </ul>
          <ViewForm key={edited?.id} filters={current} view={edited} onDone={() => leave(edited)} />
        </Sheet>
      ) : null}
    </>
  )
}

interface ViewRowProps {
  view: SavedView
  isCurrent: boolean
  onChoose(): void
  onEdit(): void
  onDrop(): void
}

function ViewRow({ view, isCurrent, onChoose, onEdit, onDrop }: ViewRowProps): ReactNode {
  const words = useWords(tasksWords)
  const { user } = useDesk()
  const { may } = useRole()
  const { drop } = useViewChanges()
  return (
    <li className="group flex items-center gap-1">
      <button
        type="button"
        aria-current={isCurrent}
        className={`flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control px-3 text-left hover:bg-sunken ${isCurrent ? 'font-semibold text-accent-text' : ''}`}
        onClick={onChoose}
      >
        <span className="min-w-0 flex-1 truncate">{view.name}</span>
        <span className="text-small text-soft group-has-data-asking:hidden">
          {view.isShared ? words.views.shared : words.views.own}
        </span>
      </button>
      {view.owner.id === user.id || may('manager') ? (
        <>
          <span className="group-has-data-asking:hidden">
            <IconButton icon="pen" label={words.views.change(view.name)} isSoft onClick={onEdit} />
          </span>
          <AskIconButton
            label={words.views.drop(view.name)}
            really={words.drop}
            onYes={() => {
              drop(view)
              onDrop()
            }}
          />
        </>
      ) : null}
    </li>
  )
}

interface ViewFormProps {
  /** Those of the list as it is now. */
  filters: string
  /** The one that is changed, as it was when that began; undefined: a new one. */
  view?: SavedView | undefined
  onDone(): void
}

function ViewForm({ filters, view, onDone }: ViewFormProps): ReactNode {
  const words = useWords(tasksWords)
  const shell = useWords(shellWords)
  const form = useRef<HTMLFormElement>(null)
  const { add, edit, isBusy } = useViewChanges(() => {
    form.current?.reset()
    onDone()
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const written = new FormData(event.currentTarget)
    const said = { name: String(written.get('name')).trim(), isShared: written.get('shared') !== null }
    if (view) edit(view, { ...said, filters: written.get('filters') === null ? view.filters : filters })
    else add({ ...said, filters })
  }
  return (
    <form ref={form} className="grid gap-3 border-t border-line pt-4" onSubmit={submit}>
      <LineField
        label={view ? words.views.rename : words.views.name}
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={view?.name}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" name="shared" className="size-6 accent-accent" defaultChecked={view?.isShared} />
        {words.views.share}
      </label>
      {view && view.filters !== filters ? (
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="filters" className="size-6 accent-accent" />
          {words.views.takeFilters}
        </label>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" look="tinted" className="flex-1" busy={isBusy}>
          {shell.save}
        </Button>
        {view ? <Button onClick={onDone}>{shell.cancel}</Button> : null}
      </div>
    </form>
  )
}
