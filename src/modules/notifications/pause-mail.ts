import { one } from '#core/db.ts'
import { derivedId } from '#core/crypto.ts'
import type { Scope } from '#core/context.ts'
import type { Subscriber } from '#core/jobs.ts'
import { deliverMail } from '#core/mail-delivery.ts'
import { oneLine, shortened } from '#core/plain-text.ts'
import { sql } from '#core/sql.ts'
import { PAUSED } from '#modules/workflows/activation.service.ts'
import { letterHtml } from './letter-html.ts'
import { letterText } from './letter-text.ts'
import type { Letter } from './letter.ts'

const LABEL = 'Automation turned off'

/** Tells by mail whose workflow was turned off by us. */
export const pauseMail: Subscriber = {
  name: 'pause-mail',
  on: [PAUSED],
  retryLimit: 10,
  retryDelaySeconds: 30,
  async handle(ctx, { id: eventId, payload }) {
    const { mail, settings } = ctx.services
    const facts = await findFacts(ctx, String(payload['workflowId']), String(payload['userId']))
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

interface Facts {
  workflowId: string
  workflowName: string
  workspaceName: string
  recipientName: string
  address: string
}

function findFacts({ db, workspaceId }: Scope, workflowId: string, userId: string): Promise<Facts | undefined> {
  return one(
    db,
    sql`
    select d.id as "workflowId", d.name as "workflowName", w.name as "workspaceName", u.full_name as "recipientName",
      u.email as address
    from wf_definition d join workspaces w on w.id = d.workspace_id
    join memberships m on m.workspace_id = d.workspace_id and m.user_id = ${userId} and m.ended_at is null
    join users u on u.id = m.user_id and u.disabled_at is null
    where d.workspace_id = ${workspaceId} and d.id = ${workflowId}`,
  )
}

function letterOf({ workflowId, workflowName, workspaceName }: Facts, reason: string, workspace: string): Letter {
  const title = oneLine(workflowName)
  return {
    subject: `${LABEL}: ${shortened(title, 100)}`,
    sender: oneLine(workspaceName),
    label: LABEL,
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
