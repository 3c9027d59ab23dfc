import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { unreadQuery } from './notification-queries.ts'

const SHOWN_MAX = 99

/** Whether there is news for whoever is signed in, on every page. */
export function Bell(): ReactNode {
  const words = useWords(shellWords)
  const desk = useDesk()
  const { data: count = 0 } = useQuery(unreadQuery(desk))
  return (
    <Link
      to="/$workspaceId/notifications"
      params={{ workspaceId: desk.id }}
      activeOptions={{ exact: true, includeSearch: false }}
      activeProps={{ className: 'bg-accent-ground text-accent-text', 'aria-current': 'page' }}
      aria-label={count === 0 ? words.nav.notifications : words.unread(count)}
      className="relative grid size-11 shrink-0 place-items-center rounded-control hover:bg-sunken"
    >
      <Icon name="bell" className="size-6" />
      {count === 0 ? null : (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-[11px] leading-none font-semibold text-on-accent"
        >
          {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
        </span>
      )}
    </Link>
  )
}
