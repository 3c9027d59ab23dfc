import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { derivedId } from '#core/crypto.ts'
import type { DeliveredEvent, Subscriber } from '#core/jobs.ts'
import { findDefinition } from './definition.queries.ts'
import type { JsonObject } from './document.schema.ts'
import { startedBy } from './flow-listen.rules.ts'
import { productEvents } from './product-event.rules.ts'
import { DEPTH_MAX, WORKFLOW_EMITTED } from './run-effect.ts'
import { runIdIn } from './run-job.ts'
import { findRunDepth, signalListeners } from './run-signal.queries.ts'
import { addRun, ring, versionFor } from './run.service.ts'
import { eventTriggers } from './trigger.queries.ts'
import { documentOf } from './version.service.ts'
import type { WorkflowTools } from './workflow-tools.service.ts'

/** Tells workflows what happens: those that wait for it go on, those that it starts begin. Each event once. */
export function workflowEvents(tools: WorkflowTools): Subscriber {
  return {
    name: 'workflows',
    on: ['*'],
    retryLimit: 12,
    async handle(ctx, happened) {
      const events = eventsOf(ctx, happened)
      if (events.length === 0) return
      const runId = runIdIn(happened.requestId)
      const depth = runId === undefined ? 0 : (await findRunDepth(ctx, runId)) + 1
      for (const event of events) {
        if ((await signalListeners(ctx, event, ctx.now)) > 0) ring(ctx)
        await startWorkflows(ctx, event, { depth, runId, tools })
      }
    },
  }
}

function eventsOf({ services, workspaceId }: WorkspaceCtx, happened: DeliveredEvent): JsonObject[] {
  if (happened.type === WORKFLOW_EMITTED) return [happened.payload['event'] as JsonObject]
  return productEvents(happened, `${services.settings.appUrl}/workspaces/${workspaceId}`)
}

interface Cause {
  depth: number
  runId: string | undefined
  tools: WorkflowTools
}

async function startWorkflows(ctx: WorkspaceCtx, event: JsonObject, { depth, runId, tools }: Cause): Promise<void> {
  for (const { id: triggerId, definitionId } of await eventTriggers(ctx, String(event['type']))) {
    // By the workflow and not by its trigger, which is another one after each activation.
    const id = derivedId(definitionId, `event ${String(event['source'])} ${String(event['id'])}`)
    const definition = await findDefinition(ctx, definitionId)
    const versionNumber = definition && versionFor(definition, id)
    if (versionNumber === undefined || !(await isWanted(ctx, definitionId, versionNumber, event, tools))) continue
    if (depth > DEPTH_MAX) {
      ctx.log.warn({ workflow: definitionId, run: runId }, 'workflows start each other without end; this one is not')
      continue
    }
    await inTransaction(ctx, (ctx) =>
      addRun(ctx, {
        id,
        definitionId,
        versionNumber,
        triggerKind: 'event',
        triggerId,
        depth,
        ...(runId === undefined ? {} : { parentRunId: runId }),
        // The standard: what events start gets a list of them.
        input: [event],
        createdBy: { kind: 'event', id: String(event['id']) },
      }),
    )
  }
}

async function isWanted(
  ctx: WorkspaceCtx,
  definitionId: string,
  versionNumber: number,
  event: JsonObject,
  { expressions }: WorkflowTools,
): Promise<boolean> {
  const document = await documentOf(ctx, definitionId, versionNumber)
  // Where several different events are needed nobody collects them yet.
  if (!document || document.schedule?.on?.all) return false
  const facts = { id: '', input: null, startedAt: 0, document, runtime: { name: 'innkeeper', version: '1.0.0' } }
  const { evaluate, validate } = expressions
  const tools = { now: ctx.now.getTime(), random: () => 0, evaluate, validate }
  return (await startedBy(facts, event, tools)).length > 0
}
