import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react'
import type { CalendarHome } from '../../../../src/modules/tasks/calendar.schema.ts'
import { Icon } from '../../design/icon.tsx'
import { Joined } from '../../design/joined.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { Empty } from '../parts/empty.tsx'
import { useLongRows } from '../parts/long-rows.ts'
import { useIsDesk } from '../parts/media.ts'
import { useRowKeys } from '../parts/row-keys.ts'
import { useDesk } from '../shell/console-context.ts'
import { LoadFailure } from '../shell/failures.tsx'
import { Waiting } from '../shell/gate.tsx'
import type { Page } from '../shell/request.ts'
import { OVER, todayIn } from '../tasks/task-signs.tsx'
import type { HomeFilters } from './home-filters.ts'
import { HomeStatus } from './home-signs.tsx'
import { presenceOn } from './presence.ts'
import { propertiesWords } from './words/properties-words.ts'

interface HomeListProps {
  filters: HomeFilters
  onTotal(total: number | undefined): void
}

export function HomeList({ filters, onTotal }: HomeListProps): ReactNode {
  const words = useWords(propertiesWords)
  const { id, api, desk, timezone } = useDesk()
  const box = useRef<HTMLDivElement>(null)
  const today = todayIn(timezone)
  const isDesk = useIsDesk()
  const { first, total, seen, height, itemAt, scrollTo } = useLongRows<CalendarHome>({
    box,
    rowHeight: isDesk ? 60 : 92,
    queryKey: [id, 'calendar', 'homes', today, filters],
    ask: (range, signal) =>
      api.read<Page<CalendarHome>>(`${desk}/calendar`, { from: today, to: today, ...filters, ...range }, signal),
  })
  const count = total ?? 0
  const { current, setCurrent } = useRowKeys({ box, count, scrollTo })
  useEffect(() => onTotal(total), [total, onTotal])
  if (first.isPending) return <Waiting />
  if (first.isError && !first.data) return <LoadFailure error={first.error} onRetry={() => void first.refetch()} />
  if (count === 0) return <NoHome isFiltered={Object.keys(filters).length > 0} />
  return (
    <div
      ref={box}
      className="relative h-[calc(100dvh-13rem)] min-h-80 flex-1 overflow-y-auto border-t border-line bg-surface lg:h-auto"
    >
      <ul aria-label={words.title} className="relative" style={{ height }}>
        {seen.map(({ index, start, size }) => (
          <HomeRow
            key={index}
            home={itemAt(index)}
            today={today}
            position={index}
            total={count}
            isCurrent={index === current}
            onFocus={() => setCurrent(index)}
            style={{ position: 'absolute', insetInline: 0, height: size, transform: `translateY(${start}px)` }}
          />
        ))}
      </ul>
    </div>
  )
}

function NoHome({ isFiltered }: { isFiltered: boolean }): ReactNode {
  const words = useWords(propertiesWords)
  const { id } = useDesk()
  return (
    <Empty icon="home" title={words.empty.title} text={words.empty.text}>
      {isFiltered ? (
        <Link
          to="/$workspaceId/properties"
          params={{ workspaceId: id }}
          className="inline-flex min-h-11 items-center font-semibold text-accent-text underline"
        >
          {words.noFilter}
        </Link>
      ) : null}
    </Empty>
  )
}

interface HomeRowProps {
  home: CalendarHome | undefined
  today: string
  position: number
  total: number
  isCurrent: boolean
  style: CSSProperties
  onFocus(): void
}

function HomeRow({ home, today, position, total, isCurrent, style, onFocus }: HomeRowProps): ReactNode {
  const words = useWords(propertiesWords)
  const { id } = useDesk()
  const place = { 'aria-setsize': total, 'aria-posinset': position + 1, style }
  if (!home) {
    return (
      <li {...place} className="flex items-center border-b border-line px-4 lg:px-6">
        <span className="h-4 w-2/3 animate-breathe rounded-full bg-sunken" />
        <span className="sr-only">…</span>
      </li>
    )
  }
  const open = home.work.filter(({ status }) => !OVER.includes(status)).length
  const about = [
    home.internalCode,
    home.city,
    home.bedrooms === null ? null : words.bedrooms(home.bedrooms),
    home.maxGuests === null ? null : words.guests(home.maxGuests),
  ]
  return (
    <li {...place} className={`border-b border-line ${isCurrent ? 'bg-sunken' : 'hover:bg-sunken'}`}>
      <Link
        to="/$workspaceId/properties/$propertyId"
        params={{ workspaceId: id, propertyId: home.id }}
        data-index={position}
        onFocus={onFocus}
        className="grid h-full min-w-0 content-center gap-x-4 gap-y-0.5 px-4 outline-offset-[-3px] lg:flex lg:items-center lg:px-6"
      >
        <span className="grid min-w-0 lg:flex-1">
          <span className="truncate font-medium">{home.name}</span>
          <span className="truncate text-small text-soft">
            <Joined parts={about} />
          </span>
        </span>
        <span className="flex min-w-0 items-center gap-3 overflow-hidden text-small whitespace-nowrap text-soft lg:contents">
          <span className="shrink-0 lg:order-last lg:w-28">
            <HomeStatus status={home.status} />
          </span>
          <span className="min-w-0 truncate lg:w-60">
            <Presence home={home} today={today} />
          </span>
          <span className={`shrink-0 lg:w-32 ${open === 0 ? 'max-lg:hidden' : ''}`}>
            {open === 0 ? words.noWorkToday : words.workToday(open)}
          </span>
        </span>
      </Link>
    </li>
  )
}

/** Who is there today, in a few words. */
function Presence({ home, today }: { home: CalendarHome; today: string }): ReactNode {
  const words = useWords(propertiesWords)
  const { format } = useLanguage()
  const presence = presenceOn(home.stays, today)
  if (presence.kind === 'free') return words.free
  const text = presence.kind === 'in' ? words.guestUntil(format.shortDay(presence.until)) : words[presence.kind]
  return (
    <span className="flex min-w-0 items-center gap-1.5 font-medium text-ink">
      <Icon name={presence.kind === 'in' ? 'bed' : 'door'} className="size-4 text-accent-text" />
      <span className="truncate">{text}</span>
    </span>
  )
}
