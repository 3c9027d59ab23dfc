import type { WorkspaceCtx } from '#core/context.ts'
import { errorText } from '#core/error-text.ts'
import type { DeliveredEvent } from '#core/jobs.ts'
import { MailFailed, MailRefused, type Mail } from '#core/mail.ts'
import { taskEffect } from '#modules/tasks/effect.service.ts'
import * as mails from './email.queries.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'
import { letterOf } from './letter.ts'
import { oneLine } from './wording.rules.ts'

/** Said when people were told of something and some of them are to get a mail. */
export const EMAIL_ON = 'task.notified'

/** Longer than the mailer takes for one message, so that nobody else sends what is being sent. */
const CLAIM_SECONDS = 120

/** Kept for examples by RFC 2606: the people of the demo live there, and nobody gets mail. */
const NOWHERE = /\.(example|invalid|test)$/i

/**
 * Sends the mails about an event. It is apart from the notices in the product, so that a mail server that hangs holds
 * up nothing but mail.
 */
export const email = taskEffect({ name: 'email', on: [EMAIL_ON], retryLimit: 10, retryDelaySeconds: 30, act })

async function act(ctx: WorkspaceCtx, { payload }: DeliveredEvent): Promise<Record<string, unknown> | undefined> {
  const about = payload['about'] as { type: string; eventId: string }
  const { mail } = ctx.services
  // Another worker may have it; here the mail must not count as sent.
  if (!mail) throw new Error('SMTP_URL is not set on this worker.')
  const failures: string[] = []
  for (const id of await mails.unsentMails(ctx, about.eventId)) {
    const failure = await deliver(ctx, mail, id)
    if (failure) failures.push(failure)
  }
  if (failures.length > 0) throw new Error(`${failures.length} to be sent again: ${[...new Set(failures)].join('; ')}`)
  const { sent, refusals } = await mails.countMailed(ctx, about.eventId)
  return { about: about.type, sent, ...(refusals.length > 0 && { refused: refusals }) }
}

/** Answers why it has to be tried again, if it has. What would stop every other mail too is thrown. */
async function deliver(ctx: WorkspaceCtx, mail: Mail, id: string): Promise<string | undefined> {
  if (!(await mails.claimMail(ctx, id, CLAIM_SECONDS))) return 'another worker is sending it'
  try {
    const facts = await mails.findMailFacts(ctx, id)
    if (!facts?.address || NOWHERE.test(facts.address)) {
      await mails.markRefused(ctx, id, 'The recipient is gone or has no address that can exist.')
      return undefined
    }
    await mail.send(messageOf(ctx, facts, facts.address))
  } catch (error) {
    if (error instanceof MailRefused) {
      await mails.markRefused(ctx, id, errorText(error))
      return undefined
    }
    await mails.releaseMail(ctx, id)
    if (error instanceof MailFailed && !error.concernsAll) return errorText(error)
    throw error
  }
  await mails.markEmailed(ctx, id)
  return undefined
}

function messageOf(
  { services, now }: WorkspaceCtx,
  facts: mails.MailFacts,
  address: string,
): Parameters<Mail['send']>[0] {
  const letter = letterOf(facts, { appUrl: services.settings.appUrl, now })
  return {
    id: facts.id,
    threadId: `task.${facts.taskId}`,
    to: { name: oneLine(facts.recipientName ?? ''), address },
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
    ...(letter.preferencesUrl !== undefined && { preferencesUrl: letter.preferencesUrl }),
  }
}
