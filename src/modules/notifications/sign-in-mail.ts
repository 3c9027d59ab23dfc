import type { Scope, WorkspaceCtx } from '#core/context.ts'
import type { Subscriber } from '#core/jobs.ts'
import { oneLine } from '#core/plain-text.ts'
import { dayIn, localTimeAt } from '#core/zoned-time.ts'
import { sendMails } from './email.ts'
import { LABELS, type Letter } from './letter.ts'
import { findSignInMail } from './sign-in-mail.queries.ts'
import { fullyOn, sentenceOf } from './wording.rules.ts'

/** Emitted when a person is to get a mail about a sign-in. */
export const SIGN_IN_MAIL_ON = 'sign_in.notified'

export const signInMail: Subscriber = {
  name: 'sign-in-mail',
  on: [SIGN_IN_MAIL_ON],
  retryLimit: 10,
  retryDelaySeconds: 30,
  async handle(ctx, { payload }) {
    await sendMails(ctx, String(payload['eventId']), (id) => composed(ctx, id))
  },
}

async function composed({ services, now, ...scope }: WorkspaceCtx & Scope, id: string) {
  const facts = await findSignInMail(scope, id)
  if (!facts) return undefined
  const { date, time } = localTimeAt(facts.timezone, Date.parse(facts.createdAt))
  const { network, program } = facts.details
  const letter: Letter = {
    subject: LABELS.sign_in,
    sender: oneLine(facts.workspaceName),
    label: LABELS.sign_in,
    isUrgent: false,
    title: 'Was this you?',
    sentence: sentenceOf({ kind: 'sign_in', actorName: '', details: facts.details }, fullyOn('')),
    facts: [
      { label: 'When', text: `${fullyOn(dayIn(facts.timezone, now))(date, time)} (${facts.timezone})` },
      { label: 'From', text: oneLine(String(network ?? '')) },
      { label: 'With', text: oneLine(String(program ?? '')) },
    ].filter(({ text }) => text !== ''),
    quote: undefined,
    description:
      'If it was you, there is nothing to do. If not, change your password now: that signs everybody else out.',
    button: {
      text: 'Change the password',
      url: `${services.settings.appUrl}/w/${facts.workspaceId}/notifications/preferences`,
    },
    reason: `This is about your own account, which you use at ${oneLine(facts.workspaceName)}.`,
    preferencesUrl: undefined,
  }
  return { id, threadId: `sign-in.${id}`, to: { name: oneLine(facts.recipientName), address: facts.address }, letter }
}
