import type { SealedPlace } from '#core/reseal.ts'
import { noteChange } from '#core/changes.ts'
import { inTransaction, type Scope, type WorkspaceCtx } from '#core/context.ts'
import { newId, seal, unseal, type Signer } from '#core/crypto.ts'
import { defineFailures, fail, failAt, failTaken } from '#core/errors.ts'
import { actorOf } from '#core/principal.ts'
import { recordAudit } from '#modules/identity/audit.service.ts'
import type { Json, JsonObject, WorkflowDocument } from './document.schema.ts'
import * as secrets from './secret.queries.ts'
import type { WorkflowSecret, WorkflowSecretWrite } from './secret.schema.ts'

export const failures = defineFailures({
  workflow_secret_not_found: { status: 404, text: 'No such secret in this workspace.' },
  workflow_secret_exists: { status: 409, text: 'There is a secret of this name already.' },
  workflow_secrets_too_many: { status: 409, text: 'A workspace has 200 secrets at most.' },
  workflow_secret_too_large: { status: 422, text: 'A secret has 16 KB at most.' },
})
const PURPOSE = 'workflow-secret'

export const SEALED_WORKFLOW_SECRETS: SealedPlace = {
  table: 'wf_secret',
  column: 'value_sealed',
  type: 'text',
  key: ['workspace_id', 'name'],
  purpose: PURPOSE,
  owner: (row) => ownerOf(String(row['workspace_id']), String(row['name'])),
}
const COUNT_MAX = 200
const LENGTH_MAX = 16_384

/** Moved to another workspace or name it does not open. */
function ownerOf(workspaceId: string, name: string): string {
  return `${workspaceId}:${name}`
}

export function setSecret(
  ctx: WorkspaceCtx,
  { name, value, replace = true }: WorkflowSecretWrite,
): Promise<WorkflowSecret & { created: boolean }> {
  const text = JSON.stringify(value)
  if (text.length > LENGTH_MAX) failAt(failures.workflow_secret_too_large, 'value')
  return inTransaction(ctx, async (ctx) => {
    const valueSealed = seal(ctx.services.signer, PURPOSE, ownerOf(ctx.workspaceId, name), text)
    const secret = { id: newId(), name, valueSealed, createdBy: actorOf(ctx.principal) }
    const row = (await secrets.putSecret(ctx, secret, replace)) ?? failTaken(failures.workflow_secret_exists, 'name')
    if ((await secrets.countSecrets(ctx)) > COUNT_MAX) fail(failures.workflow_secrets_too_many)
    await recordAudit(ctx, { action: 'workflow_secret.set', targetKind: 'workflow_secret', targetId: name })
    await noteChange(ctx, 'workflow_secret.set', {})
    return row
  })
}

export function deleteSecret(ctx: WorkspaceCtx, id: string) {
  return inTransaction(ctx, async (ctx) => {
    const { name } = (await secrets.deleteSecret(ctx, id)) ?? fail(failures.workflow_secret_not_found)
    await recordAudit(ctx, { action: 'workflow_secret.deleted', targetKind: 'workflow_secret', targetId: name })
    await noteChange(ctx, 'workflow_secret.deleted', {})
    return { id, deleted: true as const, deletedAt: ctx.now.toISOString() }
  })
}

/** The first that the document names and that is not there. */
export function missingSecret({ use }: WorkflowDocument, opened: JsonObject): string | undefined {
  return use?.secrets?.find((name) => !(name in opened))
}

/** What the document may use of them. One that cannot be opened any more is not there. */
export async function secretsFor(scope: Scope, signer: Signer, { use }: WorkflowDocument): Promise<JsonObject> {
  const names = use?.secrets ?? []
  if (names.length === 0) return {}
  const opened = (await secrets.findSealed(scope, names)).flatMap(({ name, valueSealed }): [string, Json][] => {
    const text = unseal(signer, PURPOSE, ownerOf(scope.workspaceId, name), valueSealed)
    return text === undefined ? [] : [[name, JSON.parse(text) as Json]]
  })
  return Object.fromEntries(opened)
}
