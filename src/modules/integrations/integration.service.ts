import { isDeepStrictEqual } from 'node:util'
import { assertVersion, inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { refusingTaken, violatedReference } from '#core/db-failures.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { changesIn } from '#core/patch.ts'
import { refuseFaults } from '#core/validate.ts'
import { recordAudit, tracing } from '#modules/identity/audit.service.ts'
import { wrongDepartment } from '#modules/identity/department.service.ts'
import { currentMembers } from '#modules/identity/member.service.ts'
import { findersOf } from './finder.ts'
import { changedSecrets, openSecrets, sealSecrets, type SaidSecrets, type Secrets } from './integration-secrets.ts'
import * as integrations from './integration.queries.ts'
import { inapplicable, PARTS } from './integration.rules.ts'
import {
  INTEGRATION_FIXED,
  type IntegrationCreate,
  type IntegrationKind,
  type IntegrationSettings,
  IntegrationUpdate,
  SECRET_NAMES,
  type SecretName,
} from './integration.schema.ts'

type IntegrationRow = integrations.IntegrationRow

export const trace = tracing('integration', 'integrationId')

export const failures = defineFailures({
  integration_not_found: { status: 404, text: 'No such integration in this workspace.' },
  integration_inapplicable: { status: 422, text: 'An integration of this kind cannot be kept like this.' },
  integration_account_taken: {
    status: 409,
    text: 'Another integration of this workspace is found by the same account or secret.',
  },
})

export const NO_SETTINGS: IntegrationSettings = {
  departmentId: null,
  chatIntegrationId: null,
  channel: null,
  fallbackChannel: null,
  tools: null,
  people: null,
  releaseWorkflowId: null,
  mailAuthority: null,
  sendUrl: null,
  branch: null,
  folder: null,
}

export async function getIntegration(ctx: WorkspaceCtx, integrationId: string): Promise<IntegrationRow> {
  return shown((await integrations.findIntegration(ctx, integrationId)) ?? fail(failures.integration_not_found))
}

export function createIntegration(ctx: WorkspaceCtx, input: IntegrationCreate): Promise<IntegrationRow> {
  return inTransaction(ctx, async (ctx) => {
    const { kind, name, status = 'active', accounts = [] } = input
    const id = newId()
    const settings = { ...NO_SETTINGS, ...input.settings }
    const secrets = changedSecrets(kind, {}, input.secrets ?? {}, ctx.now)
    const bound = boundTo(ctx, UNBOUND, input)
    const whole = { id, kind, accounts, settings, secretNames: Object.keys(secrets), isProven: false, ...bound }
    assertApplicable(whole)
    await assertNamed(ctx, whole, { settings: NO_SETTINGS, ...UNBOUND })
    const about = { id, kind, name, status, accounts, settings: JSON.stringify(settings), ...bound }
    const saved = await referring(integrations.insertIntegration(ctx, { ...about, ...sealed(ctx, id, secrets) }))
    await keepFinders(ctx, { id, kind, accounts, secrets, areClosed: false })
    await trace(ctx, 'integration.created', id, { kind, name, status })
    await traceBinding(ctx, id, UNBOUND, bound)
    return saved
  })
}

/** `settings` and `secrets` merge one level. Accounts that were proven are so no longer when they change. */
export function updateIntegration(
  ctx: WorkspaceCtx,
  integrationId: string,
  changes: IntegrationUpdate,
): Promise<IntegrationRow> {
  return inTransaction(ctx, async (ctx) => {
    const found = (await integrations.lockIntegration(ctx, integrationId)) ?? fail(failures.integration_not_found)
    const before = shown(found)
    assertVersion(ctx, before.version)
    const { id, kind } = before
    const { secrets: sentSecrets = {}, ...sent } = changes
    const { name = before.name, status = before.status, accounts = before.accounts } = sent
    const settings = { ...before.settings, ...sent.settings }
    const bound = boundTo(ctx, before, sent)
    const wanted = { ...sent, settings, ...('agentId' in sent && bound) }
    const news = changesIn(before, wanted, IntegrationUpdate, INTEGRATION_FIXED)
    const { secrets, names, areNew, areClosed, lost } = secretsAfter(ctx, found, sentSecrets)
    if (lost) refuse({ pointer: `/secrets/${lost}`, message: CLOSED })
    const changed = [...Object.keys(news), ...(areNew ? ['secrets'] : [])]
    if (changed.length === 0) return before
    const isProven = before.isProven && isSame(before.accounts, accounts)
    const whole = { id, kind, accounts, settings, secretNames: names, isProven, ...bound }
    assertApplicable(whole)
    await assertNamed(ctx, whole, before)
    const saving = integrations.saveIntegration(ctx, id, {
      name,
      status,
      accounts,
      ...bound,
      settings: JSON.stringify(settings),
      ...(areNew && sealed(ctx, id, secrets)),
      isProven,
    })
    const after = await referring(saving)
    await keepFinders(ctx, { id, kind, accounts, secrets, areClosed })
    await trace(ctx, 'integration.updated', id, { changed })
    await traceBinding(ctx, id, before, after)
    return after
  })
}

const CLOSED =
  'It was kept under another JWT_SECRET and cannot be opened: send it again, or null to take it away, or change no secret.'

interface SecretsAfter {
  secrets: Secrets
  names: readonly SecretName[]
  /** They are to be sealed. */
  areNew: boolean
  /** They stay as they are, and what they are nobody can tell: `secrets` is empty. */
  areClosed: boolean
  /** One of which nothing was said and that would be lost: the change is to be refused. */
  lost: SecretName | undefined
}

/** Those that cannot be opened stay as they are, for the key may come back, until each of them is said anew. */
export function secretsAfter(ctx: TxCtx, found: integrations.SealedIntegration, sent: SaidSecrets): SecretsAfter {
  const opened = openedOf(ctx, found)
  const secrets = changedSecrets(found.kind, opened, sent, ctx.now)
  const shownNames = found.secretsShown.map(({ name }) => name)
  const closed = shownNames.filter((name) => !opened[name])
  const areNew = closed.some((name) => sent[name] === null) || !isDeepStrictEqual(opened, secrets)
  const lost = areNew ? closed.find((name) => sent[name] === undefined) : undefined
  const names = areNew ? SECRET_NAMES.filter((name) => secrets[name]) : shownNames
  return { secrets, names, areNew, areClosed: closed.length > 0 && !areNew, lost }
}

/** What it has brought stays; what the other side sends from now on is refused. */
export function deleteIntegration(
  ctx: WorkspaceCtx,
  integrationId: string,
): Promise<{ id: string; deleted: true; deletedAt: string }> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await integrations.lockIntegration(ctx, integrationId)) ?? fail(failures.integration_not_found)
    assertVersion(ctx, before.version)
    await integrations.deleteIntegration(ctx, before.id)
    await trace(ctx, 'integration.deleted', before.id, { kind: before.kind, name: before.name })
    await traceBinding(ctx, before.id, before, UNBOUND)
    return { id: before.id, deleted: true, deletedAt: ctx.now.toISOString() }
  })
}

type Bound = Pick<IntegrationRow, 'agentId' | 'actsForId'>

export const UNBOUND: Bound = { agentId: null, actsForId: null }

/** Records which agent answers there, and in whose name. */
export async function traceBinding(ctx: TxCtx, id: string, before: Bound, after: Bound): Promise<void> {
  const { agentId, actsForId } = after
  if (before.agentId === agentId && before.actsForId === actsForId) return
  await recordAudit(ctx, {
    action: agentId === null ? 'integration.agent_unbound' : 'integration.agent_bound',
    targetKind: 'integration',
    targetId: id,
    details: { agentId, actsForId },
    ...(before.agentId !== null && { before }),
  })
}

/** Whoever binds an agent is the one it acts for, unless somebody is named. Without an agent nobody is. */
export function boundTo(
  { principal }: TxCtx,
  before: Bound,
  { agentId = before.agentId, actsForId }: Partial<Bound>,
): Bound {
  if (agentId === null) return { agentId, actsForId: actsForId ?? null }
  if (actsForId !== undefined) return { agentId, actsForId }
  return { agentId, actsForId: before.actsForId ?? (principal.kind === 'user' ? principal.userId : null) }
}

const REFERENCES: Readonly<Record<string, { pointer: string; message: string }>> = {
  integrations_agent: { pointer: '/agentId', message: 'Must be an agent of this workspace.' },
  integrations_release_workflow: {
    pointer: '/settings/releaseWorkflowId',
    message: 'Must be a workflow of this workspace.',
  },
}

/** What it names is of later modules, so the database knows whether it is there. */
async function referring(saving: Promise<IntegrationRow | undefined>): Promise<IntegrationRow> {
  try {
    return (await saving) ?? fail(failures.integration_not_found)
  } catch (error) {
    const wrong = REFERENCES[violatedReference(error) ?? '']
    return wrong ? refuse(wrong) : Promise.reject(error)
  }
}

interface Whole extends Bound {
  id: string
  kind: IntegrationKind
  accounts: readonly string[]
  settings: IntegrationSettings
  secretNames: readonly string[]
  isProven: boolean
}

function assertApplicable({ kind, secretNames, ...whole }: Whole): void {
  const wrong = inapplicable(kind, { ...whole, secrets: secretNames })
  if (wrong) refuse(wrong)
}

type Naming = Bound & Pick<Whole, 'settings'>

/**
 * What is named anew must be there. What was named before may have gone since, such as somebody who left; that keeps
 * nobody from pausing the integration or replacing a secret.
 */
async function assertNamed(ctx: TxCtx, { id, ...whole }: Naming & { id: string }, before: Naming): Promise<void> {
  await assertMembers(ctx, whole, before)
  const settings = Object.entries(whole.settings).filter(
    ([name, value]) => value !== before.settings[name as keyof IntegrationSettings],
  )
  const { departmentId, chatIntegrationId, sendUrl } = Object.fromEntries(settings) as Partial<IntegrationSettings>
  if (sendUrl && !ctx.services.outbound.allows(sendUrl))
    refuse({
      pointer: '/settings/sendUrl',
      message: 'Must be https and not private, unless the operator allows it (OUTBOUND_ALLOW).',
    })
  if (departmentId && (await wrongDepartment(ctx, [departmentId])) !== -1)
    refuse({ pointer: '/settings/departmentId', message: 'Must be a department of this workspace.' })
  if (!chatIntegrationId) return
  const chat = chatIntegrationId === id ? undefined : await integrations.findIntegration(ctx, chatIntegrationId)
  if (chat?.kind !== 'chat_workspace_app')
    refuse({ pointer: '/settings/chatIntegrationId', message: 'Must be a chat workspace app of this workspace.' })
}

async function assertMembers(ctx: TxCtx, { agentId, actsForId, settings }: Naming, before: Naming): Promise<void> {
  const isBoundAnew = agentId !== before.agentId || actsForId !== before.actsForId
  const known = new Set(before.settings.people?.map(({ userId }) => userId))
  const people = settings.people ?? []
  const isUnclear = people.findIndex(
    ({ userId, contactId, vendorId }) => [userId, contactId, vendorId].filter(Boolean).length !== 1,
  )
  if (isUnclear !== -1)
    refuse({ pointer: `/settings/people/${isUnclear}`, message: 'Must have one of userId, contactId and vendorId.' })
  const named = [
    ...(actsForId !== null && isBoundAnew ? [{ pointer: '/actsForId', userId: actsForId }] : []),
    ...people.flatMap(({ userId }, index) =>
      userId && !known.has(userId) ? [{ pointer: `/settings/people/${index}/userId`, userId }] : [],
    ),
  ]
  if (named.length === 0) return
  const here = await currentMembers(
    ctx,
    named.map(({ userId }) => userId),
  )
  const stranger = named.find(({ userId }) => !here.has(userId))
  if (stranger) refuse({ pointer: stranger.pointer, message: 'Must be a member of this workspace.' })
}

function refuse({ pointer, message }: { pointer: string; message: string }): never {
  refuseFaults([{ pointer, code: 'inapplicable', message }], failures.integration_inapplicable)
}

type Found = Pick<Whole, 'id' | 'kind' | 'accounts'> & { secrets: Secrets; areClosed: boolean }

/** Of secrets that are closed the finders stay too: they serve again when the key comes back. */
export async function keepFinders(ctx: TxCtx, { id, kind, accounts, secrets, areClosed }: Found): Promise<void> {
  const finders = findersOf(ctx.services.signer, kind, { accounts, secrets, now: ctx.now })
  const { foundBy } = PARTS[kind]
  const field = foundBy === undefined ? 'accounts' : `secrets/${foundBy}`
  await refusingTaken(integrations.saveFinders(ctx, { id, kind, areClosed }, finders), {
    integration_finders_once: { failure: failures.integration_account_taken, field },
  })
}

export function sealed({ services }: TxCtx, id: string, secrets: Secrets) {
  const { secrets: text, secretsShown } = sealSecrets(services.signer, id, secrets)
  return { secrets: text, secretsShown: JSON.stringify(secretsShown) }
}

function openedOf({ services }: TxCtx, { id, secrets }: integrations.SealedIntegration): Secrets {
  return openSecrets(services.signer, id, secrets)
}

function shown({ secrets: _sealed, workspaceId: _own, ...row }: integrations.SealedIntegration): IntegrationRow {
  return row
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((account) => right.includes(account))
}
