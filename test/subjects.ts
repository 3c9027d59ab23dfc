import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { insertion, sql } from '#core/sql.ts'
import { agentSubjects } from './agent-subjects.ts'
import { workflowSubjects } from './workflow-subjects.ts'
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
  invitationId: async ({ asAdmin }, mark) => {
    const body = { email: `${mark}-${newId()}@example.com`, fullName: `Invited ${mark}`, role: 'member' }
    return (await asAdmin.post('/members', body)).body.id
  },
  userId: async ({ make }) => (await make.person()).userId,
  actorId: async ({ make }) => (await make.person()).userId,
  keyId: async ({ make }) => (await make.key()).id,
  taskId: async (harness, mark) => {
    const departmentId = await makeSubject(harness, 'departmentId', mark)
    // With a stay and a date, so that it follows the stay.
    const stay = { reservationId: await makeSubject(harness, 'reservationId', mark), scheduledDate: '2026-12-05' }
    const body = { title: `Task ${mark}`, description: `About ${mark}`, departmentId, ...stay }
    return (await harness.asKey.post('/tasks', body)).body.id
  },
  viewId: async ({ asAdmin }, mark) =>
    (await asAdmin.post('/saved-views', { area: 'tasks', name: `View ${mark}`, filters: `q=${mark}`, isShared: true }))
      .body.id,
  // A visit is read only.
  visitId: async () => newId(),
  vendorId: async ({ make }) => (await make.vendor()).id,
  skillId: async ({ asAdmin }, mark) => (await asAdmin.post('/skills', { name: `Skill ${mark} ${newId()}` })).body.id,
  exceptionId: async (harness, mark, ids) => {
    const body = { kind: 'DAY_OFF', firstDate: '2026-12-24', reason: `Away ${mark}` }
    const addTo = async (membershipId: string): Promise<string | undefined> =>
      (await harness.asAdmin.post(`/members/${membershipId}/work-exceptions`, body)).body.id
    // The member of the address may not be there.
    const id = ids.membershipId === undefined ? undefined : await addTo(ids.membershipId)
    return id ?? (await addTo(await makeSubject(harness, 'membershipId', mark))) ?? missing('exceptionId')
  },
  contactId: async ({ make }) => (await make.contact()).id,
  reservationId: async (harness, mark) =>
    (await harness.make.reservation(await makeSubject(harness, 'propertyId', mark))).id,
  articleId: async ({ asAdmin }, mark) => {
    const { body } = await asAdmin.post('/articles', {
      title: `Article ${mark}`,
      body: `## About\nOnly ${mark} knows.`,
    })
    await asAdmin.post(`/articles/${body.id}/publish`)
    return body.id
  },
  // Every article that is made here has one version.
  versionNumber: async () => '1',
  tagId: async ({ make }) => (await make.tag()).id,
  templateId: async ({ make }) => (await make.template()).id,
  itemId: async (harness, mark, ids) =>
    makeTick(
      harness,
      mark,
      ids.shareToken === undefined ? await taskIn(harness, mark, ids) : sharedTasks.get(ids.shareToken),
    ),
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
  mappedPropertyId: async (harness, mark, { connectionId }) => {
    const isThere =
      connectionId !== undefined && (await harness.asAdmin.get(`/connections/${connectionId}`)).status === 200
    const id = isThere ? connectionId : await makeSubject(harness, 'connectionId', mark)
    const propertyId = await makeSubject(harness, 'propertyId', mark)
    await harness.asAdmin.put(`/connections/${id}/properties/${propertyId}`, { remoteId: `remote-${newId()}` })
    return propertyId
  },
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
  integrationId: async ({ asAdmin }, mark) => {
    const secrets = { setupSecret: `secret-of-${mark}`, verificationToken: `token-of-${mark}` }
    return (await asAdmin.post('/integrations', { kind: 'notes_workspace', name: `Notes ${mark}`, secrets })).body.id
  },
  inboundDeliveryId: async ({ runtime, workspaceId }, mark) => {
    const id = newId()
    const row = { workspaceId, id, sender: 'test', externalId: id, kind: 'test', status: 'ignored' }
    const texts = { payload: JSON.stringify({ text: `Said ${mark}` }), headers: '{}', outcome: `Ignored ${mark}` }
    const fields = insertion({ ...row, ...texts, receivedAt: new Date(), finishedAt: new Date() })
    await run(runtime.database.pool, sql`insert into inbound_deliveries ${fields}`)
    return id
  },
  meetingId: async ({ runtime, workspaceId }, mark) => {
    const id = newId()
    const [at, state] = [new Date(), 'done']
    const row = { workspaceId, id, source: 'test', externalId: id, title: `Meeting ${mark}`, state, stateAt: at }
    const texts = { summary: `Said ${mark}`, summaryMethod: 'rules', createdAt: at, updatedAt: at }
    await run(runtime.database.pool, sql`insert into meetings ${insertion({ ...row, ...texts })}`)
    return id
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
  conversationId: async (harness, mark) => {
    const body = { channel: 'email', recipient: `${mark}@example.com`, subject: `About ${mark}`, text: `Hello ${mark}` }
    return (await harness.asAdmin.post('/conversations', body)).body.id
  },
  messageId: async (harness, mark, ids) => {
    const path = `/conversations/${await conversationIn(harness, mark, ids)}/messages`
    const { id } = (await harness.asAdmin.post(path, { text: `Message ${mark}` })).body
    const failed = sql`state = 'failed', error_code = 'refused', error = ${`Refused ${mark}`}`
    await run(
      harness.runtime.database.pool,
      sql`update messages set ${failed} where workspace_id = ${harness.workspaceId} and id = ${id}`,
    )
    return id
  },
  draftId: async (harness, mark, ids) => {
    const path = `/conversations/${await conversationIn(harness, mark, ids)}/draft`
    return (await harness.asAdmin.put(path, { text: `Draft ${mark}` })).body.id
  },
  runId: async (harness, mark) => makeSubject(harness, 'workflowRunId', mark),
  parentRunId: async (harness, mark) => makeSubject(harness, 'workflowRunId', mark),
  ...workflowSubjects,
  ...agentSubjects,
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
  shareLinkId: async (harness, mark, ids) => (await makeShareLink(harness, mark, await taskIn(harness, mark, ids))).id,
  lockId: async (harness, mark) => {
    const body = {
      propertyId: await makeSubject(harness, 'propertyId', mark),
      name: `Door ${mark}`,
      provider: 'simulated',
    }
    return (await harness.asAdmin.post('/locks', body)).body.id
  },
  doorLinkId: async (harness, mark) => (await makeDoorLink(harness, mark)).id,
  doorToken: async (harness, mark) => (await makeDoorLink(harness, mark)).url.split('/m/')[1] ?? '',
  shareToken: async (harness, mark) => {
    const taskId = await makeSubject(harness, 'taskId', mark)
    const token = (await makeShareLink(harness, mark, taskId)).url.split('/t/')[1] ?? ''
    sharedTasks.set(token, taskId)
    return token
  },
  photoId: async (harness, mark, ids) => {
    const id = newId()
    const { runtime, workspaceId } = harness
    const taskId = sharedTasks.get(ids.shareToken ?? '') ?? (await taskIn(harness, mark, ids))
    const key = `${workspaceId}/photos/${id}`
    await runtime.services.storage.put(key, Buffer.from(`Picture ${mark}`), {
      contentType: 'image/jpeg',
      sizeBytesMax: 100,
    })
    await run(
      runtime.database.pool,
      sql`
      insert into task_attachments (workspace_id, id, task_id, content_type, size_bytes, sha256, storage_key, created_at)
      values (${workspaceId}, ${id}, ${taskId}, 'image/jpeg', 1, ${id}, ${key}, ${new Date()})`,
    )
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

/** Everything that can be created here. */
export const SUBJECT_NAMES: readonly string[] = Object.keys(SUBJECTS)

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

async function conversationIn(
  harness: Harness,
  mark: string,
  { conversationId }: Record<string, string>,
): Promise<string> {
  const isThere = conversationId && (await harness.asAdmin.get(`/conversations/${conversationId}`)).status === 200
  return isThere ? conversationId : makeSubject(harness, 'conversationId', mark)
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

/** Active, or paused when another one is: a workspace has one active at most. */
async function makeConnection(harness: Harness, mark: string): Promise<{ id: string }> {
  const credentials = { clientId: `client-${mark}`, clientSecret: `secret of ${mark}` }
  const body = { provider: 'breezeway', name: `Connection ${mark}`, credentials }
  const { status, body: made } = await harness.asAdmin.post('/connections', body)
  return status === 201 ? made : (await harness.asAdmin.post('/connections', { ...body, status: 'paused' })).body
}

/** The task behind each token of a link. */
const sharedTasks = new Map<string, string>()

async function makeShareLink(harness: Harness, mark: string, taskId: string): Promise<{ id: string; url: string }> {
  return (await harness.asAdmin.post(`/tasks/${taskId}/share-links`, { technicianName: `Technician ${mark}` })).body
}

/** To a property with a lock that opens. */
async function makeDoorLink(harness: Harness, mark: string): Promise<{ id: string; url: string }> {
  const lockId = await makeSubject(harness, 'lockId', mark)
  const { propertyId } = (await harness.asAdmin.get(`/locks/${lockId}`)).body
  return (await harness.asAdmin.post('/door-links', { propertyId, lockId })).body
}

/** An item that the holder of a link can answer. */
async function makeTick({ runtime, workspaceId }: Harness, mark: string, taskId: string | undefined): Promise<string> {
  const id = newId()
  await run(
    runtime.database.pool,
    sql`
    insert into task_checklist_items (workspace_id, id, task_id, kind, title, required, blocks_completion, position, created_at)
    select ${workspaceId}, ${id}, id, 'CHECK', ${`Tick ${mark}`}, false, false, 1, created_at from tasks
    where workspace_id = ${workspaceId} and id = ${taskId ?? null}`,
  )
  return id
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
