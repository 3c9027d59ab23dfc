import { derivedId } from '#core/crypto.ts'
import type { Subscriber } from '#core/jobs.ts'
import { deliverMail } from '#core/mail-delivery.ts'
import { oneLine, shortened } from '#core/plain-text.ts'
import { PAUSED } from '#modules/workflows/activation.service.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'
import { LABELS, type Letter } from './letter.ts'
import { pausedWorkflow, type PausedWorkflow } from './pause.queries.ts'

/** Mails the person whose workflow we turned off. */
export const pauseMail: Subscriber = {
  name: 'pause-mail',
  on: [PAUSED],
  retryLimit: 10,
  retryDelaySeconds: 30,
  async handle(ctx, { id: eventId, payload }) {
    const { mail, settings } = ctx.services
    const facts = await pausedWorkflow(ctx, String(payload['workflowId']), String(payload['userId']))
    if (!facts || !mail) return
    const letter = letterOf(facts, String(payload['reason']), `${settings.appUrl}/w/${ctx.workspaceId}`)
    const to = { name: oneLine(facts.recipientName), address: facts.address }
    const parts = { subject: letter.subject, text: letterText(letter), html: letterHtml(letter) }
    const failure = await deliverMail(mail, {
      claim: () => Promise.resolve(eventId),
      release: () => Promise.resolve(),
      compose: () => Promise.resolve({ id: derivedId(eventId, 'mail'), to, ...parts }),
      markSent: () => Promise.resolve(),
      async markRefused({ reason }) {
        ctx.log.warn({ reason, workflow: facts.workflowId }, 'nobody could be told that a workflow was turned off')
      },
    })
    if (failure !== undefined) throw new Error(failure)
  },
}

function letterOf(
  { workflowId, workflowName, workspaceName }: PausedWorkflow,
  reason: string,
  workspace: string,
): Letter {
  const title = oneLine(workflowName)
  return {
    subject: `${LABELS.workflow_off}: ${shortened(title, 100)}`,
    sender: oneLine(workspaceName),
    label: LABELS.workflow_off,
    isUrgent: false,
    title,
    sentence: `We turned this automation off. ${reason}`,
    facts: [],
    quote: undefined,
    description:
      'Nothing starts it until a version in jq is published and turned on. Its draft can be opened and changed.',
    button: { text: 'Open the automation', url: `${workspace}/workflows/${workflowId}` },
    reason: `You turned it on, or look after ${oneLine(workspaceName)}.`,
    preferencesUrl: undefined,
  }
}
