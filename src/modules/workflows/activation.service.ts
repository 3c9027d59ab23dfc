import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { derivedId, newId } from '#core/crypto.ts'
import { defineFailures, fail, failAt } from '#core/errors.ts'
import { emitAll } from '#core/events.ts'
import { actorOf } from '#core/principal.ts'
import { getSettings } from '#modules/identity/workspace.service.ts'
import type { WorkflowDocument } from './document.schema.ts'
import type { WorkflowRoute } from './definition.schema.ts'
import * as definitions from './definition.queries.ts'
import type { CatalogFunction } from './catalog.ts'
import { isInJsonata, NO_JSONATA } from './jsonata.rules.ts'
import { ownersOf } from './jsonata.queries.ts'
import { assertScopes } from './function-scope.ts'
import { getWorkflow, type WorkflowDetails } from './definition.service.ts'
import { failures as draftFailures } from './draft.service.ts'
import { cancelOpenRuns, suspendRuns } from './run.queries.ts'
import { triggersOf } from './trigger.rules.ts'
import { deleteDocumentTriggers, putDocumentTrigger, triggerKinds } from './trigger.queries.ts'
import { firstFire } from './schedule.ts'
import { assertTestsPassed } from './saved-test.service.ts'
import { findVersion, knownVersions } from './version.queries.ts'
import { failures as versionFailures } from './version.service.ts'
import { traceWorkflow } from './workflow-trace.service.ts'

export const failures = defineFailures({
  workflow_routes_invalid: { status: 422, text: 'The weights add up to 100, and each version is named once.' },
  workflow_in_jsonata: { status: 422, text: NO_JSONATA },
  workflow_not_active: { status: 409, text: 'The workflow is not active.' },
})
const { workflow_not_found, workflow_archived } = draftFailures
const { workflow_version_unknown } = versionFailures

/** New runs follow these versions from now on; what is open goes on as it is. */
export async function activate(
  ctx: WorkspaceCtx,
  workflowId: string,
  routes: WorkflowRoute[],
  functions: readonly CatalogFunction[],
  requireTestsPassed = false,
): Promise<WorkflowDetails> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await definitions.lockDefinition(ctx, workflowId)) ?? fail(workflow_not_found)
    assertVersion(ctx, before.version)
    if (before.status === 'archived') fail(workflow_archived)
    await assertRoutes(ctx, workflowId, routes)
    const [main] = routes.toSorted((left, right) => right.weight - left.weight)
    let document: WorkflowDocument | undefined
    for (const { version } of routes) {
      const found = (await findVersion(ctx, workflowId, version)) ?? fail(workflow_version_unknown)
      if (isInJsonata(found.document)) failAt(failures.workflow_in_jsonata, 'routes')
      // What is in effect already was let in, whatever its share of the runs becomes.
      if (!before.routes?.some((route) => route.version === version)) assertScopes(ctx, found.document, functions)
      if (version === main?.version) document = found.document
    }
    // One that is to take more of the runs than it does has to show that it may, like one that takes none yet.
    const weightBefore = (version: number): number =>
      before.routes?.find((route) => route.version === version)?.weight ?? 0
    const fresh = routes.filter(({ version, weight }) => weight > weightBefore(version))
    if (requireTestsPassed)
      await assertTestsPassed(
        ctx,
        workflowId,
        fresh.map(({ version }) => version),
      )
    await putTriggers(ctx, workflowId, document ?? fail(workflow_version_unknown))
    const kinds = await triggerKinds(ctx, workflowId)
    await definitions.saveDefinition(ctx, before, { status: 'active', routes, triggerKinds: kinds })
    await note(ctx, workflowId, routes)
    return getWorkflow(ctx, workflowId)
  })
}

/** What the document says about when it starts, as triggers. */
async function putTriggers(ctx: TxCtx, workflowId: string, document: WorkflowDocument): Promise<void> {
  const wanted = triggersOf(document).map((trigger) => ({
    ...trigger,
    id: derivedId(workflowId, `trigger ${Object.keys(trigger).join(' ')}`),
  }))
  await deleteDocumentTriggers(
    ctx,
    workflowId,
    wanted.map(({ id }) => id),
  )
  for (const trigger of wanted) {
    const timezone = trigger.cron === undefined ? null : (await getSettings(ctx)).timezone
    const nextAt = firstFire({ ...trigger, timezone }, ctx.now)
    await putDocumentTrigger(ctx, { ...trigger, definitionId: workflowId, timezone, nextAt, countsFrom: ctx.now })
  }
}

async function assertRoutes(ctx: WorkspaceCtx, workflowId: string, routes: readonly WorkflowRoute[]): Promise<void> {
  const numbers = routes.map(({ version }) => version)
  const sum = routes.reduce((total, { weight }) => total + weight, 0)
  if (sum !== 100 || new Set(numbers).size !== numbers.length) failAt(failures.workflow_routes_invalid, 'routes')
  const known = await knownVersions(ctx, workflowId, numbers)
  if (known.length < numbers.length) failAt(workflow_version_unknown, 'routes')
}

/** Nothing starts it any more. */
export async function deactivate(
  ctx: WorkspaceCtx,
  workflowId: string,
  openRuns: 'finish' | 'suspend' | 'cancel' = 'finish',
): Promise<{}> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await definitions.lockDefinition(ctx, workflowId)) ?? fail(workflow_not_found)
    assertVersion(ctx, before.version)
    if (before.status !== 'active') fail(failures.workflow_not_active)
    await turnOff(ctx, before)
    if (openRuns === 'cancel') await cancelOpenRuns(ctx, workflowId, 'The workflow was turned off.')
    if (openRuns === 'suspend') await suspendRuns(ctx, { definitionId: workflowId }, 'The workflow was turned off.')
    return {}
  })
}

async function turnOff(ctx: TxCtx, before: definitions.DefinitionRow, reason: string | null = null): Promise<void> {
  await deleteDocumentTriggers(ctx, before.id)
  const kinds = await triggerKinds(ctx, before.id)
  await definitions.saveDefinition(ctx, before, { status: 'inactive', routes: null, triggerKinds: kinds })
  await note(ctx, before.id, null, reason)
}

/** Emitted for each owner of a workflow that was turned off because nothing can run it anymore. */
export const PAUSED = 'workflow.paused'

/** Turns off a workflow in JSONata and notifies its owners. Does nothing if it is already off or is in jq by now. */
export function pauseInJsonata(ctx: WorkspaceCtx, workflowId: string): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const before = await definitions.lockDefinition(ctx, workflowId)
    const routes = before?.status === 'active' ? (before.routes ?? []) : []
    const versions = await Promise.all(routes.map(({ version }) => findVersion(ctx, workflowId, version)))
    if (!before || !versions.some((each) => each && isInJsonata(each.document))) return false
    await turnOff(ctx, before, failures.workflow_in_jsonata.code)
    const owners = await ownersOf(ctx, workflowId)
    await emitAll(
      ctx,
      owners.map((userId) => ({ type: PAUSED, workflowId, userId, reason: NO_JSONATA })),
    )
    return true
  })
}

async function note(
  ctx: TxCtx,
  workflowId: string,
  routes: WorkflowRoute[] | null,
  reason: string | null = null,
): Promise<void> {
  const createdBy = actorOf(ctx.principal)
  await definitions.insertActivation(ctx, { id: newId(), definitionId: workflowId, routes, reason, createdBy })
  await traceWorkflow(ctx, routes ? 'workflow.activated' : 'workflow.deactivated', workflowId, { details: { routes } })
}
