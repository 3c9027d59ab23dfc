import type { Bus } from './bus.ts'
import type { Counters } from './counters.ts'
import type { Mail } from './mail.ts'
import type { Embedder } from './embedder.ts'
import type { ModelAccess } from './models.ts'
import type { ModelUse } from './model-use.ts'
import type { News } from './news.ts'
import type { Outbound } from './outbound.ts'
import type { Outsiders } from './outsiders.ts'
import type { Passwords } from './passwords.ts'
import type { Pictures } from './pictures.ts'
import type { Signer } from './crypto.ts'
import type { SessionLog } from './session-log.ts'
import type { Signals } from './signals.ts'
import type { Storage } from './storage.ts'

/** Where the interfaces of other systems are asked. */
export interface VendorUrls {
  readonly slack: string
  /** Where people allow our app into their chat. */
  readonly slackAuthorize: string
  readonly composio: string
  readonly telegram: string
  readonly agentMail: string
  readonly notion: string
  readonly github: string
  readonly googleChat: string
  readonly googleToken: string
  /** Keys that a classic app's deliveries are signed with, and those of all others. */
  readonly googleChatKeys: string
  readonly googleKeys: string
}

/** The operator's app at the chat workspace. */
export interface ChatApp {
  readonly clientId: string
  readonly clientSecret: string
}

/** What the operator has set and operations need to know. */
interface Settings {
  /** Address of the app host as its users see it. */
  readonly appUrl: string
  /** Address of the API host as programs see it. */
  readonly baseUrl: string
  /** Sources whose checklist actions also get a line in the description of the task. */
  readonly checklistPresetSources: readonly string[]
  /** Where Breezeway's API is. */
  readonly breezewayUrl: string
  /** Where the cloud of smart locks is asked. */
  readonly seamEndpoint: string
  /** How long a lock may take to answer. */
  readonly lockAnswerSeconds: number
  /** How long runs of agents are kept after their end. */
  readonly agentRunsKeptDays: number
  /** How long entries of the audit log are kept; 0 for ever. */
  readonly auditLogKeptDays: number
  /** Where Hostaway's API is. */
  readonly hostawayUrl: string
  readonly vendorUrls: VendorUrls
  /** Takes a text for the operator's own chat. A secret. */
  readonly operatorChatUrl: string | undefined
  /** The project of our app at the team chat; without it nobody there is believed. */
  readonly teamChatProjectNumber: string | undefined
  readonly chatApp: ChatApp | undefined
  /** Of the operator's account with the tool connector. A secret. */
  readonly toolConnectorKey: string | undefined
}

/** The edges of the process, handed to every operation. Tests hand in their own. */
export interface Services {
  readonly storage: Storage
  readonly outbound: Outbound
  /** Ignores the operator's allowlist: for addresses chosen by strangers. */
  readonly publicOutbound: Outbound
  /** Undefined when the operator has named no mail server. */
  readonly mail: Mail | undefined
  readonly signer: Signer
  readonly passwords: Passwords
  readonly pictures: Pictures
  readonly bus: Bus
  readonly counters: Counters
  readonly sessionLog: SessionLog
  /** Says among the processes what becomes of runs of agents. */
  readonly runSignals: Signals
  /** Says among the processes what becomes of runs of workflows. */
  readonly workflowSignals: Signals
  /** Runs of workflows that have ended in this process, by how; only what is committed. */
  readonly workflowsEnded: Record<'completed' | 'faulted' | 'cancelled', number>
  /** Finds who outside the company can currently read a record. */
  readonly outsiders: Outsiders
  /** Tells open pages of what changes too often for a note each. */
  readonly news: News
  readonly settings: Settings
  /** Absent where the operator has none: everything works without. */
  readonly embedder?: Embedder
  /** The way to language models and the like, by the settings of each workspace. */
  readonly models: ModelAccess
  /** Budgets for calls of models, and the record of them. */
  readonly modelUse: ModelUse
  /** Says that events were written, so that a worker looks soon. */
  wakeRelay(): void
}
