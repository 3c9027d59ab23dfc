import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { activate, deactivate } from './activation.service.ts'
import type { Automation, AutomationStarted } from './automation.schema.ts'
import { getAutomation } from './automation.service.ts'
import type { CatalogFunction } from './catalog.ts'
import { findActivations } from './definition.queries.ts'
import type { Expressions } from './expression.ts'
import { startRun } from './run.service.ts'

export const failures = defineFailures({
  automation_not_published: { status: 409, text: 'Nothing of the automation was published yet.' },
})

export async function runAutomation(
  ctx: WorkspaceCtx,
  automationId: string,
  input: unknown,
  expressions: Pick<Expressions, 'of'>,
): Promise<AutomationStarted> {
  await getAutomation(ctx, automationId)
  const { id: runId } = await startRun(ctx, automationId, { input }, expressions)
  return { runId, state: 'running' }
}

export function setState(
  ctx: WorkspaceCtx,
  automationId: string,
  state: 'active' | 'paused',
  functions: readonly CatalogFunction[],
): Promise<Automation> {
  return inTransaction(ctx, async (ctx) => {
    const before = await getAutomation(ctx, automationId)
    if (before.definitionVersion === 0) fail(failures.automation_not_published)
    if (state === 'paused' && before.state === 'active') await deactivate(ctx, automationId)
    if (state === 'active' && before.state !== 'active') {
      const known = (await findActivations(ctx, automationId)).find(({ routes }) => routes !== null)
      const routes = known?.routes ?? [{ version: before.definitionVersion, weight: 100 }]
      await activate(ctx, automationId, routes, functions)
    }
    return getAutomation(ctx, automationId)
  })
}

/** A yes to one version does not cover the next. */
export async function whatIsPublished(ctx: WorkspaceCtx, automationId: string): Promise<object> {
  return { version: (await getAutomation(ctx, automationId)).definitionVersion }
}

export async function whatRuns(ctx: WorkspaceCtx, automationId: string): Promise<object> {
  const [newest] = await findActivations(ctx, automationId)
  return { ...(await whatIsPublished(ctx, automationId)), activation: newest?.id ?? null }
}
