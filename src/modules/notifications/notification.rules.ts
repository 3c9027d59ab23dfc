import { CLOSED_STATUSES } from '#modules/tasks/task.schema.ts'
import type { ChosenKind } from './notification.schema.ts'
import type { Channels, Preferences } from './preference.schema.ts'

/** What a task event says that is news to somebody. */
export interface TaskNews {
  type: string
  /** Users and vendors that the change put on the task. */
  assigned: readonly string[]
  /** Those that it took off it. */
  unassigned: readonly string[]
  /** The values that the change gave; undefined where it left them. */
  status?: string
  priority?: string
  /** There was nothing left to do before the change. */
  wasOver: boolean
  isRescheduled: boolean
}

/** The current people around a task, by what they have to do with it. */
export interface People {
  assignees: readonly string[]
  vendors: readonly string[]
  /** Who was taken off it and has not come back. */
  former: readonly string[]
  commenters: readonly string[]
  /** Those the department names by default. */
  defaults: readonly string[]
  /** Managers and administrators. */
  leaders: readonly string[]
}

/** Why work is off, when it was not deleted; and why it is on again. */
export type Reason = 'closed' | 'rejected' | 'taken_off' | 'opened_again' | 'restored'

interface News {
  kind: ChosenKind
  reason?: Reason
}

export interface Told extends News {
  userId: string
}

export interface VendorTold extends News {
  vendorId: string
}

const OFF: Record<string, Reason> = { CLOSED: 'closed', REQUEST_REJECTED: 'rejected' }

/** What it says to those who were on their way: what was over cannot be off. */
function wordOf(news: TaskNews): News[] {
  const { type, status = '', wasOver } = news
  if (type === 'task.deleted') return wasOver ? [] : [{ kind: 'deleted' }]
  if (type === 'task.restored') return wasOver ? [] : [{ kind: 'assigned', reason: 'restored' }]
  const reason = OFF[status]
  if (reason) return wasOver ? [] : [{ kind: 'deleted', reason }]
  if (status === 'COMPLETED') return [{ kind: 'completed' }]
  return wasOver && isToDo(news) ? [{ kind: 'assigned', reason: 'opened_again' }] : []
}

/**
 * Who could be told what, the most important first for each person. Whoever is new to the task hears of the task and
 * not of its changes, once there is something to do.
 */
export function toldBy(news: TaskNews, people: People): Told[] {
  const told = (kind: ChosenKind, userIds: readonly string[], reason?: Reason): Told[] =>
    userIds.map((userId) => ({ userId, kind, ...(reason && { reason }) }))
  const { type } = news
  if (type === 'task.commented') return told('commented', [...new Set([...people.assignees, ...people.commenters])])
  const newcomers = people.assignees.filter((id) => news.assigned.includes(id))
  const others = people.assignees.filter((id) => !news.assigned.includes(id))
  return [
    ...(isToDo(news) ? told('assigned', newcomers) : []),
    ...(news.wasOver ? [] : told('deleted', people.former, 'taken_off')),
    ...wordOf(news).flatMap(({ kind, reason }) => told(kind, others, reason)),
    ...(news.priority === 'URGENT' ? told('urgent', type === 'task.created' ? [] : others) : []),
    ...(isOrphaned(news, people) ? told('urgent', responsible(people)) : []),
    ...(isMoved(news) ? told('rescheduled', others) : []),
  ]
}

/** The same for vendors, each once: whether they have the work, and when. */
export function vendorsToldBy(news: TaskNews, vendors: readonly string[], former: readonly string[]): VendorTold[] {
  const word = wordOf(news).find(({ kind }) => kind !== 'completed')
  const moved: News | undefined = isMoved(news) ? { kind: 'rescheduled' } : undefined
  const given: News | undefined = isToDo(news) ? { kind: 'assigned' } : undefined
  const said = (id: string): News | undefined => (news.assigned.includes(id) ? given : (word ?? moved))
  return [
    ...(news.wasOver ? [] : former).map((vendorId): VendorTold => ({ vendorId, kind: 'deleted', reason: 'taken_off' })),
    ...vendors.flatMap((vendorId) => {
      const news = said(vendorId)
      return news ? [{ vendorId, ...news }] : []
    }),
  ]
}

/** It is to be done, at another time than before. */
function isMoved(news: TaskNews): boolean {
  return news.isRescheduled && isToDo(news)
}

function isToDo({ status, wasOver }: TaskNews): boolean {
  return !(status === undefined ? wasOver : CLOSED_STATUSES.includes(status))
}

const NOBODY_ON_IT: People = {
  assignees: [],
  vendors: [],
  former: [],
  commenters: [],
  defaults: [],
  leaders: ['somebody'],
}
const SOMEBODY_ON_IT: People = { ...NOBODY_ON_IT, assignees: ['somebody'] }

/** Whether anybody could be told of it, whoever is around the task: also who was put on it or taken off. Most changes are no news. */
export function isNews(news: TaskNews): boolean {
  const people = [...news.assigned, ...news.unassigned]
  return people.length > 0 || [SOMEBODY_ON_IT, NOBODY_ON_IT].some((people) => toldBy(news, people).length > 0)
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
  for (const { userId, kind, reason } of told) {
    const { inApp, email } = preferencesOf(userId)[kind]
    if (userId === actorUserId || notices.has(userId) || (!inApp && !email)) continue
    notices.set(userId, { userId, kind, inApp, email, ...(reason && { reason }) })
  }
  return [...notices.values()]
}
