import type { WorkspaceCtx } from '#core/context.ts'
import { NotOurs } from '#core/job-worker.ts'
import type { DeliveredEvent } from '#core/jobs.ts'
import { deliverMail } from '#core/mail-delivery.ts'
import type { Mail, MailMessage } from '#core/mail.ts'
import { oneLine } from '#core/plain-text.ts'
import { taskEffect, type Acted } from '#modules/tasks/effect.service.ts'
import { CLOSED_STATUSES } from '#modules/tasks/task.schema.ts'
import * as mails from './email.queries.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'
import { LABELS, letterOf, type Letter } from './letter.ts'

/** Said when people were told of something and some of them are to get a mail. */
export const EMAIL_ON = 'task.notified'

/**
 * Sends the mails about an event. It is apart from the notices in the product, so that a mail server that hangs holds
 * up nothing but mail.
 */
export const email = taskEffect({ name: 'email', on: [EMAIL_ON], retryLimit: 10, retryDelaySeconds: 30, act })

async function act(ctx: WorkspaceCtx, { payload }: DeliveredEvent): Promise<Acted> {
  const about = payload['about'] as { type: string; eventId: string }
  await sendMails(ctx, about.eventId, (id) => composed(ctx, id))
  const { sent, refused, leftOut } = await mails.countMailed(ctx, about.eventId)
  const reason = leftOut.length > 0 ? leftOut.join(' ') : undefined
  const isSkipped = reason !== undefined && sent === 0 && refused.length === 0
  return {
    ...(isSkipped && { outcome: 'skipped' }),
    about: about.type,
    sent,
    ...(refused.length > 0 && { refused }),
    ...(reason !== undefined && { reason }),
  }
}

interface Composed extends Pick<MailMessage, 'id' | 'threadId' | 'to'> {
  letter: Letter
}

/** Every mail about an event that is not sent yet, each once; fails when some have to be tried again. */
export async function sendMails(
  ctx: WorkspaceCtx,
  eventId: string,
  compose: (id: string) => Promise<Composed | { leftOut: string } | undefined>,
): Promise<void> {
  const { mail } = ctx.services
  // Another worker may have it; here the mail must not count as sent.
  if (!mail) throw new Error('SMTP_URL is not set on this worker.')
  const failures: string[] = []
  const unsent = await mails.unsentMails(ctx, eventId)
  const ours = unsent.filter(({ kind }) => Object.hasOwn(LABELS, kind))
  for (const { id } of ours) {
    const failure = await deliver(ctx, mail, id, compose)
    if (failure) failures.push(failure)
  }
  if (failures.length > 0) throw new Error(`${failures.length} to be sent again: ${[...new Set(failures)].join('; ')}`)
  if (ours.length < unsent.length) throw new NotOurs('Only a worker of a later version can write it.')
}

function deliver(
  ctx: WorkspaceCtx,
  mail: Mail,
  id: string,
  compose: Parameters<typeof sendMails>[2],
): Promise<string | undefined> {
  return deliverMail(mail, {
    claim: (seconds) => mails.claimMail(ctx, id, seconds),
    release: (until) => mails.releaseMail(ctx, id, until),
    async compose() {
      const made = await compose(id)
      return made && 'letter' in made ? messageOf(made) : made
    },
    markSent: () => mails.markEmailed(ctx, id),
    markRefused: (refusal) => mails.markRefused(ctx, id, refusal),
  })
}

async function composed(ctx: WorkspaceCtx, id: string): Promise<Composed | { leftOut: string } | undefined> {
  const { services, now } = ctx
  const facts = await mails.findMailFacts(ctx, id)
  const leftOut = facts && outdated(facts)
  if (leftOut !== undefined) return { leftOut }
  if (!facts?.address) return undefined
  const to = { name: oneLine(facts.recipientName ?? ''), address: facts.address }
  const letter = letterOf(facts, { appUrl: services.settings.appUrl, now })
  return { id: facts.id, threadId: `task.${facts.taskId}`, to, letter }
}

/** Why it is no longer so, if it is not: mails of several events can be sent in any order. */
function outdated({ kind, details, status, ...facts }: mails.MailFacts): string | undefined {
  if (kind !== 'deleted') {
    const isOff = facts.isDeleted || (facts.isVendor && !facts.isOnIt)
    return isOff ? 'The task is deleted or no longer theirs.' : undefined
  }
  const { reason } = details
  if (reason === 'taken_off' && facts.isStranger) return 'They had not heard of the task.'
  const isOff = reason === 'taken_off' ? !facts.isOnIt : reason === undefined ? facts.isDeleted : isOver(status)
  return isOff ? undefined : 'The task is theirs to do again.'
}

const isOver = (status: string): boolean => CLOSED_STATUSES.includes(status)

function messageOf({ letter, ...message }: Composed): MailMessage {
  return {
    ...message,
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
    ...(letter.preferencesUrl !== undefined && { preferencesUrl: letter.preferencesUrl }),
  }
}
