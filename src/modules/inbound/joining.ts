import type { TxCtx } from '#core/context.ts'
import { callAgent } from '#modules/agents/talk.service.ts'
import { receiveMessage, type Incoming } from '#modules/conversations/inbound.service.ts'
import type { Outsider } from '#modules/integrations/person.service.ts'
import type { Delivery } from './sender.ts'

interface About {
  /** Whether it is meant for us, or said beside us. */
  isAddressed?: boolean
  writer?: Outsider
}

/** Takes a message into its conversation and calls the agent of the integration to it. What machines write calls nobody. */
export async function join(
  ctx: TxCtx,
  { integrationId }: Delivery,
  incoming: Incoming,
  { isAddressed = true, writer }: About = {},
): Promise<string> {
  const { conversationId, message, created } = await receiveMessage(ctx, incoming)
  if (message.author.byProgram) return 'A machine wrote it: it joined its conversation unseen.'
  const call = { integrationId: integrationId ?? '', conversationId, messageId: message.id, writer }
  const isCalled = integrationId !== null && (await callAgent(ctx, call, isAddressed))
  if (!created) return 'The message was there already.'
  return isCalled ? 'The message joined its conversation; its agent is called.' : 'The message joined its conversation.'
}
