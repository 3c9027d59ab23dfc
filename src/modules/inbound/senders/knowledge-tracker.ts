import { newId } from '#core/crypto.ts'
import { isNewest } from '#modules/inbound/delivery.queries.ts'
import { isIssueGenuine, issueDeliveryId } from '#modules/inbound/issue-signature.ts'
import { bySecret, namedIn } from '#modules/inbound/proof.ts'
import { fieldsAt, neededText, objectIn, textAt } from '#modules/inbound/reading.ts'
import type { Handler, Sender } from '#modules/inbound/sender.ts'
import { keepSourced, withdrawSourced } from '#modules/knowledge/sourced-article.service.ts'

const SOURCE = 'knowledge-tracker'

const followed: Handler = {
  async apply(ctx, { payload }) {
    const data = fieldsAt(payload, 'data')
    const externalId = neededText(data, 'id')
    const saidAt = Date.parse(textAt(data, 'updatedAt') ?? textAt(payload, 'createdAt') ?? '')
    const at = Number.isNaN(saidAt) ? ctx.now : new Date(saidAt)
    if (!(await isNewest(ctx, { sender: SOURCE, what: `text ${externalId}`, targetId: newId(), at })))
      return 'Something newer was heard before.'
    if (textAt(payload, 'action') === 'remove')
      return (await withdrawSourced(ctx, SOURCE, externalId)) ? 'The article was withdrawn.' : undefined
    const title = textAt(data, 'title') ?? textAt(data, 'name')
    const body = textAt(data, 'content') ?? textAt(data, 'description')
    // Without a text there is nothing to know.
    if (title === undefined || body === undefined) return undefined
    const named = [textAt(data, 'identifier'), title].filter((part) => part !== undefined).join(' ')
    const url = textAt(payload, 'url') ?? textAt(data, 'url') ?? null
    const category = textAt(payload, 'type') ?? 'Issue'
    const outcome = await keepSourced(ctx, { source: SOURCE, externalId, url, title: named, body, category })
    return `The article is ${outcome}.`
  },
}

const kinds = ['Issue', 'Document', 'Project'].flatMap((type) =>
  ['create', 'update', 'remove'].map((action) => `${type}.${action}`),
)

/** Texts of the company in the issue tracker: an article follows each issue, document and project that has one. */
export const knowledgeTracker: Sender = {
  name: SOURCE,
  path: '/v1/webhooks/company-knowledge/issue-tracker',
  bodyBytesMax: 5 * 1_048_576,
  prove: bySecret({
    kind: 'knowledge_tracker',
    secret: 'webhookSecret',
    setting: 'KNOWLEDGE_TRACKER_WEBHOOK_SECRET',
    find: (_received, body) => namedIn([textAt(body, 'organizationId')]),
    isGenuine: isIssueGenuine,
  }),
  read(received) {
    const payload = objectIn(received)
    const kind = `${neededText(payload, 'type')}.${neededText(payload, 'action')}`
    if (kinds.includes(kind)) neededText(payload, 'data', 'id')
    return { externalId: issueDeliveryId(payload), kind, payload }
  },
  handlers: Object.fromEntries(kinds.map((kind) => [kind, followed])),
}
