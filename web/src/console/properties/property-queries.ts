import { queryOptions } from '@tanstack/react-query'
import type { DoorLink } from '../../../../src/modules/links/door-link.schema.ts'
import type { DoorAttempt } from '../../../../src/modules/locks/door-attempt.schema.ts'
import type { Lock } from '../../../../src/modules/locks/lock.schema.ts'
import type { PropertyGuide } from '../../../../src/modules/properties/property-guide.schema.ts'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import type { Reservation } from '../../../../src/modules/reservations/reservation.schema.ts'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import type { Desk } from '../shell/console-context.ts'
import type { Page } from '../shell/request.ts'

type Asker = Pick<Desk, 'id' | 'api' | 'desk' | 'open'>
export type ListedDoorLink = Omit<DoorLink, 'url'>

const STAYS_SHOWN = 50
const TASKS_SHOWN = 8
const TRIES_SHOWN = 5
const ALL_MAX = 100

export function propertyQuery({ id, api, open }: Asker, propertyId: string) {
  return queryOptions({
    queryKey: [id, 'property', propertyId, 'facts'],
    queryFn: ({ signal }) => api.readTagged<Property>(`${open}/properties/${propertyId}`, signal),
  })
}

export function guideQuery({ id, api, desk }: Asker, propertyId: string) {
  return queryOptions({
    queryKey: [id, 'property', propertyId, 'guide'],
    queryFn: ({ signal }) => api.readTagged<PropertyGuide>(`${desk}/properties/${propertyId}/guide`, signal),
  })
}

/** One of them, to be changed: as it is now, never as it was the last time. */
export function stayQuery({ id, api, desk }: Asker, reservationId: string) {
  return queryOptions({
    queryKey: [id, 'reservations', 'one', reservationId],
    queryFn: ({ signal }) => api.readTagged<Reservation>(`${desk}/reservations/${reservationId}`, signal),
    gcTime: 0,
  })
}

/** Those who are there and those who come. */
export function comingStaysQuery({ id, api, desk }: Asker, propertyId: string, today: string) {
  return queryOptions({
    queryKey: [id, 'reservations', propertyId, 'coming', today],
    queryFn: ({ signal }) =>
      api.read<Page<Reservation>>(
        `${desk}/reservations`,
        { propertyId, from: today, sort: 'checkinDate', limit: STAYS_SHOWN },
        signal,
      ),
  })
}

/** The latest first; whoever is still there is among them. */
export function pastStaysQuery({ id, api, desk }: Asker, propertyId: string, today: string, limit: number) {
  return queryOptions({
    queryKey: [id, 'reservations', propertyId, 'past', today, limit],
    queryFn: ({ signal }) =>
      api.read<Page<Reservation>>(
        `${desk}/reservations`,
        { propertyId, to: today, sort: '-checkinDate', limit },
        signal,
      ),
    placeholderData: (before) => before,
  })
}

export function openTasksQuery({ id, api, desk }: Asker, propertyId: string) {
  return queryOptions({
    queryKey: [id, 'tasks', 'home', propertyId],
    queryFn: ({ signal }) =>
      api.read<Page<Task>>(
        `${desk}/tasks`,
        { propertyId, isOpen: true, sort: 'scheduledDate', include: 'assignees', limit: TASKS_SHOWN },
        signal,
      ),
  })
}

export function locksQuery({ id, api, desk }: Asker, propertyId: string) {
  return queryOptions({
    queryKey: [id, 'property', propertyId, 'locks'],
    queryFn: ({ signal }) => api.read<Page<Lock>>(`${desk}/locks`, { propertyId, limit: ALL_MAX }, signal),
  })
}

export function attemptsQuery({ id, api, desk }: Asker, propertyId: string) {
  return queryOptions({
    queryKey: [id, 'property', propertyId, 'attempts'],
    queryFn: ({ signal }) =>
      api.read<Page<DoorAttempt>>(`${desk}/door-attempts`, { propertyId, limit: TRIES_SHOWN }, signal),
  })
}

export function doorLinksQuery({ id, api, desk }: Asker, propertyId: string) {
  return queryOptions({
    queryKey: [id, 'property', propertyId, 'links'],
    queryFn: ({ signal }) =>
      api.read<Page<ListedDoorLink>>(`${desk}/door-links`, { propertyId, limit: ALL_MAX }, signal),
  })
}
