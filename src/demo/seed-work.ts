import type { WorkspaceCtx } from '#core/context.ts'
import { openCounters } from '#core/counters.ts'
import { newId } from '#core/crypto.ts'
import { DAY_MILLIS } from '#core/days.ts'
import { dayIn } from '#core/zoned-time.ts'
import { createContact } from '#modules/reservations/contact.service.ts'
import { createReservation } from '#modules/reservations/reservation.service.ts'
import { addComment } from '#modules/tasks/comment.service.ts'
import { addCostItem } from '#modules/tasks/cost-item.service.ts'
import { createRule } from '#modules/tasks/completion-rule.service.ts'
import { createTag } from '#modules/tasks/tag.service.ts'
import { updateTask } from '#modules/tasks/task-update.service.ts'
import { createTask } from '#modules/tasks/task.service.ts'
import { createTemplate } from '#modules/tasks/template.service.ts'
import { seedKnowledge } from './seed-knowledge.ts'
import { seedTeam } from './seed-team.ts'
import { STAYS, TAGS, TASKS, TEMPLATES } from './work.ts'

const MINUTE_MILLIS = 60 * 1000

/** Ids by the names that the demo's data uses. */
export interface Names {
  departments: Map<string, string>
  properties: Map<string, string>
  /** User ids by full name. */
  people: Map<string, string>
  memberships: Map<string, string>
}

interface Settings extends Names {
  vendors: Map<string, string>
  tags: Map<string, string>
  templates: Map<string, string>
}

/** What the demo knows a guest by. */
export interface Stay {
  contactId: string
  reservationId: string
  propertyId: string
}

/** What the links and conversations of the demo are about. */
export interface Work {
  /** By guest. */
  stays: Map<string, Stay>
  /** Tasks by the property and the day that they are at. */
  tasks: Map<string, string>
}

/** The team, vendors, what they know, guests and a week of work around today. */
export async function seedWork(seeding: WorkspaceCtx, names: Names, timezone: string): Promise<Work> {
  const work: Work = { stays: new Map(), tasks: new Map() }
  // The workspace is not committed yet, so a connection aside could not count in it.
  const ctx = { ...seeding, services: { ...seeding.services, counters: openCounters(undefined) } }
  const dayAt = daysFrom(dayIn(timezone, ctx.now))
  const settings = await seedSettings(ctx, names, dayAt)
  await seedKnowledge(ctx, names.properties, (fullName) => personOf(names, fullName))
  for (const { guest, property, checkin, checkout, guests, code } of STAYS) {
    const { id: contactId } = await createContact(ctx, { fullName: guest })
    const propertyId = idOf(names.properties, property)
    const stay = { checkinDate: dayAt(checkin), checkoutDate: dayAt(checkout) }
    const status = checkin < 0 ? 'CHECKED_IN' : 'CONFIRMED'
    const channel = code.startsWith('HM') ? 'airbnb' : 'booking.com'
    const reservation = { propertyId, contactId, ...stay, guests, code, status, channel } as const
    const { id: reservationId } = await createReservation(ctx, reservation)
    work.stays.set(guest, { contactId, reservationId, propertyId })
  }
  for (const [index, task] of TASKS.entries()) {
    // Asked for over the days before, each some time after the other.
    const now = new Date(ctx.now.getTime() - 5 * DAY_MILLIS + index * 37 * MINUTE_MILLIS)
    const taskId = await seedTask({ ...ctx, now, principal: personOf(settings, task.by) }, task, settings, dayAt)
    work.tasks.set(`${task.property} ${task.day}`, taskId)
  }
  return work
}

async function seedSettings(ctx: WorkspaceCtx, names: Names, dayAt: (offset: number) => string): Promise<Settings> {
  const vendors = await seedTeam(ctx, names.memberships, dayAt)
  const settings = { ...names, vendors, tags: new Map(), templates: new Map() }
  for (const tag of TAGS) settings.tags.set(tag.name, (await createTag(ctx, tag)).id)
  for (const { department, tag, ...template } of TEMPLATES) {
    const references = { departmentId: idOf(names.departments, department), tagIds: [idOf(settings.tags, tag)] }
    settings.templates.set(template.name, (await createTemplate(ctx, { ...template, ...references })).id)
  }
  await createRule(ctx, { departmentId: idOf(names.departments, 'Maintenance'), requires: 'summary' })
  return settings
}

async function seedTask(
  ctx: WorkspaceCtx,
  demo: (typeof TASKS)[number],
  names: Settings,
  dayAt: (offset: number) => string,
): Promise<string> {
  const { day, department, property, by: _by, template, vendor, tag, also, costs = [], comments = [], ...fields } = demo
  const { id } = await createTask(ctx, {
    ...fields,
    departmentId: idOf(names.departments, department),
    useDefaultAssignees: true,
    ...(day !== undefined && { scheduledDate: dayAt(day) }),
    ...(property !== undefined && { propertyId: idOf(names.properties, property) }),
    ...(template !== undefined && { templateId: idOf(names.templates, template) }),
    ...(vendor !== undefined && { primaryVendorOrgId: idOf(names.vendors, vendor) }),
    ...(also !== undefined && { secondaryAssigneeIds: [idOf(names.people, also)] }),
    ...(tag !== undefined && { tagIds: [idOf(names.tags, tag)] }),
  })
  for (const item of costs) await addCostItem(ctx, id, item)
  for (const { by, content } of comments) await addComment({ ...ctx, principal: personOf(names, by) }, id, content)
  if (day === undefined || day >= 0) return id
  const startedAt = `${dayAt(day)}T${fields.scheduledTime ?? '09:00'}:00.000Z`
  const completedAt = new Date(Date.parse(startedAt) + 75 * MINUTE_MILLIS).toISOString()
  await updateTask({ ...ctx, now: new Date(completedAt) }, id, {
    status: 'COMPLETED',
    startedAt,
    completedAt,
    summary: 'Done as planned.',
  })
  return id
}

export function personOf({ people }: Names, fullName: string): WorkspaceCtx['principal'] {
  return { kind: 'user', userId: idOf(people, fullName), sessionId: newId() }
}

/** Calendar days, counted from today. */
function daysFrom(today: string): (offset: number) => string {
  return (offset) => new Date(Date.parse(today) + offset * DAY_MILLIS).toISOString().slice(0, 10)
}

export function idOf<Id>(ids: ReadonlyMap<string, Id>, name: string): Id {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the demo names ${name}, which it does not make`)
  return id
}
