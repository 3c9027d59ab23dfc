import type { IntegrationKind, IntegrationSettings, SecretName } from './integration.schema.ts'

/** What an integration of a kind is made of. */
interface Parts {
  /**
   * Whether deliveries name an account, and so accounts must be given; `linked` ones come by themselves, and `granted`
   * ones only by a consent at the other side.
   */
  accounts: 'needed' | 'none' | 'linked' | 'granted'
  /** The other side's names have no case: deliveries may write them in other letters than people do. */
  areCaseless?: true
  /** Those it cannot do without come first in `needs`. */
  needs: readonly SecretName[]
  takes?: readonly SecretName[]
  settings?: readonly (keyof IntegrationSettings)[]
  /** Whether people talk through it, and an agent may answer. */
  talks?: true
  /** The secret that the sender shows is all that finds it. */
  foundBy?: SecretName
  /** Where a consent has proven the account, the installation's secret signs and it needs none of its own. */
  needsNothingProven?: true
}

export const PARTS: Readonly<Record<IntegrationKind, Parts>> = {
  voice_platform_a: { accounts: 'needed', needs: ['apiKey'], settings: ['departmentId', 'tools'] },
  voice_platform_b: { accounts: 'none', needs: ['webhookSecret'], settings: ['departmentId', 'tools'] },
  chat_workspace_app: {
    accounts: 'needed',
    needs: ['signingSecret'],
    takes: ['botToken'],
    settings: ['people', 'releaseWorkflowId'],
    talks: true,
    needsNothingProven: true,
  },
  issue_tracker: {
    accounts: 'needed',
    needs: ['webhookSecret'],
    settings: ['chatIntegrationId', 'channel', 'fallbackChannel'],
  },
  bot_messenger: {
    accounts: 'none',
    needs: ['webhookSecret'],
    takes: ['botToken'],
    settings: ['people'],
    talks: true,
    foundBy: 'webhookSecret',
  },
  team_chat: {
    accounts: 'linked',
    needs: ['setupSecret'],
    takes: ['serviceAccountKey'],
    settings: ['people'],
    talks: true,
    foundBy: 'setupSecret',
  },
  agent_mail: {
    accounts: 'needed',
    areCaseless: true,
    needs: ['webhookSecret'],
    takes: ['apiKey'],
    settings: ['people', 'mailAuthority'],
    talks: true,
  },
  meeting_recorder: {
    accounts: 'none',
    needs: [],
    takes: ['webhookSecret', 'transcriptToken'],
    settings: ['departmentId'],
  },
  notes_workspace: { accounts: 'none', needs: ['setupSecret'], takes: ['verificationToken', 'apiKey'] },
  code_host: {
    accounts: 'needed',
    areCaseless: true,
    needs: ['webhookSecret'],
    takes: ['apiKey'],
    settings: ['branch', 'folder'],
  },
  knowledge_tracker: { accounts: 'needed', needs: ['webhookSecret'] },
  messaging: { accounts: 'none', needs: ['webhookSecret'], settings: ['people', 'sendUrl'], talks: true },
  tool_connector: { accounts: 'granted', needs: [] },
}

/** What deliveries are proven with: while it is being changed the one before is accepted too. */
const PROVING: readonly SecretName[] = [
  'apiKey',
  'signingSecret',
  'webhookSecret',
  'transcriptToken',
  'setupSecret',
  'verificationToken',
]

export function keepsPrevious(kind: IntegrationKind, name: SecretName): boolean {
  const { needs, takes = [] } = PARTS[kind]
  return PROVING.includes(name) && (needs.includes(name) || (name !== 'apiKey' && takes.includes(name)))
}

export interface Inapplicable {
  pointer: string
  message: string
}

interface Composition {
  accounts: readonly string[]
  secrets: readonly string[]
  settings: object
  agentId: string | null
  actsForId: string | null
  /** These very accounts are known to be the workspace's. */
  isProven: boolean
}

/** What of this an integration of the kind cannot have, or lacks. */
export function inapplicable(kind: IntegrationKind, given: Composition): Inapplicable | undefined {
  const { accounts, secrets, settings, agentId, actsForId, isProven } = given
  const { accounts: wanted, needs, takes = [], settings: known = [], talks, needsNothingProven = false } = PARTS[kind]
  // What was granted may be one agent's, although nobody talks through it.
  if (agentId !== null && !talks && wanted !== 'granted')
    return { pointer: '/agentId', message: `Nobody talks through an integration of the kind ${kind}.` }
  if (agentId === null && actsForId !== null)
    return { pointer: '/actsForId', message: 'Without an agent there is nobody to act for anyone.' }
  if (agentId !== null && talks && actsForId === null)
    return { pointer: '/actsForId', message: 'An agent needs a person to act for.' }
  if (wanted === 'granted' && !isProven)
    return { pointer: '/accounts', message: `An integration of the kind ${kind} is made by connecting it.` }
  if (wanted === 'none' && accounts.length > 0)
    return { pointer: '/accounts', message: `An integration of the kind ${kind} is not found by accounts.` }
  if (wanted === 'needed' && accounts.length === 0)
    return { pointer: '/accounts', message: `An integration of the kind ${kind} needs an account to be found by.` }
  const strange = secrets.find((name) => ![...needs, ...takes].includes(name as SecretName))
  if (strange !== undefined)
    return { pointer: `/secrets/${strange}`, message: `An integration of the kind ${kind} has no such secret.` }
  const missing = needsNothingProven && isProven ? undefined : needs.find((name) => !secrets.includes(name))
  if (missing !== undefined)
    return { pointer: `/secrets/${missing}`, message: `An integration of the kind ${kind} needs this secret.` }
  const odd = Object.entries(settings).find(
    ([name, value]) => value !== null && !known.includes(name as keyof IntegrationSettings),
  )
  if (odd) return { pointer: `/settings/${odd[0]}`, message: `An integration of the kind ${kind} has no such setting.` }
  return undefined
}
