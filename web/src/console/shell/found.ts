import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import type { Reservation } from '../../../../src/modules/reservations/reservation.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import type { Person } from '../../../../src/modules/workforce/person.schema.ts'
import { useWords } from '../../language/language.tsx'
import type { ArticleSummary } from '../knowledge/knowledge-queries.ts'
import type { Option } from '../parts/picker.tsx'
import { plain } from '../parts/plain-letters.ts'
import { automationsQuery } from '../workflows/workflow-queries.ts'
import { useDesk } from './console-context.ts'
import type { Page } from './request.ts'
import { shellWords } from './words/shell-words.ts'

const TASKS_MAX = 8
const OTHERS_MAX = 4
const TYPING_MILLIS = 150

/** What one can do, or a thing with a page of its own. */
export interface Command extends Option {
  run(): void
}

/** The things of the workspace that these letters name, a few of each kind. */
export function useFound(text: string): readonly Command[] {
  const desk = useDesk()
  const { id: workspaceId, open, desk: own } = desk
  const { found: kinds } = useWords(shellWords).palette
  const navigate = useNavigate()
  const q = usePaused(text.trim())
  const isAsked = q.length > 1
  const tasks = useSome<Task>('tasks', `${own}/tasks`, q, TASKS_MAX)
  const homes = useSome<Property>('properties', `${open}/properties`, q)
  const people = useSome<Person>('people', `${own}/people`, q)
  const stays = useSome<Reservation>('reservations', `${own}/reservations`, q)
  const articles = useSome<ArticleSummary>('articles', `${own}/articles`, q)
  const automations = useQuery({ ...automationsQuery(desk), enabled: isAsked }).data ?? []
  if (!isAsked) return []
  return [
    ...tasks.map(({ id, title, shortId }): Command => ({
      value: `task ${id}`,
      label: title,
      hint: shortId,
      icon: 'arrowRight',
      run: () => void navigate({ to: '/$workspaceId/tasks/$taskId', params: { workspaceId, taskId: id } }),
    })),
    ...homes.map(({ id, name }): Command => ({
      value: `property ${id}`,
      label: name,
      hint: kinds.property,
      icon: 'home',
      run: () => void navigate({ to: '/$workspaceId/properties/$propertyId', params: { workspaceId, propertyId: id } }),
    })),
    ...people.map(({ id, name, kind }): Command => ({
      value: `person ${id}`,
      label: name,
      hint: kinds[kind],
      icon: kind === 'user' ? 'user' : 'users',
      run: () =>
        void (kind === 'user'
          ? navigate({ to: '/$workspaceId/people/$personId', params: { workspaceId, personId: id } })
          : navigate({ to: '/$workspaceId/people/vendors/$vendorId', params: { workspaceId, vendorId: id } })),
    })),
    // A guest has no page of their own: the home of their stay is where they are found.
    ...stays.map(({ id, guestName, code, propertyId, propertyName }): Command => ({
      value: `stay ${id}`,
      label: guestName ?? code ?? propertyName,
      hint: `${kinds.guest} · ${propertyName}`,
      icon: 'bed',
      run: () => void navigate({ to: '/$workspaceId/properties/$propertyId', params: { workspaceId, propertyId } }),
    })),
    ...articles.map(({ id, title }): Command => ({
      value: `article ${id}`,
      label: title,
      hint: kinds.article,
      icon: 'book',
      run: () => void navigate({ to: '/$workspaceId/knowledge/$articleId', params: { workspaceId, articleId: id } }),
    })),
    ...automations
      .filter(({ name }) => plain(name).includes(plain(q)))
      .slice(0, OTHERS_MAX)
      .map(({ id, name }): Command => ({
        value: `automation ${id}`,
        label: name,
        hint: kinds.automation,
        icon: 'flow',
        run: () =>
          void navigate({ to: '/$workspaceId/workflows/$workflowId', params: { workspaceId, workflowId: id } }),
      })),
  ]
}

function useSome<Item>(list: string, path: string, q: string, limit = OTHERS_MAX): readonly Item[] {
  const { id, api } = useDesk()
  const { data } = useQuery({
    queryKey: [id, list, 'found', q],
    queryFn: ({ signal }) => api.read<Page<Item>>(path, { q, limit }, signal),
    enabled: q.length > 1,
    placeholderData: (before) => before,
  })
  return data?.items ?? []
}

/** The text when the typing pauses: not every letter is worth asking all lists. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_MILLIS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
