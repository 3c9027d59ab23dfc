import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk, useRole } from '../shell/console-context.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { SETTINGS_GROUPS, SETTINGS_PAGES } from '../shell/settings-pages.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { settingsWords } from './words/settings-words.ts'

/** Everything that can be set, with a sentence each. */
export function OverviewPage(): ReactNode {
  const shell = useWords(shellWords)
  const words = useWords(settingsWords)
  const { id } = useDesk()
  const { may } = useRole()
  return (
    <>
      <PageHeader title={shell.nav.settings} />
      <div className="grid max-w-5xl gap-8 px-4 pb-16 lg:px-6">
        {SETTINGS_GROUPS.map((group) => {
          const pages = SETTINGS_PAGES.filter((page) => page.group === group && may(page.role))
          if (pages.length === 0) return null
          return (
            <section key={group} aria-label={words.groups[group]} className="grid gap-3">
              <h2 className="font-medium text-soft">{words.groups[group]}</h2>
              <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
                {pages.map((page) => (
                  <li key={page.to}>
                    <Link
                      to={page.to}
                      params={{ workspaceId: id }}
                      className="flex h-full gap-3.5 rounded-card border border-line bg-surface p-4 shadow-card hover:border-edge"
                    >
                      <span className="grid size-10 shrink-0 place-items-center rounded-control bg-accent-ground text-accent-text">
                        <Icon name={page.icon} className="size-5" />
                      </span>
                      <span className="grid content-start gap-0.5">
                        <span className="font-semibold">{shell.nav[page.name]}</span>
                        <span className="text-small text-soft">{words.about[page.name]}</span>
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </>
  )
}
