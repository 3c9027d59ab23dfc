import { oneLine, shortened } from '#core/plain-text.ts'
import type { Conversation } from './conversation.schema.ts'

const EXCERPT_LENGTH_MAX = 160

/** The beginning of a message on one line, for lists. */
export function excerptOf(text: string): string {
  return shortened(oneLine(text), EXCERPT_LENGTH_MAX)
}

type Stated = Pick<Conversation, 'status' | 'snoozedUntil'>

/** What is wrong with a status and its time, if something is. */
export function inapplicableStatus(after: Stated, sent: Partial<Stated>, now: Date): string | undefined {
  const { status, snoozedUntil } = after
  if (status !== 'snoozed') return snoozedUntil === null ? undefined : 'Only a snoozed conversation has snoozedUntil.'
  if (snoozedUntil === null) return 'A snoozed conversation needs snoozedUntil.'
  const isNew = sent.snoozedUntil !== undefined || sent.status !== undefined
  return isNew && Date.parse(snoozedUntil) <= now.getTime() ? 'snoozedUntil must lie in the future.' : undefined
}

const ADDRESS = /^[^\s@]+@[^\s@]+$/

/** Whether an answer can find its way there. */
export function isRecipientFor(channel: Conversation['channel'], recipient: string | null): boolean {
  return channel !== 'email' || (recipient !== null && ADDRESS.test(recipient))
}

/** `Re:` once, whatever the other side has put before it. */
export function replySubject(subject: string | null, isReply: boolean): string {
  const plain = oneLine(subject ?? '')
  if (!isReply) return plain || 'Message'
  return /^re:/i.test(plain) ? plain : `Re: ${plain || 'your message'}`
}
