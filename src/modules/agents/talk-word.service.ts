import type { WorkspaceCtx } from '#core/context.ts'
import { derivedId, sameText } from '#core/crypto.ts'
import { Refusal } from '#core/errors.ts'
import { SYSTEM, type Author } from '#modules/conversations/message.schema.ts'
import { isLastReceived, say } from '#modules/conversations/message.service.ts'
import { enter, type PersonCtx } from './actor.service.ts'
import { listAsked, listPending, type InteractionRow } from './interaction.queries.ts'
import { isAssigned, resolve } from './interaction.service.ts'
import { decisionIn, instructionOf, wordIn, wordOf } from './reply-word.rules.ts'
import type { RunRow } from './run.queries.ts'
import { speaksOutside } from './speaker.ts'
import { findCaller, hasAnswered } from './talk.queries.ts'

const PURPOSE = 'reply-word'

/** Questions can wait for weeks. */
export const REPLY_WORD_PROOF = { purpose: PURPOSE, days: 31 }
const WAITING = 'Somebody of the team has to agree to this first. The answer follows here.'

/** Of one question for one person: in the hands of anybody else it is nothing. */
function replyWord({ services }: WorkspaceCtx, interactionId: string, userId: string): string {
  return wordOf(Buffer.from(services.signer.mac(PURPOSE, `${interactionId} ${userId}`), 'base64url'))
}

/** Also accepts a word made before the server's secret was changed. */
function isReplyWord({ services }: WorkspaceCtx, interactionId: string, userId: string, word: string): boolean {
  const macs = services.signer.macs(PURPOSE, `${interactionId} ${userId}`)
  return macs.some((mac) => sameText(wordOf(Buffer.from(mac, 'base64url')), word))
}

/**
 * Puts the questions of a run where there is nothing to press: in words and with a word to answer by, to the member who
 * wrote. Whoever else wrote learns only that it takes a while; the question waits in the list of those who may decide.
 */
export async function askInWords(
  ctx: WorkspaceCtx,
  conversationId: string,
  run: RunRow,
  author: Author,
): Promise<void> {
  const person = speaksOutside(run) ? undefined : await callerOf(ctx, run.messageId)
  const pending = await listPending(ctx, run.id)
  // A letter answers the newest one: if that is another's by now, the word would go to them.
  const isTheirs = await isLastReceived(ctx, conversationId, run.messageId)
  for (const asked of pending) {
    const text = person && isTheirs && isAssigned(asked, person) ? inWords(person, asked) : WAITING
    const id = text === WAITING ? derivedId(run.id, 'waiting') : derivedId(asked.id, 'question')
    await say(ctx, conversationId, { id, answersId: run.messageId, author, text })
  }
}

function inWords(person: PersonCtx, asked: InteractionRow): string {
  const word = replyWord(person, asked.id, person.principal.userId)
  const { appUrl } = person.services.settings
  const elsewhere = `This takes a form, which cannot be filled in here. It waits for you at ${appUrl}/w/${person.workspaceId}.`
  return `${asked.message}\n\n${instructionOf(asked, word) ?? elsewhere}`
}

/** The member who wrote it, as far as they are still here. */
async function callerOf(ctx: WorkspaceCtx, messageId: string): Promise<PersonCtx | undefined> {
  const caller = await findCaller(ctx, messageId)
  return (
    caller &&
    enter(ctx, ctx.workspaceId, caller.userId).catch((error: unknown) => {
      if (error instanceof Refusal && error.failure.status < 500) return undefined
      throw error
    })
  )
}

interface Said {
  conversationId: string
  sessionId: string
  messageId: string
  text: string
}

/** Whether the message is the answer to a question, by its word. Who writes it has to be the person of the word too. */
export async function isAnswerByWord(ctx: WorkspaceCtx, said: Said, userId: string | undefined): Promise<boolean> {
  const { conversationId, sessionId, messageId, text } = said
  const found = wordIn(text)
  if (!found || userId === undefined) return false
  const reason = `Said in the message ${messageId}.`
  if (await hasAnswered(ctx, sessionId, reason)) return true
  const all = await listAsked(ctx, sessionId)
  const asked = all.find(({ id }) => isReplyWord(ctx, id, userId, found.word))
  if (!asked) return false
  const decision = decisionIn(asked, found.said)
  const outcome = decision
    ? await decide(await enter(ctx, ctx.workspaceId, userId), asked.id, { ...decision, reason })
    : `Nothing was done: what stands behind ${found.word} is none of the answers.`
  if (outcome !== undefined)
    await say(ctx, conversationId, {
      id: derivedId(messageId, 'word'),
      answersId: messageId,
      author: SYSTEM,
      text: outcome,
    })
  return true
}

/** Why nothing came of it, in a sentence; undefined when the run goes on with it. */
async function decide(
  person: PersonCtx,
  interactionId: string,
  request: Parameters<typeof resolve>[2],
): Promise<string | undefined> {
  try {
    await resolve(person, interactionId, request, () => undefined)
    return undefined
  } catch (error) {
    if (error instanceof Refusal && error.failure.status < 500) return `Nothing was done: ${error.message}`
    throw error
  }
}
