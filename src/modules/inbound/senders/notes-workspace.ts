import { DeliveryFailure } from '#core/delivery-failure.ts'
import { actingAlone, type WorkspaceCtx } from '#core/context.ts'
import { sameText } from '#core/crypto.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { hmac, isHexOf } from '#core/signature.ts'
import { headerIn, NobodyThere, type Received } from '#core/webhook.ts'
import { looseJson, neededText, objectIn, textAt } from '#modules/inbound/reading.ts'
import type { Desk, Handler, Sender } from '#modules/inbound/sender.ts'
import { fetchNote, type Note } from '#modules/integrations/notes.service.ts'
import { findReceiver, findReceivers, type Receiver } from '#modules/integrations/receiver.service.ts'
import { keepVerificationToken, noteProven } from '#modules/integrations/verification.service.ts'
import { keepSourced, withdrawSourced } from '#modules/knowledge/sourced-article.service.ts'

const SOURCE = 'notes-workspace'
const PATH = '/v1/webhooks/notes-workspace/:workspaceId'

const followed: Handler = {
  /** The delivery says only that something happened to a page: what it is now is asked, for they come in any order. */
  async reach(ctx, { integrationId, payload }): Promise<Note | undefined> {
    const receiver = integrationId === null ? undefined : await findReceiver(ctx, integrationId)
    if (!receiver) throw new DeliveryFailure('The integration is gone or paused.', { isFinal: true })
    const [token] = receiver.secrets('apiKey')
    if (token === undefined)
      throw new DeliveryFailure('The integration has no apiKey to read the page with.', { isFinal: true })
    return fetchNote(ctx, token, neededText(payload, 'entity', 'id'))
  },
  async apply(ctx, { payload }, reached) {
    const note = reached as Note | undefined
    const externalId = neededText(payload, 'entity', 'id')
    if (!note) return (await withdrawSourced(ctx, SOURCE, externalId)) ? 'The article was withdrawn.' : undefined
    const category = textAt(payload, 'workspace_name') ?? 'Notes'
    const outcome = await keepSourced(ctx, { source: SOURCE, externalId, ...note, category })
    return `The article is ${outcome}.`
  },
}

const ABOUT_PAGES = ['created', 'content_updated', 'properties_updated', 'moved', 'deleted', 'undeleted']

/** Notes of the company: an article follows each page. */
export const notesWorkspace: Sender = {
  name: SOURCE,
  path: PATH,
  secretIn: (received) => shownIn(received).join(' '),
  async prove(desk, received) {
    const workspaceId = received.params['workspaceId'] ?? ''
    const receivers = await findReceivers({ ...desk, now: received.now }, 'notes_workspace', { workspaceId })
    const isHandshake = textAt(looseJson(received.bytes), 'verification_token') !== undefined
    const meant = receivers.find((each) => (isHandshake ? isSetUpBy(received, each) : signedWith(received, each)))
    if (receivers.length === 0) throw new NobodyThere({ kind: 'notes_workspace' })
    if (!meant) return fail(coreFailures.invalid_token)
    const token = isHandshake ? undefined : signedWith(received, meant)
    if (token !== undefined && !meant.isProven)
      await noteProven(contextOf(desk, received, workspaceId), meant.id, token)
    return { workspaceId, integrationId: meant.id }
  },
  async read(received, { workspaceId = '', integrationId = '' }, desk) {
    const payload = objectIn(received)
    const token = textAt(payload, 'verification_token')
    if (token !== undefined) {
      await keepVerificationToken(contextOf(desk, received, workspaceId), integrationId, token)
      // What is signed with it may come at once, to any node.
      await desk.services.bus.settle()
      return { outcome: 'answered', body: { status: 'verification_token_kept' } }
    }
    const kind = neededText(payload, 'type')
    if (kind.startsWith('page.')) neededText(payload, 'entity', 'id')
    return { externalId: neededText(payload, 'id'), kind, payload }
  },
  handlers: Object.fromEntries(ABOUT_PAGES.map((what) => [`page.${what}`, followed])),
}

/** The same address with the secret of the setup in it, for a system that can send no header of ours. */
export const notesSetup: Sender = { ...notesWorkspace, path: `${PATH}/setup/:setupSecret` }

/** The handshake brings its own key, so its signature proves nothing: who knows our secret may set it up. */
function isSetUpBy(received: Received, receiver: Receiver): boolean {
  const shown = shownIn(received)
  return receiver.secrets('setupSecret').some((secret) => shown.some((given) => sameText(given, secret)))
}

function shownIn(received: Received): string[] {
  const { params, query } = received
  const inHeader = headerIn(received, 'x-service-webhook-setup-secret')
  const shown = [params['setupSecret'], query['setup_secret'], query['setup_secret_path'], inHeader]
  return shown.filter((given) => given !== undefined)
}

/** The token that its signature was made with. */
function signedWith(received: Received, receiver: Receiver): string | undefined {
  const given = headerIn(received, 'x-notes-signature', 'x-notion-signature')
  if (!given.startsWith('sha256=')) return undefined
  const hex = given.slice('sha256='.length)
  return receiver.secrets('verificationToken').find((token) => isHexOf(hmac(token, received.bytes), hex))
}

function contextOf({ db, services }: Desk, { requestId, now, log }: Received, workspaceId: string): WorkspaceCtx {
  return actingAlone({ db, services, workspaceId, requestId, now, log })
}
