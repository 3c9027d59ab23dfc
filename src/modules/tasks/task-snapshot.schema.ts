import type { ChecklistItem } from './task-part.schema.ts'
import type { Task } from './task.schema.ts'

/** A task as it stands now, deleted or not, with what others outside are told of it. */
export interface TaskSnapshot extends Pick<
  Task,
  'id' | 'title' | 'description' | 'status' | 'priority' | 'version' | 'scheduledDate' | 'scheduledTime'
> {
  shortId: string
  deletedAt: string | null
  department: { id: string; name: string; kind: 'field_ops' | 'office' }
  property: { id: string; internalCode: string | null } | null
  /** Of people, not of vendors; the primary first. */
  assigneeEmails: string[]
  checklist: Pick<ChecklistItem, 'title' | 'completedAt'>[]
  /** Those we have a copy of, oldest first. */
  photos: StoredPhoto[]
}

export interface StoredPhoto {
  id: string
  fileName: string | null
  contentType: string
  sizeBytes: number
  storageKey: string
}
