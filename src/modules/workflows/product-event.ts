import type { WorkspaceCtx } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { DeliveredEvent } from '#core/jobs.ts'
import { getMessage } from '#modules/conversations/message.service.ts'
import type { JsonObject } from './document.schema.ts'
import { productEvents } from './product-event.rules.ts'
import { WORKFLOW_EMITTED } from './run-effect.ts'

/** What has happened, as workflows hear of it. */
export async function eventsOf(ctx: WorkspaceCtx, happened: DeliveredEvent): Promise<JsonObject[]> {
  const { services, workspaceId } = ctx
  if (happened.type === WORKFLOW_EMITTED) return [happened.payload['event'] as JsonObject]
  const source = `${services.settings.appUrl}/workspaces/${workspaceId}`
  if (happened.type !== 'message.received') return productEvents(happened, source)
  return productEvents({ ...happened, payload: { ...happened.payload, ...(await wordsOf(ctx, happened)) } }, source)
}

/** What a message says: almost every workflow about messages asks for it. */
async function wordsOf(ctx: WorkspaceCtx, { payload }: DeliveredEvent): Promise<object> {
  const { conversationId, messageId } = payload
  try {
    const { text, author } = await getMessage(ctx, String(conversationId), String(messageId))
    return { text, author: { kind: author.kind, id: author.id, name: author.name } }
  } catch (error) {
    if (error instanceof Refusal) return {}
    throw error
  }
}
