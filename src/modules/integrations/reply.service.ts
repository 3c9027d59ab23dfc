import type { WorkspaceCtx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { inParts } from '#core/plain-text.ts'
import { answerLetter } from './agent-mail.service.ts'
import type { Button } from '#core/button.ts'
import { postAsBot } from './bot-messenger.service.ts'
import { postToChat } from './chat-app.service.ts'
import type { SecretName } from './integration.schema.ts'
import { sendByApp } from './messaging-app.service.ts'
import type { Receiver } from './receiver.service.ts'
import { postToSpace } from './team-chat.service.ts'
import { findWriter } from './token-rotation.service.ts'

/** A talk that came through an integration, and what is to be said in it. */
interface Reply {
  id: string
  /** Of this go at it: the same for every try, another when somebody has it sent again. */
  goId: string
  text: string
  /** What the other side calls what was said before, oldest first. */
  answers: readonly string[]
  buttons: readonly Button[]
  channel: string
  /** The other side, as the channel has it. */
  recipient: string | null
}

interface Way {
  /** A chat of the company's own: those who write there are of the team. */
  isOfTeam?: true
  hasButtons?: true
  /** An answer goes only to the writer of the message it answers, whoever else writes in the conversation. */
  answersOne?: true
  /** The other side knows a message that it has been sent before, and takes it once. */
  repeatable?: true
  /** A longer text goes out in parts. In UTF-16 units. */
  textLengthMax?: number
  secret: SecretName
  send(ctx: WorkspaceCtx, secret: string, place: readonly string[], reply: Reply, through: Receiver): Promise<string>
}

/** By the source of the conversation. Behind the integration's id stand the words that name the place there. */
const WAYS: Readonly<Record<string, Way>> = {
  'chat-workspace-app': {
    isOfTeam: true,
    secret: 'botToken',
    hasButtons: true,
    // 40,000 there, and what has to be escaped takes up to five.
    textLengthMax: 8000,
    send: (ctx, token, [channel = '', threadId], { text, buttons }) =>
      postToChat(ctx, token, { channel, text, buttons, ...(threadId !== undefined && { threadId }) }),
  },
  'bot-messenger': {
    secret: 'botToken',
    hasButtons: true,
    textLengthMax: 4096,
    send: (ctx, token, [chatId = ''], { text, buttons }) => postAsBot(ctx, token, { chatId, text, buttons }),
  },
  'team-chat': {
    isOfTeam: true,
    repeatable: true,
    secret: 'serviceAccountKey',
    hasButtons: true,
    // 32,000 bytes there.
    textLengthMax: 7500,
    send: (ctx, key, [space = '', thread], { id, text, buttons }) =>
      postToSpace(ctx, key, { space, thread, text, buttons, requestId: id }),
  },
  'messaging-agent': {
    repeatable: true,
    secret: 'webhookSecret',
    send: (ctx, secret, place, { id, goId, channel, recipient, text }, { settings: { sendUrl } }) => {
      if (sendUrl === null)
        throw new DeliveryFailure('Nothing here can send it: the integration has no settings.sendUrl.', {
          isFinal: true,
        })
      const message = { id, channel, threadId: place.join(' '), to: recipient, text }
      return sendByApp(ctx, { url: sendUrl, secret, goId }, message)
    },
  },
  'agent-mail': {
    answersOne: true,
    secret: 'apiKey',
    send: (ctx, key, [inboxId = ''], { text, answers }) => {
      const messageId = answers.at(-1)
      if (messageId === undefined) throw new DeliveryFailure('There is no letter to answer.', { isFinal: true })
      return answerLetter(ctx, key, { inboxId, messageId }, text)
    },
  },
}

/** What a conversation that came through an integration is called: who brought it, and where it is there. */
export function placeOf(integrationId: string, ...words: readonly string[]): string {
  return [integrationId, ...words].join(' ')
}

export function canReply(source: string | null): source is string {
  return source !== null && Object.hasOwn(WAYS, source)
}

/** Whether what came by mail through an app that takes no answers is answered by our own mail. */
export async function goesByMail(
  ctx: WorkspaceCtx,
  { source, channel, externalId }: { source: string; channel: string; externalId: string },
): Promise<boolean> {
  if (source !== 'messaging-agent' || channel !== 'email') return false
  const receiver = await findWriter(ctx, externalId.split(' ', 1)[0] ?? '')
  return receiver?.settings.sendUrl === null
}

/** Whether people can press something there. */
export function hasButtons(source: string | null): boolean {
  return canReply(source) && WAYS[source]?.hasButtons === true
}

/** Whether whoever writes there is of the team, known to us or not. */
export function isOfTeam(source: string | null): boolean {
  return canReply(source) && WAYS[source]?.isOfTeam === true
}

/** Whether an answer goes to one person only, even when several write in the conversation. */
export function answersOne(source: string | null): boolean {
  return canReply(source) && WAYS[source]?.answersOne === true
}

/** Whether a message may be sent again when nobody knows whether it was. */
export function isRepeatable(source: string): boolean {
  return WAYS[source]?.repeatable === true
}

/** What is said there at once, in order. */
export function partsFor(source: string, text: string): string[] {
  const lengthMax = WAYS[source]?.textLengthMax
  return lengthMax === undefined ? [text] : inParts(text, lengthMax)
}

/** Sends it where the conversation came from; answers what the other side calls it. */
export async function sendReply(
  ctx: WorkspaceCtx,
  { source, externalId }: { source: string; externalId: string },
  reply: Reply,
): Promise<string> {
  const [integrationId = '', ...place] = externalId.split(' ')
  const way = WAYS[source]
  const receiver = await findWriter(ctx, integrationId)
  const [secret] = (way && receiver?.secrets(way.secret)) ?? []
  if (!way || !receiver || secret === undefined)
    throw new DeliveryFailure('The integration is gone, paused, or lacks the secret to write with.', { isFinal: true })
  return way.send(ctx, secret, place, reply, receiver)
}
