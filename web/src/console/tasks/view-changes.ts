import { useQueryClient } from '@tanstack/react-query'
import type { SavedView, SavedViewUpdate } from '../../../../src/modules/views/saved-view.schema.ts'
import { useWords } from '../../language/language.tsx'
import { conflictOf } from '../parts/conflict.ts'
import { sendVersioned, tagOf, takenFields } from '../parts/send-versioned.ts'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { tasksWords } from './words/tasks-words.ts'

const FIELDS = ['name', 'filters', 'isShared'] as const satisfies readonly (keyof SavedView)[]
/** What is left of a view that is taken away. */
const NOTHING = Object.fromEntries(FIELDS.map((field) => [field, null]))

type Field = (typeof FIELDS)[number]
type Said = Pick<SavedView, Field>
interface ViewChange {
  seen: SavedView
  /** undefined: it is taken away. */
  changes?: SavedViewUpdate
}

/** Views that are shared are changed by several people: where two change the same, both are shown. */
export function useViewChanges(onSaved?: () => void) {
  const words = useWords(tasksWords)
  const client = useQueryClient()
  const { id, api, desk } = useDesk()
  const path = `${desk}/saved-views`
  const onDone = (): void => {
    void client.invalidateQueries({ queryKey: [id, 'saved-views'] })
    onSaved?.()
  }
  const save = useChange<Said, SavedView>({
    send: (view, key) => api.send(path, { method: 'POST', body: { area: 'tasks', ...view }, key }),
    onDone,
    said: ({ name }) => words.views.saved(name),
  })
  const textOf = (view: Said, field: Field): string => {
    if (field === 'isShared') return view.isShared ? words.views.shared : words.views.own
    return view[field] === '' ? '–' : view[field]
  }
  const put = useChange<ViewChange, unknown>({
    send: ({ seen, changes }, key) =>
      sendVersioned<SavedView, unknown>(
        {
          api,
          path: `${path}/${seen.id}`,
          seen: { value: seen, tag: tagOf(seen) },
          conflictsIn: (current) => takenFields(seen, current, changes ?? NOTHING),
          send: (match, own) =>
            api.send(`${path}/${seen.id}`, {
              ...(changes ? { method: 'PATCH' as const, body: changes } : { method: 'DELETE' as const }),
              key: own,
              match,
            }),
        },
        key,
      ),
    onDone,
    said: (_, { changes, seen }) => (changes ? words.views.saved(changes.name ?? seen.name) : undefined),
    onRefused: (problem, { seen, changes }) =>
      conflictOf<SavedView>(problem, ({ value: current }) => {
        // Both are shown, and one is chosen there.
        onDone()
        return {
          title: current.name,
          labels: { name: words.views.rename, filters: words.views.filtersNow, isShared: words.views.share },
          theirs: (field) => textOf(current, field as Field),
          mine: (field) => (changes ? textOf({ ...seen, ...changes }, field as Field) : words.costs.gone),
          takeMine: () => put.mutate(change({ seen: current, ...(changes && { changes }) })),
        }
      }),
  })
  return {
    add: (view: Said) => save.mutate(change(view)),
    edit: (seen: SavedView, said: Said) => {
      const changes = Object.fromEntries(
        FIELDS.filter((field) => said[field] !== seen[field]).map((field) => [field, said[field]]),
      )
      if (Object.keys(changes).length > 0) put.mutate(change({ seen, changes }))
      else onSaved?.()
    },
    drop: (seen: SavedView) => put.mutate(change({ seen })),
    isBusy: save.isPending || put.isPending,
  }
}
