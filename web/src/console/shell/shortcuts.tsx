import type { ReactNode } from 'react'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { useRole } from './console-context.ts'
import { keysOfPage, useSingleKeys } from './keyboard.ts'
import { PAGES } from './pages.ts'
import { shellWords } from './words/shell-words.ts'

/** Every key, and the switch for those who want none of them. */
export function Shortcuts({ onClose }: { onClose(): void }): ReactNode {
  const words = useWords(shellWords)
  const { keys } = words
  const single = useSingleKeys()
  const { may } = useRole()
  const onPage = keysOfPage()
  const groups = [
    ...(onPage.length === 0 ? [] : [{ name: keys.onPage, rows: onPage }]),
    {
      name: keys.everywhere,
      rows: [
        ['Ctrl K', keys.palette],
        ['?', keys.help],
        ['c', keys.newTask],
        ['z', keys.undo],
        ...PAGES.filter(({ role }) => may(role)).map((page) => [page.keys, words.commands.goTo(words.nav[page.name])]),
      ],
    },
    {
      name: keys.inLists,
      rows: [
        ['j', keys.down],
        ['k', keys.up],
        ['Enter', keys.openTask],
        ['x', keys.select],
        ['X', keys.selectRange],
        ['*', keys.selectAll],
        ['/', keys.search],
      ],
    },
    {
      name: keys.inTask,
      rows: [
        ['a', keys.assign],
        ['s', keys.status],
        ['p', keys.priority],
        ['d', keys.due],
        ['Esc', keys.back],
      ],
    },
  ]
  return (
    <Sheet title={keys.title} isOpen onClose={onClose}>
      {groups.map(({ name, rows }) => (
        <section key={name} className="grid gap-1">
          <h3 className="text-small font-medium text-soft">{name}</h3>
          <dl className="grid gap-1">
            {rows.map(([key, what]) => (
              <div key={key} className="flex items-baseline justify-between gap-4 text-label">
                <dt>{what}</dt>
                <dd>
                  <kbd className="rounded-lg border border-line bg-sunken px-2 py-0.5 font-mono text-small">{key}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label className="flex min-h-11 items-center gap-3 text-label font-medium">
        <input
          type="checkbox"
          className="size-6 accent-accent"
          checked={single.isOn}
          onChange={({ target }) => single.set(target.checked)}
        />
        {keys.single}
      </label>
      <p className="text-small text-soft">{keys.singleHint}</p>
    </Sheet>
  )
}
