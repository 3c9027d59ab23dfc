import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { derivedId } from '#core/crypto.ts'
import type { WorkflowRoute } from './definition.schema.ts'
import type { Json } from './document.schema.ts'
import { addRun, versionFor } from './run.service.ts'
import { insertDelivery, markUnstarted } from './trigger-delivery.queries.ts'
import type { ActingTrigger } from './trigger-due.queries.ts'
import { mayStart, originOf } from './trigger.rules.ts'

/** What has come to a trigger. */
export interface Happening {
  /** The same each time that the same thing is told. */
  eventId: string
  /** What its sender calls it, where that alone would not tell it from those of others. */
  knownAs?: string
  /** What the run gets. */
  input: Json
  depth?: number
  parentRunId?: string
}

export interface Target {
  owner: string
  routes: WorkflowRoute[] | null
}

/** The run that this event starts at this trigger, however often it comes. */
export function runIdOf(trigger: ActingTrigger, eventId: string): string {
  return derivedId(originOf(trigger), `${trigger.kind} ${eventId}`)
}

export function deliveryIdOf({ id }: ActingTrigger, eventId: string): string {
  return derivedId(id, `event ${eventId}`)
}

/** Starts a run for an event that has not come to this trigger before; where another acts it is only written down. */
export function startOnce(
  ctx: WorkspaceCtx,
  trigger: ActingTrigger,
  target: Target,
  happening: Happening,
): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const { eventId, input } = happening
    const runId = runIdOf(trigger, eventId)
    const versionNumber = versionFor(target, runId)
    if (versionNumber === undefined) return false
    const delivery = { id: deliveryIdOf(trigger, eventId), triggerId: trigger.id, eventId }
    if (!(await insertDelivery(ctx, { ...delivery, outcome: 'started', runId }))) return false
    const isStarted = await addTriggered(ctx, trigger, { ...happening, runId, versionNumber })
    if (!isStarted) await markUnstarted(ctx, delivery.id, mayStart(target) ? 'skipped' : 'recorded', input)
    return isStarted
  })
}

export function addTriggered(
  ctx: TxCtx,
  { id: triggerId, definitionId, kind }: ActingTrigger,
  made: Happening & { runId: string; versionNumber: number },
): Promise<boolean> {
  const { runId, versionNumber, eventId, knownAs = eventId, input, depth = 0, parentRunId } = made
  return addRun(ctx, {
    id: runId,
    definitionId,
    versionNumber,
    triggerKind: kind,
    triggerId,
    depth,
    input,
    ...(parentRunId === undefined ? {} : { parentRunId }),
    createdBy: { kind, id: knownAs },
  })
}
