import { parseFilters } from './filters.ts'

/** What is known of a task before it is written. */
export interface NewTask {
  parentTaskId?: string
  propertyId?: string
  scheduledDate?: string
}

export function parseNewTask(search: Record<string, unknown>): NewTask {
  const { propertyId, scheduledDate } = parseFilters(search)
  const { parentTaskId } = search
  return {
    ...(typeof parentTaskId === 'string' ? { parentTaskId } : {}),
    ...(propertyId === undefined ? {} : { propertyId }),
    ...(scheduledDate === undefined ? {} : { scheduledDate }),
  }
}
