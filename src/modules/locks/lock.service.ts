import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { refusingTaken } from '#core/db-failures.ts'
import { defineFailures, fail, failInapplicable } from '#core/errors.ts'
import { assertReadOnly } from '#core/patch.ts'
import { recordChange } from '#modules/identity/audit.service.ts'
import { findWithGuide } from '#modules/properties/property-guide.service.ts'
import { updateProperty } from '#modules/properties/property.service.ts'
import * as locks from './lock.queries.ts'
import { LOCK_FIXED, type Lock, type LockCreate, type LockUpdate, type Simulation } from './lock.schema.ts'

export const failures = defineFailures({
  lock_not_found: { status: 404, text: 'No such lock in this workspace.' },
  device_taken: { status: 409, text: 'Another lock of this workspace has this device.' },
  lock_inapplicable: { status: 422, text: 'The lock cannot be kept like this.' },
  lock_not_simulated: { status: 422, text: 'Only a simulated lock can be told what to do.' },
})

const TAKEN = { locks_device: { failure: failures.device_taken, field: 'deviceId' } }

export async function getLock(ctx: WorkspaceCtx, lockId: string): Promise<locks.LockRow> {
  return (await locks.findLock(ctx, lockId)) ?? fail(failures.lock_not_found)
}

/** The lock that a link opens: the one it names, or the entrance of the property. */
export async function findLockFor(
  ctx: WorkspaceCtx,
  propertyId: string,
  lockId: string | null,
): Promise<Lock | undefined> {
  if (lockId === null) return locks.findEntrance(ctx, propertyId)
  const lock = await locks.findLock(ctx, lockId)
  return lock?.propertyId === propertyId ? lock : undefined
}

/** A property with a lock says so. */
export function createLock(ctx: WorkspaceCtx, input: LockCreate): Promise<locks.LockRow> {
  return inTransaction(ctx, async (ctx) => {
    const property = await findWithGuide(ctx, input.propertyId)
    if (!property)
      failInapplicable(failures.lock_inapplicable, 'propertyId', 'propertyId names nothing in this workspace.')
    const id = newId()
    const { name, provider, deviceId = provider === 'simulated' ? id : undefined } = input
    if (deviceId === undefined)
      failInapplicable(failures.lock_inapplicable, 'deviceId', 'A lock of a provider needs its deviceId.')
    const row = { id, propertyId: property.id, name, provider, deviceId }
    const lock = (await refusingTaken(locks.insertLock(ctx, row), TAKEN)) ?? fail(failures.lock_not_found)
    if (provider === 'simulated') await locks.saveSimulation(ctx, id, 'online')
    if (!property.hasSmartLock) await updateProperty(unconditional(ctx), property.id, { hasSmartLock: true })
    await trace(ctx, 'lock.created', lock)
    return lock
  })
}

export function updateLock(ctx: WorkspaceCtx, lockId: string, changes: LockUpdate): Promise<locks.LockRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await locks.lockLock(ctx, lockId)) ?? fail(failures.lock_not_found)
    assertVersion(ctx, before.version)
    assertReadOnly(before, changes, LOCK_FIXED)
    const { name = before.name, deviceId = before.deviceId } = changes
    if (name === before.name && deviceId === before.deviceId) return before
    const saved = await refusingTaken(locks.saveLock(ctx, before.id, { name, deviceId }), TAKEN)
    const after = saved ?? fail(failures.lock_not_found)
    await trace(ctx, 'lock.updated', after, before)
    return after
  })
}

/** Its attempts stay. The last lock takes the mark of the property with it. */
export function deleteLock(
  ctx: WorkspaceCtx,
  lockId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const lock = (await locks.lockLock(ctx, lockId)) ?? fail(failures.lock_not_found)
    assertVersion(ctx, lock.version)
    await locks.softDeleteLock(ctx, lock.id)
    const isLast = !(await locks.findEntrance(ctx, lock.propertyId))
    const property = isLast ? await findWithGuide(ctx, lock.propertyId) : undefined
    if (property) await updateProperty(unconditional(ctx), property.id, { hasSmartLock: false })
    await trace(ctx, 'lock.deleted', lock)
    return { id: lock.id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

export async function getSimulation(ctx: WorkspaceCtx, lockId: string): Promise<Simulation> {
  const lock = await getLock(ctx, lockId)
  return (await locks.findSimulation(ctx, lock.id)) ?? fail(failures.lock_not_simulated)
}

export async function simulate(
  ctx: WorkspaceCtx,
  lockId: string,
  behaviour: Simulation['behaviour'],
): Promise<Simulation> {
  const { id, provider } = await getLock(ctx, lockId)
  if (provider !== 'simulated') fail(failures.lock_not_simulated)
  return (await locks.saveSimulation(ctx, id, behaviour)) ?? fail(failures.lock_not_simulated)
}

/** The version that the caller named is that of the lock, not of the property. */
function unconditional(ctx: TxCtx): TxCtx {
  return { ...ctx, ifMatch: undefined }
}

function trace(ctx: TxCtx, action: string, lock: Lock, before?: Lock): Promise<void> {
  const { id, propertyId, name, provider } = lock
  const details = { propertyId, name, provider }
  const event = { lockId: id, propertyId }
  return recordChange(ctx, { action, targetKind: 'lock', targetId: id, details, before, event })
}
