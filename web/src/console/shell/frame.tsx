import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Sheet } from '../../design/sheet.tsx'
import { useWords } from '../../language/language.tsx'
import { Bell } from '../notifications/bell.tsx'
import { ConflictSheet } from '../parts/conflict-sheet.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { useDesk, useRole } from './console-context.ts'
import { ConnectionNote } from './connection-note.tsx'
import { Invitations } from './invitations.tsx'
import { useKeys } from './keyboard.ts'
import { LinkNote } from './link-note.tsx'
import { useNotices } from './notice-list.tsx'
import { atPage, PAGES } from './pages.ts'
import { Palette } from './palette.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { Sidebar } from './sidebar.tsx'
import { shellWords } from './words/shell-words.ts'

type Open = 'palette' | 'shortcuts' | undefined

/** What every page of a workspace stands in. */
export function ConsoleFrame(): ReactNode {
  const { id, name } = useDesk()
  const { may } = useRole()
  const words = useWords(shellWords)
  const notices = useNotices()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const close = (): void => setOpen(undefined)
  const newTask = (): void => void navigate({ to: '/$workspaceId/new-task', params: { workspaceId: id } })
  const { pathname } = useRouterState({ select: ({ location }) => location })
  /** The page that the menu was opened on, and closes with. What else is opened while the next comes stays. */
  const [menuAt, setMenuAt] = useState<string>()
  const closeMenu = (): void => setMenuAt(undefined)
  if (menuAt !== undefined && menuAt !== pathname) closeMenu()
  useKeys({
    'mod+k': () => setOpen('palette'),
    '?': () => setOpen('shortcuts'),
    c: newTask,
    z: () => notices.undoLast(),
    ...Object.fromEntries(
      PAGES.filter(({ role }) => may(role)).map(({ keys, to }) => [
        keys,
        () => void navigate({ to, params: atPage(id) }),
      ]),
    ),
  })
  return (
    <div className="text-label lg:grid lg:h-dvh lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-accent font-semibold text-on-accent focus:not-sr-only focus:fixed focus:px-4 focus:py-3 focus:top-2 focus:left-2"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        {words.skip}
      </a>
      <header className="sticky top-0 z-20 flex items-center gap-1 border-b border-line bg-paper/90 px-2 py-1 backdrop-blur-md lg:hidden">
        <IconButton icon="menu" label={words.menu} onClick={() => setMenuAt(pathname)} />
        <p className="min-w-0 flex-1 truncate font-semibold">{name}</p>
        <Bell />
        <IconButton icon="search" label={words.palette.open} onClick={() => setOpen('palette')} />
        <IconButton icon="plus" label={words.commands.newTask} onClick={newTask} />
      </header>
      <aside className="hidden h-dvh border-r border-line bg-paper lg:block">
        <Sidebar onSearch={() => setOpen('palette')} />
      </aside>
      <main
        id="main"
        tabIndex={-1}
        className="flex min-w-0 flex-col outline-none lg:relative lg:h-dvh lg:overflow-hidden"
      >
        <ConnectionNote />
        <LinkNote />
        <Invitations />
        <Outlet />
      </main>
      <ConflictSheet />
      {open === 'palette' ? (
        <Palette onClose={close} onShortcuts={() => setOpen('shortcuts')} onNewTask={newTask} />
      ) : null}
      {open === 'shortcuts' ? <Shortcuts onClose={close} /> : null}
      {menuAt === undefined ? null : (
        <Sheet title={words.menu} isOpen onClose={closeMenu}>
          <Sidebar
            onSearch={() => {
              closeMenu()
              setOpen('palette')
            }}
          />
        </Sheet>
      )}
    </div>
  )
}
