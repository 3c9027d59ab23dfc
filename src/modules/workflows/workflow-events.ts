import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { withEach } from '#core/each.ts'
import type { Subscriber } from '#core/jobs.ts'
import { findDefinition } from './definition.queries.ts'
import type { JsonObject, WorkflowDocument } from './document.schema.ts'
import { startedBy, type MetFilter } from './flow-listen.rules.ts'
import { ENGINE } from './flow-state.rules.ts'
import { eventsOf } from './product-event.ts'
import { MESSAGE_RECEIVED } from './product-event.rules.ts'
import { DEPTH_MAX } from './run-effect.ts'
import { runIdIn } from './run-job.ts'
import { findRunDepth, LISTENS, signalKeyOf, signalListeners } from './run-signal.queries.ts'
import { ring, versionFor } from './run.service.ts'
import { insertDelivery } from './trigger-delivery.queries.ts'
import { eventTriggers, type EventTrigger } from './trigger-due.queries.ts'
import { gather } from './trigger-gather.ts'
import { isMeant, withTrigger } from './trigger.rules.ts'
import { deliveryIdOf, runIdOf, startOnce, type Happening } from './trigger-start.ts'
import { documentOf } from './version.service.ts'
import type { WorkflowTools } from './workflow-tools.service.ts'

/** Tells workflows what happens: those that wait for it go on, those that it starts begin. Each event once. */
export function workflowEvents(tools: WorkflowTools): Subscriber {
  return {
    name: 'workflows',
    on: ['*'],
    where: LISTENS,
    // Whether a workflow begins is for its author's expressions to say.
    isShared: true,
    retryLimit: 12,
    async handle(ctx, happened) {
      const events = await eventsOf(ctx, happened)
      if (events.length === 0) return
      const runId = runIdIn(happened.requestId)
      const depth = runId === undefined ? 0 : (await findRunDepth(ctx, runId)) + 1
      const failures: unknown[] = []
      for (const event of events) {
        if ((await signalListeners(ctx, event, ctx.now)) > 0) ring(ctx)
        const type = String(event['type'])
        const knownAs = String(event['id'])
        const eventId = signalKeyOf(event)
        const parent = runId === undefined ? {} : { parentRunId: runId }
        const why = { cause: { eventId, knownAs, depth, ...parent }, tools }
        await withEach(
          await eventTriggers(ctx, type, type === MESSAGE_RECEIVED),
          (trigger) => begin(ctx, trigger, event, why),
          (error, { id }) => {
            ctx.log.warn({ err: error, trigger: id }, 'a trigger could not take an event')
            failures.push(error)
          },
        )
      }
      // The event is tried again for these; those that had it take it only once.
      if (failures.length > 0) throw failures[0]
    },
  }
}

interface Why {
  cause: Omit<Happening, 'input'>
  tools: WorkflowTools
}

async function begin(ctx: WorkspaceCtx, trigger: EventTrigger, event: JsonObject, { cause, tools }: Why) {
  const definition = await findDefinition(ctx, trigger.definitionId)
  const versionNumber = definition && versionFor(definition, runIdOf(trigger, cause.eventId))
  if (!definition || versionNumber === undefined) return
  if (trigger.kind === 'chat' && !isMeant(trigger, messageIn(event))) return
  const document = await documentOf(ctx, trigger.definitionId, versionNumber)
  const met = document && trigger.kind === 'event' ? await metBy(ctx, trigger, document, event, tools) : []
  if (trigger.kind === 'event' && met.length === 0) return
  if ((cause.depth ?? 0) > DEPTH_MAX) return skipLoop(ctx, trigger, event, cause)
  const all = trigger.source === 'document' ? document?.schedule?.on?.all : undefined
  if (all) return gather(ctx, trigger, definition, { event, met, count: all.length, cause })
  // The standard: what events start gets a list of them.
  const input = trigger.kind === 'chat' ? (event['data'] ?? null) : [event]
  await startOnce(ctx, trigger, definition, { ...cause, input })
}

/** Among what came to the trigger people see why there is no run. */
async function skipLoop(ctx: WorkspaceCtx, trigger: EventTrigger, event: JsonObject, cause: Why['cause']) {
  const { eventId, parentRunId } = cause
  ctx.log.warn({ workflow: trigger.definitionId, run: parentRunId }, `${LOOP} This one is not started.`)
  const delivery = { id: deliveryIdOf(trigger, eventId), triggerId: trigger.id, eventId, error: LOOP, payload: event }
  await inTransaction(ctx, (ctx) => insertDelivery(ctx, { ...delivery, outcome: 'skipped' }))
}
const LOOP = `Workflows start each other without end: at most ${DEPTH_MAX} in a row.`

function messageIn({ data }: JsonObject): { channel: unknown; text: unknown } {
  const { channel, text } = (data ?? {}) as JsonObject
  return { channel, text: text ?? '' }
}

function metBy(
  ctx: WorkspaceCtx,
  { source, eventTypes, filter }: EventTrigger,
  written: WorkflowDocument,
  event: JsonObject,
  { expressions }: WorkflowTools,
): Promise<MetFilter[]> {
  const document = source === 'document' ? written : withTrigger(written, { eventTypes: eventTypes ?? [], filter })
  const facts = { id: '', input: null, startedAt: 0, document, runtime: ENGINE }
  const { evaluate, validate } = expressions.of(ctx.workspaceId)
  return startedBy(facts, event, { now: ctx.now.getTime(), random: () => 0, evaluate, validate })
}
