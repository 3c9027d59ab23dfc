import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import { buttonClass } from '../../design/button.tsx'
import { Section } from '../../design/card.tsx'
import { Icon } from '../../design/icon.tsx'
import { useWords } from '../../language/language.tsx'
import { TaskLines } from '../parts/task-lines.tsx'
import { useDesk } from '../shell/console-context.ts'
import { openTasksQuery } from './property-queries.ts'
import { propertiesWords } from './words/properties-words.ts'

/** What is still to do here, the next first; the list has the rest. */
export function OpenTasks({ property }: { property: Property }): ReactNode {
  const words = useWords(propertiesWords)
  const desk = useDesk()
  const { data } = useQuery(openTasksQuery(desk, property.id))
  const total = data?.pagination.total ?? 0
  return (
    <Section
      title={words.tasks.title}
      aside={
        total > 0 ? (
          <Link
            to="/$workspaceId/tasks"
            params={{ workspaceId: desk.id }}
            search={{ propertyId: property.id, isOpen: true }}
            className="inline-flex min-h-11 items-center font-semibold text-accent-text hover:underline"
          >
            {words.tasks.all(total)}
          </Link>
        ) : null
      }
    >
      {data && total === 0 ? <p className="px-1 text-soft">{words.tasks.none}</p> : null}
      {data && total > 0 ? <TaskLines tasks={data.items} isWithPeople /> : null}
      <div>
        <Link
          to="/$workspaceId/new-task"
          params={{ workspaceId: desk.id }}
          search={{ propertyId: property.id }}
          className={buttonClass({})}
        >
          <Icon name="plus" className="size-5" />
          {words.tasks.add}
        </Link>
      </div>
    </Section>
  )
}
