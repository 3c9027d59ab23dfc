import { DeliveryFailure } from '#core/delivery-failure.ts'
import { hmac, isHexOf } from '#core/signature.ts'
import { headerIn } from '#core/webhook.ts'
import { loosePayload, payloadIn } from '#modules/inbound/form-payload.ts'
import { bySecret, namedIn } from '#modules/inbound/proof.ts'
import { listAt, neededText, textAt, type Fields } from '#modules/inbound/reading.ts'
import type { Handler, Sender } from '#modules/inbound/sender.ts'
import { bytesId } from '#modules/inbound/signed-id.ts'
import { fetchFile } from '#modules/integrations/code-host.service.ts'
import { findReceiver } from '#modules/integrations/receiver.service.ts'
import { keepSourced, withdrawSourced } from '#modules/knowledge/sourced-article.service.ts'

const SOURCE = 'code-host'
/** Of one push; a larger one is a move of everything, and the rest follows with the next change. */
const FILES_MAX = 50

interface Text {
  path: string
  /** Undefined when it is gone. */
  text: string | undefined
}

const followed: Handler = {
  /** Each file as it is now, whichever push is seen to first. */
  async reach(ctx, { integrationId, payload }): Promise<Text[]> {
    const receiver = integrationId === null ? undefined : await findReceiver(ctx, integrationId)
    if (integrationId !== null && !receiver)
      throw new DeliveryFailure('The integration is gone or paused.', { isFinal: true })
    const repository = neededText(payload, 'repository', 'full_name')
    const branch = receiver?.settings.branch ?? textAt(payload, 'repository', 'default_branch') ?? 'main'
    if (textAt(payload, 'ref') !== `refs/heads/${branch}`) return []
    const [token] = receiver?.secrets('apiKey') ?? []
    const texts: Text[] = []
    for (const path of changedTexts(payload, receiver?.settings.folder ?? undefined)) {
      texts.push({ path, text: await fetchFile(ctx, token, { repository, path, branch }) })
    }
    return texts
  },
  async apply(ctx, { payload }, reached) {
    const repository = neededText(payload, 'repository', 'full_name')
    const home = textAt(payload, 'repository', 'html_url')
    const branch = (textAt(payload, 'ref') ?? '').replace('refs/heads/', '')
    const counts = { created: 0, changed: 0, unchanged: 0, withdrawn: 0 }
    for (const { path, text } of reached as Text[]) {
      const externalId = `${repository}:${path}`
      if (text === undefined) {
        if (await withdrawSourced(ctx, SOURCE, externalId)) counts.withdrawn += 1
        continue
      }
      const url = home === undefined ? null : `${home}/blob/${branch}/${path}`
      const sourced = { source: SOURCE, externalId, url, title: titleOf(text, path), body: text, category: repository }
      counts[await keepSourced(ctx, sourced)] += 1
    }
    const done = Object.entries(counts).filter(([, count]) => count > 0)
    return done.length === 0 ? undefined : `Articles: ${done.map(([what, count]) => `${count} ${what}`).join(', ')}.`
  },
}

/** Texts of the company in repositories: an article follows each Markdown file. */
export const codeHost: Sender = {
  name: SOURCE,
  path: '/v1/webhooks/company-knowledge/code-host',
  bodyBytesMax: 5 * 1_048_576,
  prove: bySecret({
    kind: 'code_host',
    secret: 'webhookSecret',
    setting: 'CODE_HOST_WEBHOOK_SECRET',
    // What an organization's hook tells of itself names no repository.
    find: (received) => namedIn([textAt(loosePayload(received), 'repository', 'full_name')]),
    isGenuine(received, secret) {
      const given = headerIn(received, 'x-hub-signature-256')
      return given.startsWith('sha256=') && isHexOf(hmac(secret, received.bytes), given.slice('sha256='.length))
    },
  }),
  read(received) {
    const payload = payloadIn(received)
    const kind = headerIn(received, 'x-code-host-event', 'x-github-event') || 'unknown'
    if (kind === 'push') neededText(payload, 'repository', 'full_name')
    // The id in the header is not signed: anybody who has seen a delivery could resend it under another id.
    return { externalId: `${kind} ${bytesId(received)}`, kind, payload }
  },
  handlers: { push: followed },
}

function changedTexts(payload: Fields, folder: string | undefined): string[] {
  const within = folder === undefined ? '' : `${folder.replace(/^\/+|(?<!\/)\/+$/g, '')}/`
  const touched = listAt(payload, 'commits').flatMap((commit) =>
    ['added', 'modified', 'removed'].flatMap((how) => listAt(commit, how)),
  )
  const paths = touched.filter((path): path is string => typeof path === 'string' && /\.mdx?$/i.test(path))
  return [...new Set(paths)].filter((path) => path.startsWith(within)).slice(0, FILES_MAX)
}

function titleOf(text: string, path: string): string {
  const heading = /^#\s+(.+)$/m.exec(text)?.[1]
  return heading ?? (path.split('/').at(-1) ?? path).replace(/\.mdx?$/i, '')
}
