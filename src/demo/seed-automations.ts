import type { WorkspaceCtx } from '#core/context.ts'
import { activate } from '#modules/workflows/activation.service.ts'
import { createWorkflow } from '#modules/workflows/definition.service.ts'
import { getDraft } from '#modules/workflows/draft.service.ts'
import { publish } from '#modules/workflows/version.service.ts'
import { workflowTools } from '#src/catalogue.ts'
import { AUTOMATIONS } from './automations.ts'

/** Workflows at work from the first day. */
export async function seedAutomations(ctx: WorkspaceCtx, departmentIds: ReadonlyMap<string, string>): Promise<void> {
  for (const { department, text: written, tags, ...fields } of AUTOMATIONS) {
    const text = written.replaceAll('{departmentId}', departmentIds.get(department) ?? '')
    const { id } = await createWorkflow(ctx, { ...fields, tags: [...tags], text, format: 'yaml' }, workflowTools)
    // One that asks for more than this server has stays a draft that says what is missing.
    if (!(await getDraft(ctx, id)).isValid) continue
    const { number: version } = await publish(ctx, id, workflowTools)
    await activate(ctx, id, [{ version, weight: 100 }], workflowTools.functions)
  }
}
