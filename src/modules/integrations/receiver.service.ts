import type { Scope } from '#core/context.ts'
import type { Db } from '#core/db.ts'
import { unstorableText } from '#core/json.ts'
import type { Recall } from '#core/recall.ts'
import type { Services } from '#core/services.ts'
import { finderOfAccount, findersOfSecret, plainAccount } from './finder.ts'
import { acceptable, openSecrets, type Secrets } from './integration-secrets.ts'
import * as integrations from './integration.queries.ts'
import type { IntegrationKind, IntegrationSettings, SecretName } from './integration.schema.ts'

/** An integration with its secrets in reach, for whoever talks to the other side. */
export interface Receiver {
  id: string
  workspaceId: string
  kind: IntegrationKind
  name: string
  isProven: boolean
  accounts: readonly string[]
  settings: IntegrationSettings
  /** The agent that answers what comes through it, and the member it acts for. */
  agentId: string | null
  actsForId: string | null
  /** The one in use and, while that is still good, the one before it. */
  secrets(name: SecretName): string[]
}

/** How a delivery says whom it is for. */
export type Finder =
  | { accounts: readonly string[] }
  | { secret: string }
  | { workspaceId: string; integrationId?: string }
  /** It names nobody: any that was connected lately may be meant. */
  | 'anybody'

interface Desk {
  db: Db
  services: Services
  now: Date
  /** Remembers who they are, for those who ask often. */
  recall?: Recall
}

interface Opened {
  row: integrations.SealedIntegration
  secrets: Secrets
}

/** Those that may be meant. Nothing is proven by this. */
export async function findReceivers(desk: Desk, kind: IntegrationKind, finder: Finder): Promise<Receiver[]> {
  if (typeof finder === 'string' || !('accounts' in finder)) return found(desk, kind, finder)
  // One by one, so that what is remembered is what there is and not what strangers put together.
  const names = new Set(finder.accounts.filter(isName).map((account) => plainAccount(kind, account)))
  const all = (await Promise.all([...names].map((account) => found(desk, kind, { accounts: [account] })))).flat()
  const distinct = [...new Map(all.map((receiver) => [receiver.id, receiver])).values()]
  return distinct.toSorted((one, other) => Number(other.isProven) - Number(one.isProven))
}

async function found(desk: Desk, kind: IntegrationKind, finder: Finder): Promise<Receiver[]> {
  const { services, now, recall } = desk
  const ask = async (): Promise<Opened[] | undefined> => {
    const rows = await candidates(desk, kind, finder)
    return rows.length === 0 ? undefined : rows.map((row) => opened(services, row))
  }
  const known = recall ? await recall(JSON.stringify([kind, finder]), ask) : await ask()
  return (known ?? []).map((each) => receiverOf(each, now))
}

function opened({ signer }: Services, row: integrations.SealedIntegration): Opened {
  return { row, secrets: openSecrets(signer, row.id, row.secrets) }
}

function candidates(
  { db, services }: Desk,
  kind: IntegrationKind,
  finder: Finder,
): Promise<integrations.SealedIntegration[]> {
  if (finder === 'anybody') return integrations.newestOfKind(db, kind)
  if ('secret' in finder) return integrations.claimantsOf(db, kind, findersOfSecret(services.signer, finder.secret))
  if ('accounts' in finder) {
    const finders = finder.accounts.map((account) => finderOfAccount(kind, account))
    return integrations.claimantsOf(db, kind, finders)
  }
  const { workspaceId, integrationId } = finder
  if (!isName(workspaceId)) return Promise.resolve([])
  const here = integrations.activeOfKind({ db, workspaceId }, kind)
  return integrationId === undefined ? here : here.then((all) => all.filter(({ id }) => id === integrationId))
}

/** A stranger says it, and the database cannot be asked for everything. */
function isName(text: string): boolean {
  return text.length <= 300 && unstorableText(text, { parameter: '' }) === undefined
}

/** Undefined when it is gone or paused. */
export async function findReceiver(desk: Desk & Scope, integrationId: string): Promise<Receiver | undefined> {
  const row = await integrations.findIntegration(desk, integrationId)
  return row?.status === 'active' ? receiverNow(desk, row) : undefined
}

/** One that is known already, to be used now. */
export function receiverNow(
  { services, now }: Pick<Desk, 'services' | 'now'>,
  row: integrations.SealedIntegration,
): Receiver {
  return receiverOf(opened(services, row), now)
}

function receiverOf({ row, secrets: kept }: Opened, now: Date): Receiver {
  const { id, workspaceId, kind, name, isProven, accounts, settings, agentId, actsForId } = row
  const secrets = (named: SecretName): string[] => acceptable(kept, named, now)
  return { id, workspaceId, kind, name, isProven, accounts, settings, agentId, actsForId, secrets }
}
