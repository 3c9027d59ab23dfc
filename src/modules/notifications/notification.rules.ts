import type { NotificationKind } from './notification.schema.ts'
import type { Channels, Preferences } from './preference.schema.ts'

/** What a task event says that is news to somebody. */
export interface TaskNews {
  type: string
  /** Users and vendors that the change put on the task. */
  assigned: readonly string[]
  /** The values that the change gave; undefined where it left them. */
  status?: string
  priority?: string
  isRescheduled: boolean
}

/** The current people around a task, by what they have to do with it. */
export interface People {
  assignees: readonly string[]
  vendors: readonly string[]
  commenters: readonly string[]
  /** Those the department names by default. */
  defaults: readonly string[]
  /** Managers and administrators. */
  leaders: readonly string[]
}

export interface Told {
  userId: string
  kind: NotificationKind
}

/**
 * Who could be told what, the most important first for each person. Whoever is new to the task hears of the task and
 * not of its changes.
 */
export function toldBy(news: TaskNews, people: People): Told[] {
  const told = (kind: NotificationKind, userIds: readonly string[]): Told[] =>
    userIds.map((userId) => ({ userId, kind }))
  const { type } = news
  if (type === 'task.deleted') return told('deleted', people.assignees)
  if (type === 'task.commented') return told('commented', [...new Set([...people.assignees, ...people.commenters])])
  const newcomers = people.assignees.filter((id) => news.assigned.includes(id))
  const others = people.assignees.filter((id) => !news.assigned.includes(id))
  return [
    ...told('assigned', newcomers),
    ...(news.status === 'COMPLETED' ? told('completed', others) : []),
    ...(news.priority === 'URGENT' ? told('urgent', type === 'task.created' ? [] : others) : []),
    ...(isOrphaned(news, people) ? told('urgent', responsible(people)) : []),
    ...(news.isRescheduled ? told('rescheduled', others) : []),
  ]
}

const NOBODY_ON_IT: People = { assignees: [], vendors: [], commenters: [], defaults: [], leaders: ['somebody'] }
const SOMEBODY_ON_IT: People = { ...NOBODY_ON_IT, assignees: ['somebody'] }

/** Whether anybody could be told of it, whoever is around the task: also a vendor who was put on it. Most changes are no news. */
export function isNews(news: TaskNews): boolean {
  return news.assigned.length > 0 || [SOMEBODY_ON_IT, NOBODY_ON_IT].some((people) => toldBy(news, people).length > 0)
}

/** Urgent, and nobody is on it. */
export function isOrphaned({ priority }: TaskNews, { assignees, vendors }: People): boolean {
  return priority === 'URGENT' && assignees.length === 0 && vendors.length === 0
}

function responsible({ defaults, leaders }: People): readonly string[] {
  return defaults.length > 0 ? defaults : leaders
}

export interface Notice extends Told, Channels {}

/** One notice for each person but the one who did it: of the first kind that they want to hear of at all. */
export function noticesFor(
  told: readonly Told[],
  actorUserId: string | null,
  preferencesOf: (userId: string) => Preferences,
): Notice[] {
  const notices = new Map<string, Notice>()
  for (const { userId, kind } of told) {
    const { inApp, email } = preferencesOf(userId)[kind]
    if (userId === actorUserId || notices.has(userId) || (!inApp && !email)) continue
    notices.set(userId, { userId, kind, inApp, email })
  }
  return [...notices.values()]
}
