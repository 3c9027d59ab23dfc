import type { RemoteDepartment } from '#modules/connections/connection.schema.ts'

/** What the provider should have of a task. */
export interface WantedTask {
  name: string
  department: RemoteDepartment
  priority: 'urgent' | 'high' | 'normal' | 'low' | 'watch'
  description: string
  date: string | null
  /** HH:MM:SS, local to the property. */
  time: string | null
  /** What the provider calls them. */
  assigneeIds: string[]
}
