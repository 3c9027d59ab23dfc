import type { WorkspaceCtx } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { getProperty, propertyNamed } from '#modules/properties/property.service.ts'
import { findTask } from './task.queries.ts'

/** What mails about new work tell vendors about the home. */
export async function homeInLetters(
  ctx: WorkspaceCtx,
  { propertyId, propertyName }: Record<string, unknown>,
): Promise<unknown> {
  try {
    if (typeof propertyId === 'string') return await homeOf(ctx, propertyId)
    return typeof propertyName === 'string' ? await homeOf(ctx, await propertyNamed(ctx, propertyName)) : null
  } catch (error) {
    // The change itself reports that there is no such home.
    if (error instanceof Refusal && error.failure.status < 500) return null
    throw error
  }
}

/** The same for a task that is being assigned. */
export async function homeOfTask(
  ctx: WorkspaceCtx,
  { taskId, primaryVendorOrgId, secondaryAssigneeIds }: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  if (typeof primaryVendorOrgId !== 'string' && secondaryAssigneeIds === undefined) return null
  const task = await findTask(ctx, String(taskId))
  return homeInLetters(ctx, { propertyId: task?.propertyId })
}

async function homeOf(ctx: WorkspaceCtx, id: string): Promise<unknown> {
  const { name, address, city, postalCode, timezone } = await getProperty(ctx, id)
  return { id, name, address, city, postalCode, timezone }
}
