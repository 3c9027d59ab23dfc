import { oneLine, shortened } from '#core/plain-text.ts'
import type { MessageAttachment } from '#modules/conversations/message.schema.ts'
import { isChatGenuine } from '#modules/inbound/chat-signature.ts'
import { loosePayload, payloadIn } from '#modules/inbound/form-payload.ts'
import { join } from '#modules/inbound/joining.ts'
import { act, isKnown, presser } from '#modules/inbound/press.ts'
import { bySecret } from '#modules/inbound/proof.ts'
import { fieldsAt, listAt, neededText, numberAt, textAt, type Fields } from '#modules/inbound/reading.ts'
import type { Handler, Sender } from '#modules/inbound/sender.ts'
import { bytesId } from '#modules/inbound/signed-id.ts'
import { nameInChat } from '#modules/integrations/chat-app.service.ts'
import { placeOf } from '#modules/integrations/reply.service.ts'
import { findWriter } from '#modules/integrations/token-rotation.service.ts'

const SOURCE = 'chat-workspace-app'

const joins: Handler = {
  /** What whoever wrote it is called. */
  async reach(ctx, { integrationId, payload }) {
    const user = textAt(payload, 'event', 'user')
    const chat = integrationId === null || !isSaid(payload) ? undefined : await findWriter(ctx, integrationId)
    const [token] = chat?.secrets('botToken') ?? []
    return user === undefined || token === undefined ? undefined : nameInChat(ctx, token, user)
  },
  async apply(ctx, delivery, name) {
    const { integrationId, payload } = delivery
    const event = fieldsAt(payload, 'event')
    const [user, ts, channel] = ['user', 'ts', 'channel'].map((name) => textAt(event, name))
    const attachments = filesOf(event)
    const text = textAt(event, 'text') ?? (attachments.length > 0 ? '[file]' : undefined)
    if (!isSaid(payload) || user === undefined || text === undefined || ts === undefined || channel === undefined)
      return undefined
    const incoming = {
      channel: 'chat',
      source: SOURCE,
      messageId: ts,
      threadId: placeOf(integrationId ?? '', channel, textAt(event, 'thread_ts') ?? ts),
      from: { name: typeof name === 'string' ? name : user, address: channel },
      text,
      attachments,
      at: new Date(Number(ts) * 1000),
    } as const
    return join(ctx, delivery, incoming, {
      isAddressed: isAddressed(payload),
      writer: { externalId: user, isProven: true, team: textAt(payload, 'team_id') },
    })
  },
}

/** What people say has no subtype, or one of these; the others tell of edits, joins and the like. */
const SAID = ['file_share', 'me_message', 'thread_broadcast']

/** Nothing that bots say: our own words would come back for ever. */
function isSaid(payload: Fields): boolean {
  const [bot, subtype] = ['bot_id', 'subtype'].map((name) => textAt(payload, 'event', name))
  return bot === undefined && (subtype === undefined || SAID.includes(subtype))
}

function filesOf(event: Fields): MessageAttachment[] {
  return listAt(event, 'files').flatMap((file) => {
    const reference = textAt(file, 'id')
    if (reference === undefined) return []
    const name = shortened(oneLine(textAt(file, 'name') ?? ''), 200) || 'file'
    const [contentType, sizeBytes] = [textAt(file, 'mimetype') ?? null, numberAt(file, 'size') ?? null]
    return [{ name, contentType, sizeBytes, reference }]
  })
}

/** Said to the bot, or to it alone. The rest is said beside it, in a channel that it is in. */
function isAddressed(payload: Fields): boolean {
  const event = fieldsAt(payload, 'event')
  if (textAt(event, 'type') === 'app_mention' || textAt(event, 'channel_type') === 'im') return true
  const bots = listAt(payload, 'authorizations').flatMap((each) => textAt(each, 'user_id') ?? [])
  return bots.some((bot) => textAt(event, 'text')?.includes(`<@${bot}>`))
}

const pressed: Handler = {
  reach(ctx, delivery) {
    const { payload } = delivery
    if (!isKnown(pressIn(payload))) return Promise.resolve(undefined)
    const team = textAt(payload, 'team', 'id')
    return presser(ctx, delivery, { externalId: neededText(payload, 'user', 'id'), team })
  },
  async apply(ctx, delivery, userId) {
    const { payload, integrationId } = delivery
    const [press, channel] = [pressIn(payload), textAt(payload, 'channel', 'id')]
    if (!isKnown(press) || channel === undefined) return undefined
    const thread = textAt(payload, 'message', 'thread_ts') ?? textAt(payload, 'message', 'ts')
    const user = textAt(payload, 'user', 'username') ?? neededText(payload, 'user', 'id')
    const where = {
      source: SOURCE,
      threadId: placeOf(integrationId ?? '', channel, ...(thread === undefined ? [] : [thread])),
      from: { name: user, address: channel },
    }
    return act(ctx, delivery, { press, where }, userId as string | undefined)
  },
}

/** A message that others have made may have a button `complete_task` with the id of a task. */
function pressIn(payload: Fields): string {
  const [action] = listAt(payload, 'actions')
  const value = textAt(action, 'value') ?? ''
  return textAt(action, 'action_id') === 'complete_task' ? `complete ${value}` : value
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
    return { externalId: `${type} ${pressedAt ?? bytesId(received)}`, kind: type, payload }
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
