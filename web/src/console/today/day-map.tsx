import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import { Button } from '../../design/button.tsx'
import { Joined } from '../../design/joined.tsx'
import { useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import { useProperties, type Home } from '../tasks/lookup-queries.ts'
import type { Dragging } from './dragging.ts'
import { MapPicture } from './map-picture.tsx'
import type { Spot } from './map-places.ts'
import { TaskCard } from './task-card.tsx'
import { todayWords } from './words/today-words.ts'

interface DayMapProps {
  tasks: readonly Task[]
  blocked: ReadonlySet<string>
  late: ReadonlySet<string>
  dragging: Dragging
  onAssign(task: Task): void
}

/** Where the day's work is, drawn from the homes' own coordinates: nobody else learns where they are. */
export function DayMap({ tasks, blocked, late, dragging, onAssign }: DayMapProps): ReactNode {
  const words = useWords(todayWords)
  const homes = useProperties()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { spots, elsewhere } = placed(tasks, homes)
  const shown =
    chosen.length === 0 ? tasks : tasks.filter(({ propertyId }) => propertyId !== null && chosen.includes(propertyId))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 px-4 pb-16 lg:grid-cols-[minmax(0,1fr)_22rem] lg:px-6">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:sticky lg:top-0">
        <MapPicture spots={spots} homes={homes.filter(isPlaced)} chosen={chosen} onChoose={setChosen} />
        <NotPlaced homes={elsewhere} />
      </div>
      <section aria-label={words.mapList} className="grid gap-2 rounded-card bg-sunken p-2">
        <h2 className="flex min-h-12 items-center gap-2 px-2 font-semibold">
          <span className="min-w-0 flex-1 truncate">
            {chosen.length === 0 ? words.mapAll : <Joined parts={namesOf(chosen, homes)} by=", " />}
          </span>
          <span className="text-small font-normal text-soft">{words.count(shown.length)}</span>
          {chosen.length === 0 ? null : (
            <Button look="quiet" onClick={() => setChosen([])}>
              {words.mapAll}
            </Button>
          )}
        </h2>
        <ul className="grid gap-2">
          {shown.map((task) => (
            <TaskCard
              key={task.id}
              task={task}
              isBlocked={blocked.has(task.id)}
              isLate={late.has(task.id)}
              showsPeople
              dragging={dragging}
              onAssign={() => onAssign(task)}
            />
          ))}
        </ul>
      </section>
    </div>
  )
}

/** Homes that nobody has given a place yet, and how much there is to do. */
function NotPlaced({ homes }: { homes: readonly { id: string; name: string; count: number }[] }): ReactNode {
  const words = useWords(todayWords)
  const { id } = useDesk()
  if (homes.length === 0) return null
  return (
    <section aria-label={words.notOnMap} className="grid gap-1">
      <h2 className="text-small font-medium text-soft">{words.notOnMap}</h2>
      <ul className="flex flex-wrap gap-2">
        {homes.map((home) => (
          <li key={home.id}>
            <Link
              to="/$workspaceId/tasks"
              params={{ workspaceId: id }}
              search={{ propertyId: home.id, isOpen: true }}
              className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 text-small font-medium hover:bg-sunken"
            >
              {home.name} <span className="text-soft">{words.count(home.count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

type PlacedHome = Home & { latitude: number; longitude: number }

function isPlaced(home: Home): home is PlacedHome {
  return home.latitude !== null && home.longitude !== null
}

function namesOf(ids: readonly string[], homes: readonly Home[]): string[] {
  return homes.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
}

function placed(tasks: readonly Task[], homes: readonly Home[]) {
  const counts = new Map<string, number>()
  for (const { propertyId } of tasks) if (propertyId) counts.set(propertyId, (counts.get(propertyId) ?? 0) + 1)
  const busy = homes.filter(({ id }) => counts.has(id))
  const spots: Spot[] = busy.filter(isPlaced).map(({ id, name, latitude, longitude }) => ({
    id,
    name,
    latitude,
    longitude,
    count: counts.get(id) ?? 0,
  }))
  const elsewhere = busy
    .filter((home) => !isPlaced(home))
    .map(({ id, name }) => ({ id, name, count: counts.get(id) ?? 0 }))
  return { spots, elsewhere }
}
