import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Icon } from '../../design/icon.tsx'
import { LanguageSwitch } from '../../language/language-switch.tsx'
import { useWords } from '../../language/language.tsx'
import { Bell } from '../notifications/bell.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { useConsole, useDesk, useRole } from './console-context.ts'
import { atPage, PAGES } from './pages.ts'
import { WorkspacePicker } from './workspace-picker.tsx'
import { shellWords } from './words/shell-words.ts'

const ROW = 'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-label font-medium hover:bg-sunken'

/** The way to everything, and who one is. */
export function Sidebar({ onSearch }: { onSearch(): void }): ReactNode {
  const { session } = useConsole()
  const { id, name, user, others } = useDesk()
  const { may } = useRole()
  const words = useWords(shellWords)
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className="flex h-full min-h-0 flex-col gap-1 lg:p-3">
      <div className="flex items-center gap-1">
        {others.length === 0 ? (
          <p className={`${ROW} min-w-0 flex-1 font-semibold hover:bg-transparent`}>
            <span className="truncate">{name}</span>
          </p>
        ) : (
          <button type="button" className={`${ROW} min-w-0 flex-1 font-semibold`} onClick={() => setChoosing(true)}>
            <span className="min-w-0 flex-1 truncate text-left">{name}</span>
            <span className="sr-only">{words.switchWorkspace}</span>
            <Icon name="chevronDown" className="size-4 text-soft" />
          </button>
        )}
        <Bell />
      </div>
      <button type="button" className={`${ROW} mb-2 border border-line text-soft`} onClick={onSearch}>
        <Icon name="search" className="size-5" />
        <span className="min-w-0 flex-1 truncate text-left">{words.palette.open}</span>
        <kbd className="hidden font-mono text-small lg:inline">Ctrl K</kbd>
      </button>
      {/* What does not fit scrolls; who one is and the way out stay in sight. */}
      <nav
        aria-label={words.nav.label}
        className="-mx-2 grid min-h-0 flex-1 content-start gap-0.5 overflow-y-auto px-2 py-1.5"
      >
        {(['work', 'settings'] as const).map((group) => {
          const pages = PAGES.filter((page) => page.group === group && may(page.role))
          if (pages.length === 0) return null
          return (
            <div key={group} className="grid gap-0.5 not-first:mt-3">
              {pages.map((page) => (
                <Link
                  key={page.to}
                  to={page.to}
                  params={atPage(id)}
                  className={ROW}
                  activeProps={{ className: 'bg-accent-ground text-accent-text', 'aria-current': 'page' }}
                >
                  <Icon name={page.icon} className="size-5" />
                  {words.nav[page.name]}
                </Link>
              ))}
            </div>
          )
        })}
      </nav>
      <div className="grid shrink-0 gap-0.5 border-t border-line pt-2">
        <div className="flex items-center gap-1">
          <Link
            to="/$workspaceId/notifications/preferences"
            params={{ workspaceId: id }}
            className={`${ROW} min-w-0 flex-1 text-soft`}
          >
            <Icon name="user" className="size-5" />
            <span className="truncate">{user.fullName}</span>
            <span className="sr-only">{words.preferences}</span>
          </Link>
          <IconButton icon="leave" isSoft label={words.signOut} onClick={() => void session.signOut()} />
        </div>
        <LanguageSwitch spacing="gap-3 px-3" />
      </div>
      {isChoosing ? <WorkspacePicker onClose={() => setChoosing(false)} /> : null}
    </div>
  )
}
