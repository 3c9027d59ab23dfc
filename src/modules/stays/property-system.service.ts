import type { SealedPlace } from '#core/reseal.ts'
import { assertVersion, inTransaction, type Ctx, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId, seal, unseal } from '#core/crypto.ts'
import { defineFailures, fail, failInapplicable } from '#core/errors.ts'
import { assertReadOnly } from '#core/patch.ts'
import { recordChange } from '#modules/identity/audit.service.ts'
import * as systems from './property-system.queries.ts'
import {
  PROPERTY_SYSTEM_FIXED,
  type Credentials,
  type PropertySystem,
  type PropertySystemCreate,
  type PropertySystemUpdate,
} from './property-system.schema.ts'

type Row = systems.PropertySystemRow

export const failures = defineFailures({
  property_system_not_found: { status: 404, text: 'No such property system in this workspace.' },
  credentials_inapplicable: { status: 422, text: 'These credentials do not go with this provider.' },
})

const PURPOSE = 'property-system-credentials'

export const SEALED_SYSTEMS: SealedPlace = {
  table: 'property_systems',
  column: 'credentials',
  type: 'text',
  key: ['workspace_id', 'id'],
  purpose: PURPOSE,
  owner: (row) => String(row['id']),
}
/** Of a short key the last four would be too much of it. */
const LENGTH_TO_HINT = 16

export async function getPropertySystem(ctx: WorkspaceCtx, id: string): Promise<Row> {
  return (await systems.findPropertySystem(ctx, id)) ?? fail(failures.property_system_not_found)
}

export function createPropertySystem(ctx: WorkspaceCtx, input: PropertySystemCreate): Promise<Row> {
  return inTransaction(ctx, async (ctx) => {
    const { provider, name, status = 'active', credentials } = input
    assertCredentials(provider, credentials)
    const id = newId()
    const sealed = credentials ? sealedOf(ctx, id, credentials) : {}
    const saved = await systems.insertPropertySystem(ctx, {
      id,
      provider,
      name,
      status,
      nextPollAt: ctx.now,
      ...sealed,
    })
    await trace(ctx, 'property_system.created', id, { provider, name, status })
    return saved ?? fail(failures.property_system_not_found)
  })
}

/** New credentials end the token of the old ones; a resumed system is polled soon. */
export function updatePropertySystem(ctx: WorkspaceCtx, id: string, changes: PropertySystemUpdate): Promise<Row> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await systems.lockPropertySystem(ctx, id)) ?? fail(failures.property_system_not_found)
    assertVersion(ctx, before.version)
    assertReadOnly(before, changes, PROPERTY_SYSTEM_FIXED)
    const { name, status, credentials } = changes
    if (credentials) assertCredentials(before.provider, credentials)
    const isResumed = status === 'active' && before.status === 'paused'
    const stored = {
      ...(name !== undefined && name !== before.name && { name }),
      ...(status !== undefined && status !== before.status && { status }),
      ...((isResumed || credentials) && { nextPollAt: ctx.now, failures: 0 }),
      ...(credentials && { ...sealedOf(ctx, id, credentials), token: null, tokenExpiresAt: null }),
    }
    if (Object.keys(stored).length === 0) return before
    const after = await systems.savePropertySystem(ctx, id, stored)
    const said = { name, status, ...(credentials && { credentials: 'replaced' }) }
    await trace(ctx, 'property_system.updated', id, said, before)
    return after ?? fail(failures.property_system_not_found)
  })
}

/** The stays that came from it stay. We forget the credentials and which stay is which there. */
export function deletePropertySystem(
  ctx: WorkspaceCtx,
  id: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await systems.lockPropertySystem(ctx, id)) ?? fail(failures.property_system_not_found)
    assertVersion(ctx, before.version)
    await systems.deletePropertySystem(ctx, id)
    await trace(ctx, 'property_system.deleted', id, { name: before.name })
    return { id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

/** Undefined when they were sealed under another server secret. */
export function openCredentials({ services }: Ctx, id: string, sealed: string): Credentials | undefined {
  const text = unseal(services.signer, PURPOSE, id, sealed)
  return text === undefined ? undefined : (JSON.parse(text) as Credentials)
}

function sealedOf({ services }: Ctx, id: string, credentials: Credentials) {
  const { apiKey } = credentials
  return {
    credentials: seal(services.signer, PURPOSE, id, JSON.stringify(credentials)),
    credentialsHint: apiKey.length >= LENGTH_TO_HINT ? apiKey.slice(-4) : '',
  }
}

function assertCredentials(provider: PropertySystem['provider'], credentials: Credentials | undefined): void {
  const isCalendar = provider === 'ical'
  if (isCalendar === (credentials === undefined)) return
  const message = isCalendar
    ? 'Calendars have no credentials: their addresses are given for each property.'
    : 'This provider needs credentials.'
  failInapplicable(failures.credentials_inapplicable, 'credentials', message)
}

export function trace(ctx: TxCtx, action: string, id: string, details: object, before?: object): Promise<void> {
  const event = { propertySystemId: id, ...details }
  return recordChange(ctx, { action, targetKind: 'property_system', targetId: id, details, before, event })
}
