import { Link, Outlet, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { bringIntoSight } from '../parts/in-sight.ts'
import { useDesk, useRole } from '../shell/console-context.ts'
import { RoleGate } from '../shell/gate.tsx'
import { SETTINGS_GROUPS, SETTINGS_PAGES } from '../shell/settings-pages.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { settingsWords } from './words/settings-words.ts'

/** What every settings page stands in: the list beside it at a desk, the way back to the list on a phone. */
export function SettingsFrame(): ReactNode {
  const words = useWords(shellWords)
  const { id } = useDesk()
  const { may } = useRole()
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' })
  const here = SETTINGS_PAGES.find(({ to }) => path === to || path.startsWith(`${to}/`))
  if (!here) {
    return (
      <RoleGate needs="manager">
        <div className="relative lg:overflow-y-auto">
          <Outlet />
        </div>
      </RoleGate>
    )
  }
  /** One of the list, and not the list itself. */
  const isDeeper = path !== here.to
  if (!may(here.role)) return <RoleGate needs={here.role}>{null}</RoleGate>
  return (
    <div className="min-h-0 flex-1 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="hidden overflow-y-auto border-r border-line px-3 py-4 lg:block">
        <SettingsNav current={here.to} />
      </div>
      <div className="relative min-w-0 lg:overflow-y-auto">
        <Link
          to={isDeeper ? here.to : '/$workspaceId/settings'}
          params={{ workspaceId: id }}
          className={`mx-2 mt-2 inline-flex min-h-11 items-center gap-1 rounded-control px-2 font-medium text-accent-text hover:bg-accent-ground lg:mx-4 ${isDeeper ? '' : 'lg:hidden'}`}
        >
          <Icon name="chevronLeft" className="size-5" />
          {isDeeper ? words.nav[here.name] : words.nav.settings}
        </Link>
        <Outlet />
      </div>
    </div>
  )
}

function SettingsNav({ current }: { current: string }): ReactNode {
  const words = useWords(shellWords)
  const { groups } = useWords(settingsWords)
  const { id } = useDesk()
  const { may } = useRole()
  return (
    <nav aria-label={words.nav.settings} className="grid gap-4">
      {SETTINGS_GROUPS.map((group) => {
        const pages = SETTINGS_PAGES.filter((page) => page.group === group && may(page.role))
        if (pages.length === 0) return null
        return (
          <div key={group} className="grid gap-0.5">
            <p className="px-3 pb-1 text-small font-medium text-soft">{groups[group]}</p>
            {pages.map((page) => (
              <Link
                key={page.to}
                // The list is longer than a small window, and one may come by a link.
                ref={page.to === current ? bringIntoSight : undefined}
                to={page.to}
                params={{ workspaceId: id }}
                className="flex min-h-11 scroll-my-4 items-center gap-3 rounded-control px-3 text-label font-medium hover:bg-sunken"
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
  )
}
