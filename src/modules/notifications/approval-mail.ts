import type { WorkspaceCtx } from '#core/context.ts'
import type { Subscriber } from '#core/jobs.ts'
import { oneLine, shortened } from '#core/plain-text.ts'
import { dayIn, localTimeAt } from '#core/zoned-time.ts'
import { findApprovalMail, type ApprovalMailFacts } from './approval-audience.queries.ts'
import { sendMails } from './email.ts'
import { firstLines, LABELS, type Letter } from './letter.ts'
import { fullyOn, sentenceOf } from './wording.rules.ts'

/** Said when people were asked and some of them are to get a mail. */
export const APPROVAL_MAIL_ON = 'workflow.approval_notified'

/** Sends the mails about approvals. */
export const approvalMail: Subscriber = {
  name: 'approval-mail',
  on: [APPROVAL_MAIL_ON],
  retryLimit: 10,
  retryDelaySeconds: 30,
  async handle(ctx, { payload }) {
    await sendMails(ctx, String(payload['eventId']), (id) => composed(ctx, id))
  },
}

async function composed({ services, now, ...ctx }: WorkspaceCtx, id: string) {
  const facts = await findApprovalMail(ctx, id)
  if (facts?.isOutdated) return { leftOut: 'The approval is answered, or others are asked.' }
  if (!facts) return undefined
  const letter = letterOf(facts, services.settings.appUrl, now)
  const to = { name: oneLine(facts.recipientName), address: facts.address }
  return { id: facts.id, threadId: `approval.${facts.approvalId}`, to, letter }
}

function letterOf(facts: ApprovalMailFacts, appUrl: string, now: Date): Letter {
  const workspace = `${appUrl}/w/${facts.workspaceId}`
  const title = oneLine(facts.question)
  return {
    subject: `${LABELS.approval}: ${shortened(title, 100)}`,
    sender: oneLine(facts.workspaceName),
    label: LABELS.approval,
    isUrgent: false,
    title,
    sentence: sentenceOf({ kind: 'approval', actorName: '', details: facts.details }, fullyOn('')),
    facts: facts.dueAt === null ? [] : [{ label: 'Until', text: dueOf(facts.dueAt, facts.timezone, now) }],
    quote: undefined,
    description: facts.description === null ? undefined : firstLines(facts.description),
    button: { text: 'Answer', url: `${workspace}/approvals/${facts.approvalId}` },
    reason: `You are asked at ${oneLine(facts.workspaceName)}.`,
    preferencesUrl: `${workspace}/notifications/preferences`,
  }
}

function dueOf(dueAt: string, timezone: string, now: Date): string {
  const { date, time } = localTimeAt(timezone, Date.parse(dueAt))
  return fullyOn(dayIn(timezone, now))(date, time)
}
