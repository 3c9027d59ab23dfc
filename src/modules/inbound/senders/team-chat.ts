import { bearerIn } from '#core/bearer.ts'
import { actingAlone } from '#core/context.ts'
import { sameText } from '#core/crypto.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { headerIn, type Received, type WebhookAnswer } from '#core/webhook.ts'
import { join } from '#modules/inbound/joining.ts'
import { act, isKnown, presser } from '#modules/inbound/press.ts'
import { at, fieldsAt, listAt, looseJson, objectIn, textAt, type Fields } from '#modules/inbound/reading.ts'
import type { Desk, Handler, News, Proof, Sender } from '#modules/inbound/sender.ts'
import { bytesId } from '#modules/inbound/signed-id.ts'
import { tokenVerifier } from '#modules/inbound/team-chat-token.ts'
import type { Outsider } from '#modules/integrations/person.service.ts'
import { findReceivers } from '#modules/integrations/receiver.service.ts'
import { placeOf } from '#modules/integrations/reply.service.ts'
import { linkSpace } from '#modules/integrations/team-chat.service.ts'

const SOURCE = 'team-chat'
const PATH = '/v1/webhooks/team-chat'
const SETTING = 'TEAM_CHAT_PROJECT_NUMBER'

const HELP =
  'Write here what you need, and it joins the conversations of your company. `link <secret>` connects this space.'
const UNBOUND =
  'This space is not connected yet. An administrator makes a team chat integration and writes `link <its setup secret>` here.'
const WELCOME = `Hello! ${HELP}`

/** Both dialects of the chat in one shape. */
interface Happened {
  kind: 'message' | 'added' | 'command' | 'press' | 'other'
  isAddOn: boolean
  space: string
  message: Fields
  user: Fields
}

const CLASSIC_KINDS: Readonly<Record<string, Happened['kind']>> = {
  MESSAGE: 'message',
  ADDED_TO_SPACE: 'added',
  CARD_CLICKED: 'press',
}
const ADD_ON_KINDS = {
  message: 'messagePayload',
  added: 'addedToSpacePayload',
  command: 'appCommandPayload',
  press: 'buttonClickedPayload',
} as const

const ENTRIES = Object.entries(ADD_ON_KINDS) as [Happened['kind'], string][]

function happenedIn(body: Fields): Happened {
  const chat = at(body, 'chat')
  if (chat === undefined) {
    const type = textAt(body, 'type')
    const isCommand = type === 'APP_COMMAND' || at(body, 'message', 'slashCommand') !== undefined
    const kind = isCommand ? 'command' : (CLASSIC_KINDS[type ?? ''] ?? 'other')
    const about = { message: fieldsAt(body, 'message'), user: fieldsAt(body, 'user') }
    return { kind, isAddOn: false, space: textAt(body, 'space', 'name') ?? '', ...about }
  }
  const [kind, name] = ENTRIES.find(([, payload]) => at(chat, payload) !== undefined) ?? ['other', '']
  const payload = fieldsAt(chat, name)
  const about = { message: fieldsAt(payload, 'message'), user: fieldsAt(chat, 'user') }
  return { kind, isAddOn: true, space: textAt(payload, 'space', 'name') ?? '', ...about }
}

/** A message that is shown at once, in the dialect that was spoken. */
function saying(text: string, { isAddOn }: Happened): WebhookAnswer {
  const message = { text }
  const wrapped = { hostAppDataAction: { chatDataAction: { createMessageAction: { message } } } }
  return { outcome: 'answered', body: isAddOn ? wrapped : message }
}

const joins: Handler = {
  async apply(ctx, delivery) {
    const { integrationId, payload } = delivery
    const { message, user, space } = happenedIn(payload)
    const text = (textAt(message, 'argumentText') ?? textAt(message, 'text') ?? '').trim()
    const name = textAt(message, 'name')
    if (text === '' || name === undefined || textAt(message, 'sender', 'type') === 'BOT') return undefined
    const thread = textAt(message, 'thread', 'name')
    const incoming = {
      channel: 'chat',
      source: SOURCE,
      messageId: name,
      threadId: placeOf(integrationId ?? '', space, ...(thread === undefined ? [] : [thread])),
      from: { name: textAt(user, 'displayName') ?? 'Somebody', address: space },
      text,
    } as const
    return join(ctx, delivery, incoming, { writer: outsiderIn(user) })
  },
}

const outsiderIn = (user: Fields): Outsider => {
  const externalId = textAt(user, 'name') ?? ''
  return { externalId, isProven: externalId !== '', email: textAt(user, 'email') }
}

const pressed: Handler = {
  reach: (ctx, delivery) => presser(ctx, delivery, outsiderIn(happenedIn(delivery.payload).user)),
  async apply(ctx, delivery, userId) {
    const { message, user, space } = happenedIn(delivery.payload)
    const press = pressIn(delivery.payload)
    if (!isKnown(press)) return undefined
    const thread = textAt(message, 'thread', 'name')
    const threadId = placeOf(delivery.integrationId ?? '', space, ...(thread === undefined ? [] : [thread]))
    const from = { name: textAt(user, 'displayName') ?? 'Somebody', address: space }
    return act(ctx, delivery, { press, where: { source: SOURCE, threadId, from } }, userId as string | undefined)
  },
}

function pressIn(payload: Fields): string {
  return (
    textAt(payload, 'commonEventObject', 'parameters', 'press') ??
    textAt(payload, 'common', 'parameters', 'press') ??
    textAt(
      listAt(payload, 'action', 'parameters').find((each) => textAt(each, 'key') === 'press'),
      'value',
    ) ??
    ''
  )
}

/** Spaces of the team chat: some things are answered at once, the rest goes on in the background. */
export function teamChat(): Sender {
  const { isGenuine, keepFresh } = tokenVerifier()
  return {
    name: SOURCE,
    path: PATH,
    open(desk) {
      if (desk.services.settings.teamChatProjectNumber !== undefined) keepFresh(desk)
    },
    async prove(desk, received) {
      const { teamChatProjectNumber: projectNumber, baseUrl } = desk.services.settings
      if (projectNumber === undefined) {
        received.log.warn({ setting: SETTING }, 'a webhook was refused: the setting is missing')
        fail(coreFailures.invalid_token)
      }
      const token = bearerIn(headerIn(received, 'authorization')) ?? ''
      const check = { address: `${baseUrl}${PATH}`, projectNumber, now: received.now }
      if (!(await isGenuine(desk, token, check))) fail(coreFailures.invalid_token)
      return boundTo(desk, received)
    },
    read: (received, proof, desk) => answer(desk, received, proof),
    reply: {},
    handlers: { message: joins, press: pressed },
  }
}

/** Anybody may claim a space; only one in which the secret was written counts. */
async function boundTo(desk: Desk, { bytes, now }: Received): Promise<Proof> {
  const body = looseJson(bytes)
  const { space } = happenedIn(fieldsAt({ body }, 'body'))
  const receivers = await findReceivers({ ...desk, now }, 'team_chat', { accounts: [space] })
  const bound = receivers.find(({ isProven }) => isProven)
  return bound ? { workspaceId: bound.workspaceId, integrationId: bound.id } : {}
}

async function answer(desk: Desk, received: Received, proof: Proof): Promise<News | WebhookAnswer> {
  const payload = objectIn(received)
  const happened = happenedIn(payload)
  const { kind, message, space } = happened
  const text = (textAt(message, 'argumentText') ?? textAt(message, 'text') ?? '').trim()
  if (kind === 'added') return saying(proof.workspaceId === undefined ? `${WELCOME}\n${UNBOUND}` : WELCOME, happened)
  if (kind === 'command' || /^\/?help$/i.test(text)) return saying(HELP, happened)
  const bytes = bytesId(received)
  if (kind === 'press' && proof.workspaceId !== undefined) return { externalId: bytes, kind, payload }
  if (kind === 'other' || kind === 'press') return { outcome: 'ignored', body: {} }
  const secret = /^\/?link\s+(\S+)$/i.exec(text)?.[1]
  if (secret !== undefined) return saying(await link(desk, received, space, secret), happened)
  if (proof.workspaceId === undefined) return saying(UNBOUND, happened)
  return { externalId: textAt(message, 'name') ?? bytes, kind: 'message', payload }
}

async function link(desk: Desk, received: Received, space: string, secret: string): Promise<string> {
  const { requestId, now, log } = received
  const claimants = await findReceivers({ ...desk, now }, 'team_chat', { secret })
  const found = claimants.find(({ secrets }) => secrets('setupSecret').some((each) => sameText(each, secret)))
  if (!found || space === '') return 'No integration has this secret.'
  const { db, services } = desk
  const { workspaceId } = found
  const ctx = actingAlone({ db, services, workspaceId, requestId, now, log })
  await linkSpace(ctx, found.id, space)
  return 'This space is connected. Delete the message with the secret.'
}
