import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import type { PlannedHome } from './calendar-queries.ts'
import { HomeDay } from './day-sheet.tsx'
import { calendarWords } from './words/calendar-words.ts'

/** A day at a home, and the ways on. */
export function OneHome({ home, day }: { home: PlannedHome; day: string }): ReactNode {
  const words = useWords(calendarWords)
  const { id } = useDesk()
  const needsClean = home.findings.clashes.some(({ kind, date }) => kind === 'noClean' && date === day)
  return (
    <div className="grid gap-4">
      <HomeDay home={home} day={day} />
      <div className="flex flex-wrap gap-2">
        <Link
          to="/$workspaceId/new-task"
          params={{ workspaceId: id }}
          search={{ propertyId: home.id, scheduledDate: day }}
          className={buttonClass({ look: needsClean ? 'primary' : 'secondary' })}
        >
          <Icon name="plus" className="size-5" />
          {needsClean ? words.planClean : words.newTask}
        </Link>
        <Link
          to="/$workspaceId/tasks"
          params={{ workspaceId: id }}
          search={{ propertyId: home.id, scheduledDate: day }}
          className={buttonClass({})}
        >
          {words.toTasks}
        </Link>
        <Link
          to="/$workspaceId/properties/$propertyId"
          params={{ workspaceId: id, propertyId: home.id }}
          className={buttonClass({})}
        >
          {words.toHome}
        </Link>
      </div>
    </div>
  )
}
