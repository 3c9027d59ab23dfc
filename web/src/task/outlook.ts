import type {
  SharedBlocker,
  SharedComment,
  SharedPhoto,
  SharedTask,
} from '../../../src/modules/links/shared-task.schema.ts'
import type { Entry } from '../offline/store.ts'
import { withAnswer, withCompletion, withPhotoOf } from './effect.ts'

/** A comment or photo that is still on the phone, with the entry that will send it. */
export type Pending<Kind extends Entry['action']['kind']> = Entry & { action: Extract<Entry['action'], { kind: Kind }> }

/** The task as it will be when everything that waits has been sent: what the page shows. */
export interface Outlook {
  task: SharedTask
  /** Newest first, as the server has them. */
  comments: (SharedComment | Pending<'comment'>)[]
  photos: (SharedPhoto | Pending<'photo'>)[]
  answers: Map<string, Pending<'answer'>>
  completion: Pending<'complete'> | undefined
  blockers: SharedBlocker[]
  isCompleted: boolean
}

export function outlookOf(base: SharedTask, entries: readonly Entry[]): Outlook {
  const of = <Kind extends Entry['action']['kind']>(kind: Kind): Pending<Kind>[] =>
    entries.filter((entry): entry is Pending<Kind> => entry.action.kind === kind)
  const answers = of('answer')
  const photos = of('photo')
  const completion = of('complete').at(-1)
  let task = base
  for (const { action, createdAt, refusal } of entries) {
    const at = new Date(createdAt).toISOString()
    if (refusal) continue
    if (action.kind === 'answer') task = withAnswer(task, action.itemId, action.answer, at)
    if (action.kind === 'photo') task = withPhotoOf(task, action.itemId, at)
  }
  const isCompleted = base.task.status === 'COMPLETED'
  const isCompleting = completion !== undefined && !completion.refusal
  const blockers = isCompleted
    ? []
    : blockersIn(
        task,
        photos.some(({ refusal }) => !refusal),
      )
  return {
    task: isCompleting
      ? withCompletion(task, completion.action.summary, new Date(completion.createdAt).toISOString())
      : task,
    comments: [...of('comment').toReversed(), ...task.comments],
    photos: [...photos.toReversed(), ...task.photos],
    answers: new Map(answers.map((entry) => [entry.action.itemId, entry])),
    completion,
    blockers,
    isCompleted,
  }
}

/** What the server named last, brought up to date with what was done on the phone since. */
function blockersIn({ checklist, photos, blockers }: SharedTask, hasNewPhoto: boolean): SharedBlocker[] {
  const items = checklist
    .filter((item) => item.required && item.blocksCompletion && item.completedAt === null)
    .map(({ id, title, actionUrl }) => ({ kind: 'checklist_item', id, title, actionUrl, requires: null }) as const)
  const others = blockers.filter(({ kind, requires }) => {
    if (kind === 'checklist_item' || requires === 'summary') return false
    return !(requires === 'photo' && (hasNewPhoto || photos.length > 0))
  })
  return [...items, ...others]
}

/** A summary is asked for in the last step; whether it may be left out is the rule's to say. */
export function needsSummary({ blockers }: SharedTask): boolean {
  return blockers.some(({ requires }) => requires === 'summary')
}

export function isPending<Kind extends Entry['action']['kind']>(shown: object | Pending<Kind>): shown is Pending<Kind> {
  return 'action' in shown
}
