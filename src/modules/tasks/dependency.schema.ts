import { Type, type Static } from 'typebox'
import { closed, DateTime, Page, Paging, Uuid, WorkspaceId } from '#core/schema.ts'
import { Task } from './task.schema.ts'

const { id, shortId, title, status } = Task.properties

/** A task that must be closed before the one that depends on it can be completed. */
export const Dependency = Type.Object(
  {
    id,
    shortId,
    title,
    status,
    isOpen: Type.Boolean({ description: 'Whether it still stands in the way.' }),
    dependsSince: DateTime,
  },
  { $id: 'Dependency' },
)
export const DependencyPage = Page(Dependency, { $id: 'DependencyPage' })
export const DependencyQuery = closed(Paging)
export const DependencyPath = closed({ workspaceId: WorkspaceId, taskId: Uuid, dependsOnId: Uuid })

export type Dependency = Static<typeof Dependency>
export type DependencyQuery = Static<typeof DependencyQuery>
