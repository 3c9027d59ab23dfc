import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { fail, Refusal } from '#core/errors.ts'
import { getConversation, lockConversation } from '#modules/conversations/conversation.service.ts'
import { getMessage } from '#modules/conversations/message.service.ts'
import type { Outsider } from '#modules/integrations/person.service.ts'
import { findReceiver, type Receiver } from '#modules/integrations/receiver.service.ts'
import { hasButtons } from '#modules/integrations/reply.service.ts'
import { findWriter } from '#modules/integrations/token-rotation.service.ts'
import { enter, enterWithin, type PersonCtx } from './actor.service.ts'
import { askerOf } from './asker.service.ts'
import { resolve } from './interaction.service.ts'
import { failures, sessionFor, startRun } from './run.service.ts'
import { createSession } from './session.service.ts'
import * as talks from './talk.queries.ts'
import { isAnswerByWord } from './talk-word.service.ts'

/** A message that an agent is asked to answer. */
export interface Call {
  integrationId: string
  conversationId: string
  messageId: string
  /** Who wrote it, where the other side says. */
  writer?: Outsider | undefined
}

/** Two machines that answer each other are stopped by this; people do not write that fast for that long. */
const TURNS_MAX = 30
const TURNS_MILLIS = 10 * 60_000

/**
 * Calls the agent of the integration to a message. What is said beside it is for it only when it has a part in the
 * conversation already. Answers whether it was called; it may be so more than once for the same message.
 */
export async function callAgent(ctx: TxCtx, call: Call, isAddressed: boolean): Promise<boolean> {
  const bound = boundIn(await findReceiver(ctx, call.integrationId))
  if (!bound) return false
  const { conversationId } = call
  if (!isAddressed && !(await talks.hasTalk(ctx, conversationId, bound.agentId))) return false
  await talks.askTalks(ctx, { ...call })
  ctx.services.wakeRelay()
  return true
}

/** Lets the agent work on a message, once: the run has the id of the message. */
export async function answerCall(ctx: WorkspaceCtx, call: Call): Promise<void> {
  const receiver = await findWriter(ctx, call.integrationId)
  const bound = boundIn(receiver)
  if (!receiver || !bound) return
  const { conversationId, messageId, writer } = call
  const { agentId, userId: within } = bound
  const message = await getMessage(ctx, conversationId, messageId)
  const { channel, source } = await getConversation(ctx, conversationId)
  const { audience, userId } = await askerOf(ctx, {
    receiver,
    writer,
    conversation: { id: conversationId, source },
    within,
  })
  // A member gets a session of their own; people outside get one under the person who bound the agent.
  const person =
    userId === undefined
      ? await enter(ctx, ctx.workspaceId, within)
      : await enterWithin(ctx, ctx.workspaceId, userId, within)
  const talk = { conversationId, agentId, userId: person.principal.userId }
  const session = await sessionFor(person, await sessionOf(person, talk))
  const text = message.text.replace(/<@[A-Z0-9]+>/g, '').trim() || message.text
  const isPressed = hasButtons(source)
  // Where nothing can be pressed an answer has its word: an address alone proves nobody.
  const said = { conversationId, sessionId: session.id, messageId, text }
  if (await (isPressed ? isAnswer(ctx, said, userId) : isAnswerByWord(ctx, said, userId))) return
  const since = new Date(ctx.now.getTime() - TURNS_MILLIS)
  if ((await talks.countRunsSince(ctx, session.id, since)) >= TURNS_MAX)
    return ctx.log.warn({ conversationId }, 'an agent is not called: too much was said in too short a time')
  if (userId !== undefined && !isPressed) await talks.noteCaller(ctx, { messageId, userId })
  await startRun(person, {
    session,
    audience,
    agent_id: agentId,
    input: text,
    message_id: messageId,
    instructions: manners(channel),
    context: { conversation_id: conversationId, channel, from: message.author.name },
  })
}

function boundIn(receiver: Receiver | undefined): { agentId: string; userId: string } | undefined {
  const { agentId = null, actsForId = null } = receiver ?? {}
  return agentId === null || actsForId === null ? undefined : { agentId, userId: actsForId }
}

/** One for each conversation; whoever is first makes it. */
function sessionOf(ctx: PersonCtx, talk: Omit<talks.Talk, 'sessionId'>): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    await lockConversation(ctx, talk.conversationId)
    const known = await talks.findTalk(ctx, talk)
    if (known) return known.sessionId
    const { id: sessionId } = await createSession(ctx, { id: newId(), userId: talk.userId })
    await talks.insertTalk(ctx, { ...talk, sessionId })
    return sessionId
  })
}

function manners(channel: string): string {
  return [
    `You answer whoever writes in a conversation (${channel}). Your last message is sent there as it is: write to them.`,
  ].join(' ')
}

/** The agent has asked something, and the person it asked says it here. */
async function isAnswer(
  ctx: WorkspaceCtx,
  { sessionId, messageId, text }: { sessionId: string; messageId: string; text: string },
  userId: string | undefined,
): Promise<boolean> {
  const reason = `Said in the message ${messageId}.`
  if (await talks.hasAnswered(ctx, sessionId, reason)) return true
  const question = userId === undefined ? undefined : await talks.findQuestion(ctx, sessionId, userId)
  if (userId === undefined || !question) return false
  const person = await enter(ctx, ctx.workspaceId, userId)
  try {
    await resolve(person, question.id, { decision: 'respond', payload: { answer: text }, reason }, () => undefined)
  } catch (error) {
    // Answered elsewhere meanwhile, or too long for an answer: then it is something new that is said.
    if (error instanceof Refusal && error.failure.status < 500) return false
    throw error
  }
  return true
}

/** The run of a conversation, and the conversation. */
export async function talkIn(ctx: WorkspaceCtx, sessionId: string): Promise<talks.Talk> {
  return (await talks.findTalkIn(ctx, sessionId)) ?? fail(failures.session_not_found)
}
