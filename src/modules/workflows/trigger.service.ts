import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId, randomToken, sha256 } from '#core/crypto.ts'
import { defineFailures, fail, type Fault } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import { newsIn } from '#core/patch.ts'
import { refuseAny } from '#core/validate.ts'
import { getSettings } from '#modules/identity/workspace.service.ts'
import { findDefinition, lockDefinition } from './definition.queries.ts'
import { failures as draftFailures } from './draft.service.ts'
import { assertTriggerScopes } from './function-scope.ts'
import { firstFire, nextFires } from './schedule.ts'
import { lastDeliveries } from './trigger-delivery.queries.ts'
import { triggerFaults } from './trigger-fields.ts'
import * as triggers from './trigger.queries.ts'
import {
  WorkflowTriggerUpdate,
  type TriggerQuery,
  type WorkflowTrigger,
  type WorkflowTriggerCreate,
  type WorkflowTriggerDetails,
  type WorkflowTriggerMade,
} from './trigger.schema.ts'
import { checkToolsOf, type WorkflowTools } from './workflow-tools.service.ts'
import { traceWorkflow } from './workflow-trace.service.ts'

export const failures = defineFailures({
  workflow_trigger_not_found: { status: 404, text: 'The workflow has no such trigger.' },
  workflow_trigger_invalid: { status: 422, text: 'The fields of the trigger do not go together.' },
  workflow_trigger_of_document: {
    status: 409,
    text: 'This trigger comes from the published document. Publish and activate another version to change it.',
  },
  workflow_trigger_without_token: { status: 409, text: 'Only webhook triggers have a token.' },
  workflow_triggers_too_many: { status: 409, text: 'A workflow has 50 triggers at most.' },
})
const { workflow_not_found, workflow_archived } = draftFailures
const COUNT_MAX = 50
const TOKEN_BYTES = 32
const HINT_LENGTH = 4
const GRACE_SECONDS = 3600

type Versioned<T> = T & { version: number }

export async function listTriggers(
  ctx: WorkspaceCtx,
  workflowId: string,
  query: TriggerQuery,
): Promise<Listed<WorkflowTrigger>> {
  if (!(await findDefinition(ctx, workflowId))) fail(workflow_not_found)
  const { items, pagination } = await triggers.listTriggers(ctx, workflowId, query)
  return { items: items.map(shown), pagination }
}

function shown({ countsFrom, ...row }: triggers.TriggerRow): Versioned<WorkflowTrigger> {
  return { ...row, nextFires: nextFires({ ...row, countsFrom }, row.nextAt) }
}

export async function getTrigger(
  ctx: WorkspaceCtx,
  workflowId: string,
  triggerId: string,
): Promise<Versioned<WorkflowTriggerDetails>> {
  const row = (await triggers.findTrigger(ctx, workflowId, triggerId)) ?? (await refuseUnknown(ctx, workflowId))
  return { ...shown(row), deliveries: await lastDeliveries(ctx, triggerId) }
}

async function refuseUnknown(ctx: WorkspaceCtx, workflowId: string): Promise<never> {
  return fail((await findDefinition(ctx, workflowId)) ? failures.workflow_trigger_not_found : workflow_not_found)
}

const EMPTY = {
  name: null,
  isEnabled: true,
  eventTypes: null,
  filter: null,
  cron: null,
  every: null,
  after: null,
  timezone: null,
  missed: 'latest' as const,
  channels: null,
  phrase: null,
  payloadSchema: null,
  eventIdPointer: null,
}

export async function createTrigger(
  ctx: WorkspaceCtx,
  workflowId: string,
  input: WorkflowTriggerCreate,
  tools: WorkflowTools,
): Promise<Versioned<WorkflowTriggerMade>> {
  const fields = { ...EMPTY, ...input }
  refuseWrong(await triggerFaults(fields, ctx.now, checkToolsOf(ctx, tools)))
  // One that is made turned off too.
  assertTriggerScopes(ctx, { ...fields, isEnabled: true })
  return inTransaction(ctx, async (ctx) => {
    const definition = (await lockDefinition(ctx, workflowId)) ?? fail(workflow_not_found)
    if (definition.status === 'archived') fail(workflow_archived)
    if ((await triggers.countTriggers(ctx, workflowId)) >= COUNT_MAX) fail(failures.workflow_triggers_too_many)
    const timezone = fields.cron === null ? null : (fields.timezone ?? (await getSettings(ctx)).timezone)
    const token = fields.kind === 'webhook' ? randomToken(TOKEN_BYTES) : undefined
    const row = await triggers.insertTrigger(ctx, {
      ...fields,
      id: newId(),
      definitionId: workflowId,
      source: 'api',
      timezone,
      nextAt: firstFire({ ...fields, timezone }, ctx.now),
      countsFrom: ctx.now,
      ...tokenFields(token),
    })
    await changed(ctx, workflowId, 'created', row?.id)
    return { ...shown(row ?? fail(workflow_not_found)), ...secretOf(ctx, token) }
  })
}

function refuseWrong(faults: readonly Fault[]): void {
  refuseAny(faults, failures.workflow_trigger_invalid)
}

function tokenFields(token: string | undefined) {
  return token === undefined ? {} : { tokenHash: sha256(token), tokenHint: token.slice(-HINT_LENGTH) }
}

function secretOf({ services }: WorkspaceCtx, token: string | undefined) {
  if (token === undefined) return { token: null, url: null }
  return { token, url: `${services.settings.baseUrl}/v1/webhooks/trigger/${token}` }
}

async function changed(ctx: TxCtx, workflowId: string, what: string, triggerId: string | undefined): Promise<void> {
  await triggers.saveTriggerKinds(ctx, workflowId)
  await traceWorkflow(ctx, `workflow.trigger_${what}`, workflowId, { event: { triggerId } })
}

export async function updateTrigger(
  ctx: WorkspaceCtx,
  workflowId: string,
  triggerId: string,
  changes: WorkflowTriggerUpdate,
  tools: WorkflowTools,
): Promise<Versioned<WorkflowTriggerDetails>> {
  const known = (await triggers.findTrigger(ctx, workflowId, triggerId)) ?? (await refuseUnknown(ctx, workflowId))
  refuseWrong(await triggerFaults({ ...known, ...changes }, ctx.now, checkToolsOf(ctx, tools)))
  return inTransaction(ctx, async (ctx) => {
    const before = await lockOwn(ctx, workflowId, triggerId)
    assertTriggerScopes(ctx, { ...before, ...changes }, before)
    const news = newsIn(before, changes, WorkflowTriggerUpdate)
    if (Object.keys(news).length > 0) {
      const after = { ...before, ...news }
      const isOther = (['cron', 'every', 'after', 'timezone', 'isEnabled'] as const).some(
        (name) => after[name] !== before[name],
      )
      await triggers.saveTrigger(ctx, triggerId, {
        ...news,
        ...(isOther ? { nextAt: firstFire(after, ctx.now), countsFrom: ctx.now } : {}),
      })
      await changed(ctx, workflowId, 'updated', triggerId)
    }
    return getTrigger(ctx, workflowId, triggerId)
  })
}

/** One made by hand, for a change of the version that the caller has seen. */
async function lockOwn(ctx: TxCtx, workflowId: string, triggerId: string): Promise<triggers.TriggerRow> {
  const row = (await triggers.lockTrigger(ctx, workflowId, triggerId)) ?? (await refuseUnknown(ctx, workflowId))
  assertVersion(ctx, row.version)
  if (row.source === 'document') fail(failures.workflow_trigger_of_document)
  return row
}

export async function deleteTrigger(ctx: WorkspaceCtx, workflowId: string, triggerId: string): Promise<{}> {
  return inTransaction(ctx, async (ctx) => {
    await lockOwn(ctx, workflowId, triggerId)
    await triggers.deleteTrigger(ctx, triggerId)
    await changed(ctx, workflowId, 'deleted', triggerId)
    return {}
  })
}

/** A new token at once; the one that there was works a while longer, so that no sender is cut off. */
export async function rotateToken(
  ctx: WorkspaceCtx,
  workflowId: string,
  triggerId: string,
  graceSeconds = GRACE_SECONDS,
): Promise<Versioned<WorkflowTriggerMade>> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockOwn(ctx, workflowId, triggerId)
    const oldTokenHash = await triggers.findTokenHash(ctx, triggerId)
    if (before.kind !== 'webhook' || !oldTokenHash) fail(failures.workflow_trigger_without_token)
    const token = randomToken(TOKEN_BYTES)
    const grace = { oldTokenHash, oldTokenUntil: new Date(ctx.now.getTime() + graceSeconds * 1000) }
    const row = await triggers.saveTrigger(ctx, triggerId, {
      ...tokenFields(token),
      ...(graceSeconds > 0 ? grace : { oldTokenHash: null, oldTokenUntil: null }),
    })
    await changed(ctx, workflowId, 'token_rotated', triggerId)
    return { ...shown(row ?? fail(failures.workflow_trigger_not_found)), ...secretOf(ctx, token) }
  })
}
