import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { derivedId } from '#core/crypto.ts'
import { emit } from '#core/events.ts'
import { cleanLines, shortened } from '#core/plain-text.ts'
import type { DeliveredEvent } from '#core/jobs.ts'
import { taskEffect } from '#modules/tasks/effect.service.ts'
import { CLOSED_STATUSES } from '#modules/tasks/task.schema.ts'
import * as audience from './audience.queries.ts'
import { EMAIL_ON } from './email.ts'
import { countTold, insertNotifications, type NewNotification } from './notification.queries.ts'
import {
  isNews,
  isOrphaned,
  noticesFor,
  toldBy,
  vendorsToldBy,
  type Notice,
  type People,
  type TaskNews,
  type VendorTold,
} from './notification.rules.ts'
import type { NotificationKind } from './notification.schema.ts'
import { preferencesOf } from './preference.service.ts'

const EXCERPT_LENGTH_MAX = 1000

/** Tells people in the product what happened to their tasks, and hands over who is to get a mail. */
export const notifications = taskEffect({
  name: 'notifications',
  on: ['task.created', 'task.updated', 'task.deleted', 'task.restored', 'task.commented'],
  isFor: (event) => isNews(newsIn(event)),
  retryLimit: 8,
  act,
})

async function act(
  ctx: WorkspaceCtx,
  event: DeliveredEvent,
  taskId: string,
): Promise<Record<string, unknown> | undefined> {
  const news = newsIn(event)
  const commentId = textIn(event.payload, 'commentId')
  const people = await audience.peopleAround(ctx, taskId, { commentId, unassigned: news.unassigned })
  if (!people) return undefined
  const told = toldBy(news, people)
  const offIt = news.unassigned.filter((id) => !people.vendors.includes(id))
  const vendorsTold = vendorsToldBy(news, people.vendors, offIt)
  if (told.length === 0 && vendorsTold.length === 0) return undefined
  const actor = await audience.findActor(ctx, actorIn(event.payload), commentId)
  const wishes = await preferencesOf(ctx, [...new Set(told.map(({ userId }) => userId))])
  const notices = noticesFor(told, actor.userId, wishes)
  const ids = vendorsTold.map(({ vendorId }) => vendorId)
  const reachable = ids.length > 0 ? await audience.reachableVendors(ctx, ids) : []
  const letters = vendorsTold.filter(({ vendorId }) => reachable.includes(vendorId))
  const wantsMail = letters.length > 0 || notices.some(({ email }) => email)
  const hasMail = ctx.services.mail !== undefined
  const rows = rowsOf(event.id, notices, letters, hasMail)
  if (rows.length === 0 && !wantsMail) return undefined

  const details = await detailsOf(ctx, event, news, people)
  await inTransaction(ctx, async (ctx) => {
    const cause = { eventId: event.id, about: { taskId }, actor, details, occurredAt: event.occurredAt }
    const mails = await insertNotifications(ctx, cause, rows)
    if (mails > 0) await emit(ctx, { type: EMAIL_ON, taskId, about: { type: event.type, eventId: event.id } })
  })
  const { inApp, email } = await countTold(ctx, event.id)
  return { inApp, email: wantsMail && !hasMail ? 'not configured' : email }
}

/** Their ids come from the event, so that one that is delivered again finds what is there. */
function rowsOf(
  eventId: string,
  notices: readonly Notice[],
  letters: readonly VendorTold[],
  hasMail: boolean,
): NewNotification[] {
  const idOf = (recipientId: string, kind: NotificationKind): string =>
    derivedId(eventId, `notification:${recipientId}:${kind}`)
  const people = notices.map(({ email, ...notice }): NewNotification => {
    return { id: idOf(notice.userId, notice.kind), vendorId: null, ...notice, email: email && hasMail }
  })
  const vendors = letters.map((told): NewNotification => {
    return { id: idOf(told.vendorId, told.kind), userId: null, ...told, inApp: false, email: hasMail }
  })
  return [...people, ...vendors].filter(({ inApp, email }) => inApp || email)
}

async function detailsOf(
  ctx: WorkspaceCtx,
  { payload }: DeliveredEvent,
  news: TaskNews,
  people: People,
): Promise<Record<string, unknown>> {
  const { scheduledDate, scheduledDateBefore, scheduledTime, scheduledTimeBefore } = payload
  const moved = { scheduledDate, scheduledDateBefore, scheduledTime, scheduledTimeBefore }
  const commentId = textIn(payload, 'commentId')
  const content = commentId === null ? undefined : await audience.commentText(ctx, commentId)
  return {
    ...(news.isRescheduled && moved),
    ...(commentId !== null && { commentId, excerpt: shortened(cleanLines(content ?? ''), EXCERPT_LENGTH_MAX) }),
    ...(isOrphaned(news, people) && { isOrphaned: true }),
  }
}

function newsIn({ type, payload }: DeliveredEvent): TaskNews {
  return {
    type,
    assigned: idsIn(payload, 'assigned'),
    unassigned: idsIn(payload, 'unassigned'),
    status: textIn(payload, 'status') ?? undefined,
    priority: textIn(payload, 'priority') ?? undefined,
    // An older version says only what the status was.
    wasOver: payload['wasOver'] === true || CLOSED_STATUSES.includes(textIn(payload, 'statusBefore') ?? ''),
    isRescheduled: 'scheduledDateBefore' in payload || 'scheduledTimeBefore' in payload,
  }
}

function idsIn(payload: Record<string, unknown>, name: string): string[] {
  const ids = payload[name]
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

const ACTOR_KINDS = ['user', 'key', 'link'] as const

function actorIn({ actor }: Record<string, unknown>): Pick<audience.Actor, 'kind' | 'id'> {
  const said = typeof actor === 'object' && actor !== null ? { ...actor } : {}
  const fields: Record<string, unknown> = said
  const kind = ACTOR_KINDS.find((each) => each === fields['kind'])
  return { kind: kind ?? 'system', id: textIn(fields, 'actorId') }
}

function textIn(payload: Record<string, unknown>, name: string): string | null {
  const value = payload[name]
  return typeof value === 'string' ? value : null
}
