import type { WorkspaceCtx } from '#core/context.ts'
import { sha256 } from '#core/crypto.ts'
import type { OpenConnection } from '#modules/connections/connection-access.service.ts'
import { remoteIdsOf } from '#modules/connections/directory.service.ts'
import { mappedRemoteId } from '#modules/connections/property-mapping.service.ts'
import type { TaskSnapshot } from '#modules/tasks/task-snapshot.schema.ts'
import type { HeldLink } from './held-link.ts'
import { ProviderFailure, type OperationsProvider } from './operations-provider.ts'
import { sendPhotos } from './photo-sync.ts'
import { forgetPhotos } from './sync-photo.queries.ts'
import { departmentOf, isOver, reasonToHoldBack, wantedTask } from './wanted-task.rules.ts'
import type { WantedTask } from './wanted-task.schema.ts'

export interface Sending {
  ctx: WorkspaceCtx
  provider: OperationsProvider
  connection: OpenConnection
  link: HeldLink
  task: TaskSnapshot
}

/** What was done at the provider (with a reason when it is not what the event asked for), or why nothing was. */
export type Sent = { actions: string[]; remoteId?: string | null; reason?: string } | { skipped: string }

/** Where people find the task here. The id in it tells the task from every other one of the provider. */
function taskLink({ services, workspaceId }: WorkspaceCtx, taskId: string): string {
  return `${services.settings.appUrl}/w/${workspaceId}/tasks/${taskId}`
}

/** Makes the provider have the newest state of the task, whatever event we come from. */
export async function bringUpToDate(sending: Sending): Promise<Sent> {
  const { task, link } = sending
  const actions = await findBegun(sending)
  if (task.deletedAt !== null) return retire(sending)
  if (link.now.goneAt !== null) return { skipped: 'The task was deleted at the provider.' }
  const place = await placeOf(sending)
  if ('skipped' in place) {
    return link.now.remoteId === null ? place : { ...(await withdraw(sending, actions)), reason: place.skipped }
  }
  if (link.now.remoteId !== null && link.now.remotePropertyId !== place.remotePropertyId) {
    // The provider cannot move a task to another property.
    await retire(sending)
    actions.push('deleted')
  }
  const reason = link.now.remoteId === null ? reasonToHoldBack(task) : undefined
  if (reason !== undefined) return { skipped: reason }
  try {
    actions.push(...(await send(sending, place)))
    return { actions, remoteId: link.now.remoteId }
  } catch (error) {
    if (!(error instanceof ProviderFailure && error.kind === 'missing') || link.now.remoteId === null) throw error
    await link.save({ goneAt: sending.ctx.now.toISOString(), syncedVersion: task.version })
    return { skipped: 'The task was deleted at the provider.' }
  }
}

/** For a task that has no place at the provider any more: work that is over stays there as closed, open work goes. */
async function withdraw(sending: Sending, found: string[]): Promise<{ actions: string[]; remoteId: string | null }> {
  const { provider, link, task } = sending
  const { remoteId, isClosed } = link.now
  if (remoteId === null || !isOver(task)) {
    await retire(sending)
    // As with a task that was never sent: a new mapping brings it back.
    await link.save({ syncedVersion: null })
    return { actions: [...found, 'deleted'], remoteId }
  }
  if (!isClosed) await provider.closeTask(remoteId).catch(unlessMissing)
  await link.save({ isClosed: true, syncedVersion: task.version })
  return { actions: isClosed ? found : [...found, 'closed'], remoteId }
}

interface Place {
  remotePropertyId: string
  wanted: WantedTask
}

async function send(sending: Sending, place: Place): Promise<string[]> {
  const { provider, link, task } = sending
  const { wanted } = place
  const actions: string[] = []
  const hash = sha256(JSON.stringify(wanted)).toString('base64url')
  if (link.now.remoteId === null) {
    await create(sending, place, hash)
    actions.push('created')
  }
  const remoteId = link.now.remoteId ?? ''
  if (link.now.sentHash !== hash) {
    await provider.updateTask(remoteId, wanted)
    await link.save({ sentHash: hash })
    actions.push('updated')
  }
  if (link.now.isClosed !== isOver(task)) {
    await (isOver(task) ? provider.closeTask(remoteId) : provider.reopenTask(remoteId))
    await link.save({ isClosed: isOver(task) })
    actions.push(isOver(task) ? 'closed' : 'reopened')
  }
  const photos = await sendPhotos(sending)
  if (photos > 0) actions.push(photos === 1 ? 'photo added' : `${photos} photos added`)
  await link.save({ syncedVersion: task.version })
  return actions
}

/**
 * Once, even if the process dies between the provider's answer and our note of it: that it was begun is committed
 * first, and who finds a begun one looks for its task before making another.
 */
async function create({ provider, link }: Sending, { remotePropertyId, wanted }: Place, hash: string): Promise<void> {
  await link.save({ createStartedAt: new Date().toISOString(), remotePropertyId })
  try {
    const remoteId = await provider.createTask(remotePropertyId, wanted)
    await link.save({ remoteId, createStartedAt: null, sentHash: hash, isClosed: false })
  } catch (error) {
    const isCertain = error instanceof ProviderFailure && error.kind !== 'unavailable'
    if (isCertain) await link.save({ createStartedAt: null })
    throw error
  }
}

/** What became of a create whose answer nobody has seen. */
async function findBegun({ ctx, provider, link, task }: Sending): Promise<string[]> {
  const { createStartedAt, remotePropertyId, formerRemoteIds } = link.now
  if (createStartedAt === null || remotePropertyId === null) return []
  const remoteId = await provider.findTask({
    remotePropertyId,
    reference: taskLink(ctx, task.id),
    since: new Date(createStartedAt),
    exceptIds: formerRemoteIds,
  })
  await link.save({
    createStartedAt: null,
    ...(remoteId !== undefined && { remoteId, sentHash: null, isClosed: false }),
  })
  return remoteId === undefined ? [] : ['found']
}

/** Deletes the counterpart. A restored task gets a new one, because the provider brings none back. */
async function retire({ ctx, provider, link, task }: Sending): Promise<Sent> {
  const { remoteId, formerRemoteIds, goneAt } = link.now
  if (remoteId !== null && goneAt === null) await provider.deleteTask(remoteId).catch(unlessMissing)
  await link.save({
    remoteId: null,
    remotePropertyId: null,
    formerRemoteIds: remoteId === null ? formerRemoteIds : [...formerRemoteIds, remoteId],
    goneAt: null,
    isClosed: false,
    sentHash: null,
    syncedVersion: task.version,
  })
  await forgetPhotos(ctx, link.now.connectionId, task.id)
  return { actions: remoteId === null ? [] : ['deleted'], remoteId }
}

function unlessMissing(error: unknown): void {
  if (!(error instanceof ProviderFailure && error.kind === 'missing')) throw error
}

/** Which property, department and people of the provider the task belongs to. */
async function placeOf({ ctx, provider, connection, task }: Sending): Promise<Place | { skipped: string }> {
  const { property, department } = task
  if (!property) return { skipped: 'The task has no property.' }
  const remoteDepartment = departmentOf(department, connection.settings)
  if (!remoteDepartment) return { skipped: `Tasks of the office department ${department.name} are not sent.` }
  const remotePropertyId =
    (await mappedRemoteId(ctx, connection.id, property.id)) ??
    (await matchedProperty({ ctx, provider, connection }, property))
  if (remotePropertyId === undefined) return { skipped: 'The property is not mapped to one of the provider.' }
  const people = await remoteIdsOf(ctx, connection.id, 'people', task.assigneeEmails, () => provider.listPeople())
  const surroundings = {
    department: remoteDepartment,
    assigneeIds: people.filter((id) => id !== undefined),
    link: taskLink(ctx, task.id),
  }
  return { remotePropertyId, wanted: wantedTask(task, surroundings) }
}

/** By the external id that the provider has of it: our code of the property, or our id. */
async function matchedProperty(
  { ctx, provider, connection }: Pick<Sending, 'ctx' | 'provider' | 'connection'>,
  { id, internalCode }: NonNullable<TaskSnapshot['property']>,
): Promise<string | undefined> {
  const names = internalCode === null ? [id] : [internalCode, id]
  const found = await remoteIdsOf(ctx, connection.id, 'properties', names, () => provider.listProperties())
  return found.find((remoteId) => remoteId !== undefined)
}
