import type { ChecklistAnswer } from '../../../src/modules/tasks/checklist-answer.schema.ts'
import type {
  SharedChecklistItem,
  SharedComment,
  SharedPhoto,
  SharedTask,
  SharedTaskCompleted,
} from '../../../src/modules/links/shared-task.schema.ts'
import type { Entry } from '../offline/store.ts'

type Item = SharedChecklistItem
/** An upload is answered with what the server found out about the picture. */
type Uploaded = Pick<SharedPhoto, 'id' | 'url' | 'contentType' | 'sizeBytes' | 'width' | 'height'> &
  Partial<SharedPhoto>

/** Whether an answer says something; one that takes an answer back does not. */
function isAnswered(kind: Item['kind'], { done, value, count, text, yes, stars }: ChecklistAnswer): boolean {
  const said = { CHECK: done === true, CONDITION: value, COUNT: count, TEXT: text, YES_NO: yes, RATING: stars }
  if (kind === 'PHOTO' || kind === 'EXTERNAL') return false
  return kind === 'CHECK' ? said.CHECK : said[kind] != null
}

export function withAnswer(task: SharedTask, itemId: string, answer: ChecklistAnswer, at: string): SharedTask {
  return changeItem(task, itemId, (item) => {
    if (!isAnswered(item.kind, answer)) return { ...item, answer: null, completedAt: null }
    return { ...item, answer, completedAt: item.completedAt ?? at }
  })
}

export function withPhotoOf(task: SharedTask, itemId: string | null, at: string): SharedTask {
  if (itemId === null) return task
  return changeItem(task, itemId, (item) => ({ ...item, completedAt: item.completedAt ?? at }))
}

export function withCompletion(task: SharedTask, summary: string | null, completedAt: string): SharedTask {
  const done = { status: 'COMPLETED', completedAt, summary: summary ?? task.task.summary } as const
  return { ...task, task: { ...task.task, ...done }, canComplete: false, blockers: [] }
}

function changeItem(task: SharedTask, itemId: string, change: (item: Item) => Item): SharedTask {
  return { ...task, checklist: task.checklist.map((item) => (item.id === itemId ? change(item) : item)) }
}

/** Whoever asked meanwhile may have got it from the server already. */
function withFirst<Shown extends { id: string }>(others: readonly Shown[], first: Shown): Shown[] {
  return [first, ...others.filter(({ id }) => id !== first.id)]
}

/** The task as it is after the server has taken an action: what the page shows until it has asked again. */
export function afterTaken({ action, createdAt }: Entry, body: unknown): (task: SharedTask) => SharedTask {
  const at = new Date(createdAt).toISOString()
  switch (action.kind) {
    case 'answer':
      return (task) => withAnswer(task, action.itemId, action.answer, at)
    case 'comment':
      return (task) => ({ ...task, comments: withFirst(task.comments, body as SharedComment) })
    case 'complete':
      return (task) => withCompletion(task, action.summary, (body as Partial<SharedTaskCompleted>).completedAt ?? at)
    case 'photo':
      return (task) => {
        const photo = { caption: null, checklistItemId: action.itemId, createdAt: at, ...(body as Uploaded) }
        const shown = { thumbnailUrl: `${photo.url}?size=thumb`, ...photo }
        return withPhotoOf({ ...task, photos: withFirst(task.photos, shown) }, action.itemId, at)
      }
  }
}

/** The task is completed, by somebody else: with their words, or none. */
export function afterOvertaken({ createdAt }: Entry): (task: SharedTask) => SharedTask {
  return (task) => withCompletion(task, null, task.task.completedAt ?? new Date(createdAt).toISOString())
}
