import { inTransaction, type WorkspaceCtx, assertVersion } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail, failAt } from '#core/errors.ts'
import { changesIn } from '#core/patch.ts'
import * as keys from './api-key.queries.ts'
import { forbiddenScopes } from './api-key.rules.ts'
import { API_KEY_FIXED, type ApiKeyCreate, ApiKeyUpdate } from './api-key.schema.ts'
import { tracing } from './audit.service.ts'
import { newKeyValue } from './key-value.ts'

const trace = tracing('api_key', 'keyId')

export const failures = defineFailures({
  api_key_not_found: { status: 404, text: 'No such API key in this workspace.' },
  scope_not_allowed: { status: 422, text: 'This kind of key cannot hold that scope.' },
  api_key_revoked: { status: 409, text: 'The key is revoked and cannot be changed.' },
  expiry_in_past: { status: 422, text: 'expiresAt must lie in the future.' },
})

/** Makes a key; its value is in this answer and nowhere else. */
export async function createKey(ctx: WorkspaceCtx, input: ApiKeyCreate): Promise<keys.ApiKeyRow & { value: string }> {
  assertAllowed(ctx, input.integrationType, input.scopes, input.expiresAt)
  const { value, hash, prefix, lastFour } = newKeyValue(input.integrationType)
  return inTransaction(ctx, async (ctx) => {
    const createdBy = ctx.principal.kind === 'user' ? ctx.principal.userId : null
    const { name, integrationType, scopes, expiresAt = null } = input
    const key = { id: newId(), name, integrationType, scopes, expiresAt, prefix, lastFour, createdBy }
    const row = (await keys.insertKey(ctx, key, hash)) ?? fail(failures.api_key_not_found)
    await trace(ctx, 'api_key.created', row.id, { name, integrationType, scopes, expiresAt })
    return { ...row, value }
  })
}

export async function getKey(ctx: WorkspaceCtx, keyId: string): Promise<keys.ApiKeyRow> {
  return (await keys.findKey(ctx, keyId)) ?? fail(failures.api_key_not_found)
}

/** Renames, re-scopes or re-dates a key without replacing its value. */
export async function updateKey(ctx: WorkspaceCtx, keyId: string, changes: ApiKeyUpdate): Promise<keys.ApiKeyRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await keys.lockKey(ctx, keyId)) ?? fail(failures.api_key_not_found)
    assertVersion(ctx, before.version)
    const fields = changesIn(before, changes, ApiKeyUpdate, API_KEY_FIXED)
    if (before.revokedAt) fail(failures.api_key_revoked)
    if (Object.keys(fields).length === 0) return before
    const { name = before.name, scopes = before.scopes, expiresAt = before.expiresAt } = fields
    assertAllowed(ctx, before.integrationType, scopes, fields.expiresAt)
    const after = (await keys.saveKey(ctx, { ...before, name, scopes, expiresAt })) ?? fail(failures.api_key_not_found)
    await trace(ctx, 'api_key.updated', keyId, { name, scopes, expiresAt }, before)
    return after
  })
}

export async function revokeKey(
  ctx: WorkspaceCtx,
  keyId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const before = await keys.lockKey(ctx, keyId)
    if (!before || before.revokedAt) fail(failures.api_key_not_found)
    assertVersion(ctx, before.version)
    const deletedAt = ctx.now.toISOString()
    await keys.saveKey(ctx, { ...before, revokedAt: deletedAt })
    await trace(ctx, 'api_key.revoked', keyId, { name: before.name })
    return { id: keyId, deleted: true, deletedAt }
  })
}

function assertAllowed(
  { now }: WorkspaceCtx,
  integrationType: ApiKeyCreate['integrationType'],
  scopes: readonly string[],
  expiresAt: string | null | undefined,
): void {
  const forbidden = forbiddenScopes(integrationType, scopes)
  if (forbidden.length > 0) {
    const message = `A ${integrationType} key cannot hold ${forbidden.join(', ')}.`
    fail(failures.scope_not_allowed, {
      detail: message,
      errors: [{ pointer: '/scopes', code: 'not_allowed', message }],
    })
  }
  if (expiresAt && Date.parse(expiresAt) <= now.getTime()) failAt(failures.expiry_in_past, 'expiresAt')
}
