import type { TxCtx } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { receiveMessage } from '#modules/conversations/inbound.service.ts'
import { isChatGenuine } from '#modules/inbound/chat-signature.ts'
import { loosePayload, payloadIn } from '#modules/inbound/form-payload.ts'
import { bySecret } from '#modules/inbound/proof.ts'
import { fieldsAt, listAt, neededText, textAt, type Fields } from '#modules/inbound/reading.ts'
import type { Handler, Sender } from '#modules/inbound/sender.ts'
import { placeOf } from '#modules/integrations/reply.service.ts'
import { updateTask } from '#modules/tasks/task-update.service.ts'

const SOURCE = 'chat-workspace-app'

const joins: Handler = {
  async apply(ctx, { integrationId, payload }) {
    const event = fieldsAt(payload, 'event')
    const [user, text, ts, channel] = ['user', 'text', 'ts', 'channel'].map((name) => textAt(event, name))
    // Edits, joins and the like, and what bots say: our own words would come back for ever.
    const isOurs = textAt(event, 'bot_id') !== undefined || textAt(event, 'subtype') !== undefined
    if (isOurs || user === undefined || text === undefined || ts === undefined || channel === undefined)
      return undefined
    const { created } = await receiveMessage(ctx, {
      channel: 'chat',
      source: SOURCE,
      messageId: ts,
      threadId: placeOf(integrationId ?? '', channel, textAt(event, 'thread_ts') ?? ts),
      from: { name: user, address: channel },
      text,
      at: new Date(Number(ts) * 1000),
    })
    return created ? 'The message joined its conversation.' : 'The message was there already.'
  },
}

const pressed: Handler = {
  apply(ctx, { payload }) {
    const action = fieldsAt({ action: listAt(payload, 'actions')[0] }, 'action')
    if (textAt(action, 'action_id') === 'complete_task') return completeTask(ctx, action)
    return Promise.resolve(undefined)
  },
}

async function completeTask(ctx: TxCtx, action: Fields): Promise<string> {
  try {
    const { shortId } = await updateTask(ctx, neededText(action, 'value'), { status: 'COMPLETED' })
    return `${shortId} was completed.`
  } catch (error) {
    if (!(error instanceof Refusal) || error.failure.status >= 500) throw error
    return `Nothing was completed: ${error.message}`
  }
}

/** Events of the chat, and buttons that were pressed there. */
export const chatWorkspaceApp: Sender = {
  name: SOURCE,
  path: '/v1/webhooks/chat-workspace-app',
  prove: bySecret({
    kind: 'chat_workspace_app',
    secret: 'signingSecret',
    setting: 'CHAT_WORKSPACE_APP_WEBHOOK_SECRET',
    find: (received) => finderIn(loosePayload(received)),
    isGenuine: isChatGenuine,
  }),
  read(received) {
    const payload = payloadIn(received)
    const type = neededText(payload, 'type')
    if (type === 'url_verification')
      return { outcome: 'answered', body: { challenge: neededText(payload, 'challenge') } }
    if (type === 'event_callback')
      return {
        externalId: neededText(payload, 'event_id'),
        kind: `event.${textAt(payload, 'event', 'type') ?? 'unknown'}`,
        payload,
      }
    const pressedAt = textAt(payload, 'trigger_id') ?? textAt(listAt(payload, 'actions')[0], 'action_ts')
    return { externalId: `${type} ${pressedAt ?? received.requestId}`, kind: type, payload }
  },
  handlers: { 'event.app_mention': joins, 'event.message': joins, block_actions: pressed },
}

/** An app can be in several workspaces of the chat. The challenge of a new address names nobody. */
function finderIn(body: unknown): { accounts: string[] } | 'anybody' {
  const app = textAt(body, 'api_app_id')
  if (app === undefined) return 'anybody'
  const team = textAt(body, 'team_id') ?? textAt(body, 'team', 'id')
  return { accounts: [...(team === undefined ? [] : [`${app}/${team}`]), app] }
}
