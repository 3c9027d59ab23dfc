import type { TxCtx, WorkspaceCtx } from '#core/context.ts'
import { derivedId } from '#core/crypto.ts'
import { Refusal } from '#core/errors.ts'
import { enter, type PersonCtx } from '#modules/agents/actor.service.ts'
import type { Interaction, ResolveRequest } from '#modules/agents/interaction.schema.ts'
import { getInteraction, resolve } from '#modules/agents/interaction.service.ts'
import { receiveMessage, type Incoming } from '#modules/conversations/inbound.service.ts'
import { SYSTEM } from '#modules/conversations/message.schema.ts'
import { say } from '#modules/conversations/message.service.ts'
import { getUserName } from '#modules/identity/user.service.ts'
import { memberBehind, type Outsider } from '#modules/integrations/person.service.ts'
import { findWriter } from '#modules/integrations/token-rotation.service.ts'
import { updateTask } from '#modules/tasks/task-update.service.ts'
import type { Delivery } from './sender.ts'

/** A button that was pressed, and where. */
export interface Press {
  press: string
  where: Pick<Incoming, 'source' | 'threadId' | 'from'>
}

const KNOWN = /^(approve|reject|choose|complete) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?: (\d{1,2}))?$/i

export function isKnown(press: string): boolean {
  return KNOWN.test(press)
}

/** Who of the team has pressed; nobody when it is not known who that is. Asks the other side, so not in a transaction. */
export async function presser(
  ctx: WorkspaceCtx,
  { integrationId }: Delivery,
  outsider: Outsider,
): Promise<string | undefined> {
  const receiver = integrationId === null ? undefined : await findWriter(ctx, integrationId)
  return receiver && memberBehind(ctx, receiver, outsider)
}

/** Does what was pressed as the person who pressed it, and says there what became of it. */
export async function act(
  ctx: TxCtx,
  { id, externalId }: Delivery,
  { press, where }: Press,
  userId: string | undefined,
): Promise<string | undefined> {
  const [, verb, targetId, option] = KNOWN.exec(press) ?? []
  if (verb === undefined || targetId === undefined) return undefined
  // A run before the conversation, here as everywhere: who locks in another order may wait for ever.
  const outcome =
    userId === undefined
      ? `${where.from.name} is not known as a member of this workspace, so nothing was done.`
      : await done(await enter(ctx, ctx.workspaceId, userId), { verb: verb.toLowerCase(), targetId, option })
  const text = `${where.from.name} pressed a button.`
  const pressed = { ...where, channel: 'chat', messageId: `press ${externalId}`, text, isAutomatic: true } as const
  const { conversationId, created } = await receiveMessage(ctx, pressed)
  if (created) await say(ctx, conversationId, { id: derivedId(id, 'answer'), author: SYSTEM, text: outcome })
  return outcome
}

interface Wish {
  verb: string
  targetId: string
  option: string | undefined
}

function done(ctx: PersonCtx, { verb, targetId, option }: Wish): Promise<string> {
  if (verb === 'complete') return completeTask(ctx, targetId)
  if (verb === 'choose') return decide(ctx, targetId, { decision: 'respond', payload: { option: option ?? '' } })
  return decide(ctx, targetId, { decision: verb === 'approve' ? 'approve' : 'reject' })
}

async function completeTask(ctx: PersonCtx, taskId: string): Promise<string> {
  try {
    const { shortId } = await updateTask(ctx, taskId, { status: 'COMPLETED' })
    return `${shortId} was completed.`
  } catch (error) {
    if (!(error instanceof Refusal) || error.failure.status >= 500) throw error
    return `Nothing was completed: ${error.message}`
  }
}

/** The first answer stands; whoever comes later is told it. */
async function decide(ctx: PersonCtx, interactionId: string, request: ResolveRequest): Promise<string> {
  const here = { workspace_id: ctx.workspaceId }
  try {
    const before = await getInteraction(ctx, interactionId, here)
    if (before.status !== 'pending') return await standing(ctx, before)
    const after = await resolve(ctx, interactionId, { ...request, ...here }, () => undefined)
    return `${await whoDecided(ctx, after)}: ${wordOf(after)}.`
  } catch (error) {
    if (!(error instanceof Refusal) || error.failure.status >= 500) throw error
    if (error.failure.status === 404) return 'This is not for you to decide, so nothing was done.'
    return `Nothing was done: ${error.message}`
  }
}

async function standing(ctx: PersonCtx, decided: Interaction): Promise<string> {
  if (decided.status !== 'resolved') return `Nobody decided it in time; it is ${decided.status}.`
  return `It was decided before, by ${await whoDecided(ctx, decided)}: ${wordOf(decided)}.`
}

async function whoDecided(ctx: PersonCtx, { resolved_by: userId }: Interaction): Promise<string> {
  return userId === null ? 'nobody' : getUserName(ctx, userId)
}

function wordOf({ resolution, options }: Interaction): string {
  const { decision, payload } = resolution ?? {}
  const chosen = options.find(({ id }) => id === payload?.['option'])
  if (chosen) return chosen.label
  return decision === 'approve' ? 'approved' : decision === 'reject' ? 'declined' : (decision ?? 'undecided')
}
