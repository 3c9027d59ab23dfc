import { isDeepStrictEqual } from 'node:util'
import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { refusingTaken } from '#core/db-failures.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { assertReadOnly, changesIn } from '#core/patch.ts'
import { tracing } from '#modules/identity/audit.service.ts'
import { wrongDepartment } from '#modules/identity/department.service.ts'
import { sealCredentials, unsealCredentials } from './connection-credentials.ts'
import * as connections from './connection.queries.ts'
import {
  CONNECTION_FIXED,
  type ConnectionCreate,
  type ConnectionSettings,
  ConnectionUpdate,
  type Credentials,
} from './connection.schema.ts'

type ConnectionRow = connections.ConnectionRow

const trace = tracing('connection', 'connectionId')

export const failures = defineFailures({
  connection_not_found: { status: 404, text: 'No such connection in this workspace.' },
  connection_exists: {
    status: 409,
    text: 'Another connection of this workspace is active. Pause or delete it first: each task goes to one provider.',
  },
  mapped_department_unknown: {
    status: 422,
    text: 'A department in settings is not in this workspace, or is there twice.',
  },
})

const TAKEN = { connections_one_active: { failure: failures.connection_exists, field: 'status' } }
const DEFAULTS: ConnectionSettings = { defaultDepartment: 'maintenance', departments: [] }

export async function getConnection(ctx: WorkspaceCtx, connectionId: string): Promise<ConnectionRow> {
  return (await connections.findConnection(ctx, connectionId)) ?? fail(failures.connection_not_found)
}

export function createConnection(ctx: WorkspaceCtx, input: ConnectionCreate): Promise<ConnectionRow> {
  return inTransaction(ctx, async (ctx) => {
    const { provider, name, status = 'active', credentials } = input
    const settings = { ...DEFAULTS, ...input.settings }
    await assertDepartments(ctx, settings)
    const id = newId()
    const row = { id, provider, name, status, settings: JSON.stringify(settings) }
    const sealed = sealCredentials(ctx, id, credentials)
    const saved = await refusingTaken(connections.insertConnection(ctx, { ...row, ...sealed }), TAKEN)
    await trace(ctx, 'connection.created', id, { provider, name, status })
    return saved ?? fail(failures.connection_not_found)
  })
}

/** Credentials end the tokens of those before, and what their provider holds against them. */
export function updateConnection(
  ctx: WorkspaceCtx,
  connectionId: string,
  changes: ConnectionUpdate,
): Promise<ConnectionRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await connections.lockConnection(ctx, connectionId)) ?? fail(failures.connection_not_found)
    const { credentials: sealed, ...shown } = before
    assertVersion(ctx, before.version)
    const wanted = { ...changes, settings: changes.settings && { ...before.settings, ...changes.settings } }
    // Credentials are never shown, so whoever sends them has typed them in: a new beginning, be they the same.
    const news = changesIn(shown, wanted, ConnectionUpdate, CONNECTION_FIXED)
    if (Object.keys(news).length === 0) return shown
    const { name, credentials, status, settings } = news
    if (status === 'failing') assertReadOnly(shown, changes, { status: ConnectionUpdate.properties.status })
    // One that was deleted since keeps nobody from changing the rest.
    const isMappedAnew = settings && !isDeepStrictEqual(settings.departments, before.settings.departments)
    if (isMappedAnew) await assertDepartments(ctx, settings)
    const stored = {
      ...(name !== undefined && { name }),
      ...(settings && { settings: JSON.stringify(settings) }),
      ...(status !== undefined && { status, lastError: null }),
      ...(credentials && withoutTokens(ctx, connectionId, credentials, unsealCredentials(ctx, connectionId, sealed))),
    }
    const after = await refusingTaken(connections.saveConnection(ctx, connectionId, stored), TAKEN)
    const said = { name, status, settings, ...(credentials && { credentials: 'replaced' }) }
    await trace(ctx, 'connection.updated', connectionId, said, shown)
    return after ?? fail(failures.connection_not_found)
  })
}

/** What the provider has stays there. We forget the credentials and which task is which. */
export function deleteConnection(
  ctx: WorkspaceCtx,
  connectionId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await connections.lockConnection(ctx, connectionId)) ?? fail(failures.connection_not_found)
    assertVersion(ctx, before.version)
    await connections.deleteConnection(ctx, connectionId)
    await trace(ctx, 'connection.deleted', connectionId, { name: before.name })
    return { id: connectionId, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

/** The provider counts token calls by client, so the minute of an old client says nothing about a new one. */
function withoutTokens(ctx: TxCtx, id: string, credentials: Credentials, known: Credentials | undefined) {
  const sameClient = known?.clientId === credentials.clientId
  return {
    ...sealCredentials(ctx, id, credentials),
    tokens: null,
    tokensExpireAt: null,
    blockedUntil: null,
    ...(sameClient ? {} : { tokenAskedAt: null }),
  }
}

async function assertDepartments(ctx: TxCtx, { departments }: ConnectionSettings): Promise<void> {
  const wrong = await wrongDepartment(
    ctx,
    departments.map(({ departmentId }) => departmentId),
  )
  if (wrong === -1) return
  const pointer = `/settings/departments/${wrong}/departmentId`
  fail(failures.mapped_department_unknown, {
    errors: [{ pointer, code: 'unknown', message: 'Must be a department of this workspace, named once.' }],
  })
}
