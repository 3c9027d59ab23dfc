import type { ConnectionCreate } from '../../../../../src/modules/connections/connection.schema.ts'
import type { IntegrationKind, SecretName } from '../../../../../src/modules/integrations/integration.schema.ts'
import type { PropertySystemCreate } from '../../../../../src/modules/stays/property-system.schema.ts'

/** The three nouns behind one page: what they are called in addresses. */
export const NOUNS = ['property-systems', 'connections', 'integrations'] as const
export type Noun = (typeof NOUNS)[number]

export type SystemName = PropertySystemCreate['provider'] | ConnectionCreate['provider'] | IntegrationKind
export type FieldName = SecretName | 'accountId' | 'clientId' | 'clientSecret'

interface System {
  noun: Noun
  needs?: readonly FieldName[]
  takes?: readonly FieldName[]
  /** Whether deliveries name an account, so that it has to be given. */
  hasAccounts?: true
  /** Made by a consent over there; the address that begins it. */
  install?: 'chat-installs' | 'tool-connections'
  /** People write or call through it, so an agent can answer there. */
  talks?: true
}

/** What each system is asked for when it is connected. */
export const SYSTEMS: Readonly<Record<SystemName, System>> = {
  ical: { noun: 'property-systems' },
  hostaway: { noun: 'property-systems', needs: ['accountId', 'apiKey'] },
  breezeway: { noun: 'connections', needs: ['clientId', 'clientSecret'] },
  chat_workspace_app: { noun: 'integrations', install: 'chat-installs', talks: true },
  team_chat: { noun: 'integrations', needs: ['setupSecret'], takes: ['serviceAccountKey'], talks: true },
  bot_messenger: { noun: 'integrations', needs: ['webhookSecret'], takes: ['botToken'], talks: true },
  messaging: { noun: 'integrations', needs: ['webhookSecret'], talks: true },
  agent_mail: { noun: 'integrations', needs: ['webhookSecret'], takes: ['apiKey'], hasAccounts: true, talks: true },
  voice_platform_a: { noun: 'integrations', needs: ['apiKey'], hasAccounts: true },
  voice_platform_b: { noun: 'integrations', needs: ['webhookSecret'] },
  meeting_recorder: { noun: 'integrations', takes: ['webhookSecret', 'transcriptToken'] },
  issue_tracker: { noun: 'integrations', needs: ['webhookSecret'], hasAccounts: true },
  notes_workspace: { noun: 'integrations', needs: ['setupSecret'], takes: ['apiKey'] },
  knowledge_tracker: { noun: 'integrations', needs: ['webhookSecret'], hasAccounts: true },
  code_host: { noun: 'integrations', needs: ['webhookSecret'], takes: ['apiKey'], hasAccounts: true },
  tool_connector: { noun: 'integrations', install: 'tool-connections' },
}
export const SYSTEM_NAMES = Object.keys(SYSTEMS) as SystemName[]

export function fieldsOf(system: SystemName): { name: FieldName; isNeeded: boolean }[] {
  const { needs = [], takes = [] } = SYSTEMS[system]
  return [...needs.map((name) => ({ name, isNeeded: true })), ...takes.map((name) => ({ name, isNeeded: false }))]
}

/** The body that makes or changes one, by what was written. */
export function bodyFor(system: SystemName, text: (name: string) => string, isNew: boolean): object {
  const { noun, hasAccounts } = SYSTEMS[system]
  const given = fieldsOf(system)
    .map(({ name }) => [name, text(name)])
    .filter(([, value]) => value !== '')
  const secrets = Object.fromEntries(given)
  const accounts = text('accounts')
    .split(/[\n,]/)
    .map((account) => account.trim())
    .filter(Boolean)
  return {
    ...(isNew ? { [noun === 'integrations' ? 'kind' : 'provider']: system } : {}),
    name: text('name'),
    ...(given.length === 0 ? {} : { [noun === 'integrations' ? 'secrets' : 'credentials']: secrets }),
    ...(hasAccounts ? { accounts } : {}),
  }
}
