import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Task } from '../../../../src/modules/tasks/task.schema.ts'
import type { Workload } from '../../../../src/modules/tasks/workload.schema.ts'
import type { Person } from '../../../../src/modules/workforce/person.schema.ts'
import type { Skill } from '../../../../src/modules/workforce/skill.schema.ts'
import type { Vendor } from '../../../../src/modules/workforce/vendor.schema.ts'
import type { WorkException } from '../../../../src/modules/workforce/work-exception.schema.ts'
import type { WorkProfile } from '../../../../src/modules/workforce/work-profile.schema.ts'
import { useDesk, type Desk } from '../shell/console-context.ts'
import type { Page } from '../shell/request.ts'

type Asker = Pick<Desk, 'id' | 'api' | 'desk'>

const ALL_MAX = 100
const TASKS_SHOWN = 8

export function personQuery({ id, api, desk }: Asker, personId: string) {
  return queryOptions({
    queryKey: [id, 'people', 'one', personId],
    queryFn: ({ signal }) => api.read<Page<Person>>(`${desk}/people`, { id: personId, limit: 1 }, signal),
  })
}

export function vendorQuery({ id, api, desk }: Asker, vendorId: string) {
  return queryOptions({
    queryKey: [id, 'vendors', vendorId],
    queryFn: ({ signal }) => api.read<Vendor>(`${desk}/vendors/${vendorId}`, {}, signal),
  })
}

export function profileQuery({ id, api, desk }: Asker, membershipId: string) {
  return queryOptions({
    queryKey: [id, 'work-profiles', membershipId],
    queryFn: ({ signal }) => api.read<WorkProfile>(`${desk}/members/${membershipId}/work-profile`, {}, signal),
  })
}

/** Those that are not over. */
export function exceptionsQuery({ id, api, desk }: Asker, membershipId: string, today: string) {
  return queryOptions({
    queryKey: [id, 'work-exceptions', membershipId, today],
    queryFn: ({ signal }) =>
      api.read<Page<WorkException>>(
        `${desk}/members/${membershipId}/work-exceptions`,
        { from: today, limit: ALL_MAX },
        signal,
      ),
  })
}

export function workloadQuery({ id, api, desk }: Asker, personId: string, range: { from: string; to: string }) {
  return queryOptions({
    queryKey: [id, 'workload', 'one', personId, range],
    queryFn: ({ signal }) => api.read<Page<Workload>>(`${desk}/workload`, { id: personId, ...range, limit: 1 }, signal),
  })
}

export function openTasksQuery({ id, api, desk }: Asker, personId: string) {
  return queryOptions({
    queryKey: [id, 'tasks', 'person', personId],
    queryFn: ({ signal }) =>
      api.read<Page<Task>>(
        `${desk}/tasks`,
        { assigneeId: personId, isOpen: true, sort: 'scheduledDate', limit: TASKS_SHOWN },
        signal,
      ),
  })
}

export function useSkills(): readonly Skill[] {
  const { id, api, desk } = useDesk()
  const { data } = useQuery({
    queryKey: [id, 'skills'],
    queryFn: ({ signal }) => api.read<Page<Skill>>(`${desk}/skills`, { limit: ALL_MAX }, signal),
  })
  return data?.items ?? []
}
