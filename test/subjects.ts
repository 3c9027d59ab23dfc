import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { insertion, sql } from '#core/sql.ts'
import type { Schema } from './arbitrary.ts'
import type { Harness } from './harness.ts'

/**
 * Makes a thing in the harness's workspace and answers its id. `mark` is a word for its texts, to find them again.
 * `ids` are those before it in the address: a thing of a task is made on the task that is named there.
 */
type MakeSubject = (harness: Harness, mark: string, ids: Record<string, string>) => Promise<string>

/** What an address or a body can name, by the name it has there. */
const SUBJECTS: Record<string, MakeSubject> = {
  workspaceId: async ({ workspaceId }) => workspaceId,
  propertyId: async ({ make }, mark) => {
    const texts = {
      name: `Villa ${mark}`,
      internalCode: `code-${mark}`,
      city: `City of ${mark}`,
      wifiName: `wifi-${mark}`,
    }
    return (await make.property({ ...texts, customFields: { owner: `Owner ${mark}` } })).id
  },
  departmentId: async ({ make }, mark) => (await make.department({ name: `Team-${mark}` })).id,
  membershipId: async ({ make }) => (await make.person()).membershipId,
  userId: async ({ make }) => (await make.person()).userId,
  keyId: async ({ make }) => (await make.key()).id,
  taskId: async (harness, mark) => {
    const departmentId = await makeSubject(harness, 'departmentId', mark)
    // With a stay and a date, so that it follows the stay.
    const stay = { reservationId: await makeSubject(harness, 'reservationId', mark), scheduledDate: '2026-12-05' }
    const body = { title: `Task ${mark}`, description: `About ${mark}`, departmentId, ...stay }
    return (await harness.asKey.post('/tasks', body)).body.id
  },
  // A visit is read only.
  visitId: async () => newId(),
  vendorId: async ({ make }) => (await make.vendor()).id,
  contactId: async ({ make }) => (await make.contact()).id,
  reservationId: async (harness, mark) =>
    (await harness.make.reservation(await makeSubject(harness, 'propertyId', mark))).id,
  tagId: async ({ make }) => (await make.tag()).id,
  templateId: async ({ make }) => (await make.template()).id,
  itemId: async (harness, mark, ids) => (await makeAction(harness, mark, ids)).id,
  externalSource: async (_, mark) => `source-${mark}`,
  externalId: async (harness, mark, ids) => (await makeAction(harness, mark, ids)).externalId,
  costItemId: async (harness, mark, ids) => {
    const body = { amount: 12.5, billToType: 'OWNER', description: `Cost ${mark}` }
    return (await harness.asAdmin.post(`/tasks/${await taskIn(harness, mark, ids)}/cost-items`, body)).body.id
  },
  commentId: async (harness, mark, ids) => {
    const body = { content: `Comment ${mark}` }
    return (await harness.asAdmin.post(`/tasks/${await taskIn(harness, mark, ids)}/comments`, body)).body.id
  },
  dependsOnId: async (harness, mark, ids) => {
    const dependsOnId = await makeSubject(harness, 'taskId', mark)
    await harness.asAdmin.put(`/tasks/${await taskIn(harness, mark, ids)}/dependencies/${dependsOnId}`)
    return dependsOnId
  },
  deletedTaskId: async (harness, mark) => {
    const taskId = await makeSubject(harness, 'taskId', mark)
    await harness.asKey.delete(`/tasks/${taskId}`)
    return taskId
  },
  ruleId: async (harness, mark) => {
    const body = { departmentId: await makeSubject(harness, 'departmentId', mark), requires: 'summary' }
    return (await harness.asAdmin.post('/completion-rules', body)).body.id
  },
  attachmentId: async (harness, mark, ids) => {
    const id = newId()
    const taskId = await taskIn(harness, mark, ids)
    await run(
      harness.runtime.database.pool,
      sql`
      insert into task_attachments (workspace_id, id, task_id, external_source, external_id, caption, created_at)
      values (${harness.workspaceId}, ${id}, ${taskId}, ${`source-${mark}`}, ${id}, ${`Photo of ${mark}`}, ${new Date()})`,
    )
    return id
  },
  suggestionId: async (harness, mark, ids) => {
    const id = newId()
    const taskId = await taskIn(harness, mark, ids)
    await run(
      harness.runtime.database.pool,
      sql`
      insert into task_suggestions (workspace_id, id, task_id, kind, priority, reason, method, created_at)
      values (${harness.workspaceId}, ${id}, ${taskId}, 'priority', 'HIGH', ${`Because of ${mark}`}, 'rules', ${new Date()})`,
    )
    return id
  },
  notificationId: async (harness, mark, ids) => {
    const { runtime, workspaceId, admin } = harness
    const id = newId()
    const taskId = await taskIn(harness, mark, ids)
    await run(
      runtime.database.pool,
      sql`
      insert into notifications (workspace_id, id, event_id, kind, task_id, user_id, actor_kind, actor_name, details,
        in_app, email, created_at)
      values (${workspaceId}, ${id}, ${newId()}, 'commented', ${taskId}, ${admin.userId}, 'system', ${`Actor ${mark}`},
        ${JSON.stringify({ excerpt: `Said ${mark}` })}, true, false, ${new Date()})`,
    )
    return id
  },
  connectionId: async (harness, mark) => (await makeConnection(harness, mark)).id,
  propertySystemId: async ({ asAdmin }, mark) =>
    (await asAdmin.post('/property-systems', { provider: 'ical', name: `Calendars ${mark}` })).body.id,
  // Nobody listens there.
  sourcePropertyId: async (harness, mark, { propertySystemId }) => {
    const isThere =
      propertySystemId !== undefined &&
      (await harness.asAdmin.get(`/property-systems/${propertySystemId}`)).status === 200
    const id = isThere ? propertySystemId : await makeSubject(harness, 'propertySystemId', mark)
    const propertyId = await makeSubject(harness, 'propertyId', mark)
    const body = { feedUrl: `http://localhost:1/${newId()}` }
    await harness.asAdmin.put(`/property-systems/${id}/properties/${propertyId}`, body)
    return propertyId
  },
  hookId: async (harness, mark) => {
    const body = { url: `https://hooks.example/${mark}`, events: ['*'], description: `Hook ${mark}` }
    return (await harness.asAdmin.post('/event-hooks', body)).body.id
  },
  deliveryId: async (harness, mark, { hookId }) => {
    const isThere = hookId !== undefined && (await harness.asAdmin.get(`/event-hooks/${hookId}`)).status === 200
    const id = newId()
    await run(
      harness.runtime.database.pool,
      sql`
      insert into event_hook_deliveries (workspace_id, id, hook_id, event_id, type, payload, event_at, status, error, created_at)
      values (${harness.workspaceId}, ${id}, ${isThere ? hookId : await makeSubject(harness, 'hookId', mark)}, ${newId()},
        'task.created', '{}', ${new Date()}, 'failed', ${`Not told ${mark}`}, ${new Date()})`,
    )
    return id
  },
  grantId: async (harness, mark) => {
    const { runtime, workspaceId, admin } = harness
    const [id, clientId] = [newId(), newId()]
    const now = new Date()
    const client = { id: clientId, name: `Program ${mark}`, redirectUris: ['https://program.example/'], createdAt: now }
    await run(runtime.database.pool, sql`insert into oauth_clients ${insertion(client)}`)
    const times = { refreshedAt: now, createdAt: now, expiresAt: new Date(now.getTime() + 3_600_000) }
    const grant = { workspaceId, id, userId: admin.userId, clientId, scopes: ['tools:use'], isReadOnly: true, ...times }
    await run(runtime.database.pool, sql`insert into oauth_grants ${insertion(grant)}`)
    return id
  },
  confirmationId: async ({ runtime, workspaceId }, mark) => {
    const id = newId()
    const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)]
    const row = { workspaceId, id, tokenHash: Buffer.from(id), principal: 'key:test', tool: 'delete_task' }
    const question = { argsHash: mark, preview: JSON.stringify({ about: `Task ${mark}` }), needsApproval: true }
    const fields = insertion({ ...row, ...question, createdAt, expiresAt })
    await run(runtime.database.pool, sql`insert into tool_confirmations ${fields}`)
    return id
  },
  deadLetterId: async ({ runtime, workspaceId }, mark) => {
    const id = newId()
    await run(
      runtime.database.pool,
      sql`
      insert into dead_letters (workspace_id, id, subscriber, type, payload, error, attempts, event_at, failed_at)
      values (${workspaceId}, ${id}, 'test', 'property.created', ${JSON.stringify({ note: `Event ${mark}` })},
        ${`Failed ${mark}`}, 3, ${new Date()}, ${new Date()})`,
    )
    return id
  },
}

export async function makeSubject(
  harness: Harness,
  name: string,
  mark: string,
  ids: Record<string, string> = {},
): Promise<string> {
  return (SUBJECTS[name] ?? missing(name))(harness, mark, ids)
}

/** The task of the address, or a new one where that is not there. */
async function taskIn(harness: Harness, mark: string, { taskId }: Record<string, string>): Promise<string> {
  const isThere = taskId !== undefined && (await harness.asKey.get(`/tasks/${taskId}`)).status === 200
  return isThere ? taskId : makeSubject(harness, 'taskId', mark)
}

async function makeAction(harness: Harness, mark: string, ids: Record<string, string>) {
  const path = `/tasks/${await taskIn(harness, mark, ids)}/checklist-items`
  const { body } = await harness.asKey.post(path, {
    externalSource: ids.externalSource ?? `source-${mark}`,
    externalId: `action-${newId()}`,
    actionUrl: `https://partner.example/${mark}`,
    blocksCompletion: false,
    title: `Action ${mark}`,
  })
  return body as { id: string; externalId: string }
}

/** Paused, because a workspace has one active one at most; with a mapping, where a property is named in the address. */
async function makeConnection(harness: Harness, mark: string): Promise<{ id: string }> {
  const credentials = { clientId: `client-${mark}`, clientSecret: `secret of ${mark}` }
  const body = { provider: 'breezeway', name: `Connection ${mark}`, status: 'paused', credentials }
  return (await harness.asAdmin.post('/connections', body)).body
}

export function missing(name: string): never {
  throw new Error(`Nothing in test/subjects.ts makes a ${name}: add a maker under that name.`)
}

/** Everything of which there is a maker, once. */
export async function makeSubjects(harness: Harness, mark: string): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const name of Object.keys(SUBJECTS)) ids[name] = await makeSubject(harness, name, mark, ids)
  return ids
}

/** The name of the thing that a field refers to: `departmentId` for `departmentIds`; undefined for other fields. */
export function referred(field: string, schema: Schema): string | undefined {
  const leaf = schema.items ?? schema
  if (field === 'workspaceId') return field
  // Projects are kept for others and are nothing of ours.
  if (leaf.format !== 'uuid' || !/Ids?$/.test(field) || field === 'projectId') return undefined
  const name = field.replace(/s$/, '')
  return OTHER_NAMES[name] ?? name
}

/** Fields that call a thing by another name than its own address does. */
const OTHER_NAMES: Record<string, string> = {
  parentTaskId: 'taskId',
  primaryUserId: 'userId',
  primaryVendorOrgId: 'vendorId',
  secondaryAssigneeId: 'userId',
  vendorOrgId: 'vendorId',
}
