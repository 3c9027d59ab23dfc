import type { ChatApp, VendorUrls } from '#core/services.ts'
import { WrongSetting, type Reader } from './setting-reader.ts'

/** What outside systems prove their deliveries with, where one account serves the whole installation. */
const WEBHOOK_SECRETS = [
  'PROPERTY_SYSTEM_WEBHOOK_SECRET',
  'VOICE_PLATFORM_A_WEBHOOK_SECRET',
  'ISSUE_TRACKER_WEBHOOK_SECRET',
  'TRACING_WEBHOOK_SECRET',
  'CHAT_WORKSPACE_APP_WEBHOOK_SECRET',
  'AGENT_MAIL_WEBHOOK_SECRET',
  'MEETING_RECORDER_WEBHOOK_SECRET',
  'CODE_HOST_WEBHOOK_SECRET',
  'KNOWLEDGE_TRACKER_WEBHOOK_SECRET',
] as const

/** What the outside systems of a demo prove themselves with. Known to everybody, so the demo listens to this machine only. */
export const SIMULATED = { secret: 'the-simulated-secret-of-the-demo', projectNumber: '100000000001' } as const
const SIMULATED_SETTINGS: readonly string[] = ['PROPERTY_SYSTEM_WEBHOOK_SECRET', 'TRACING_WEBHOOK_SECRET']
const SIMULATOR_URL = 'http://localhost:4010'

export function isLoopback(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host)
}

interface Standing {
  isDemo: boolean
  host: string
  urls: readonly string[]
}

/** The demo on this machine plays the outside systems unless told otherwise; nothing else does unless told so. */
function readSimulator(read: Reader, { isDemo, host, urls }: Standing): string | undefined {
  const said = read.text('SIMULATOR_URL')
  if (said === 'off') return undefined
  // What proves a simulated system is known to everybody: nobody from elsewhere may come here.
  const isHere = [host, ...urls.map((url) => new URL(url).hostname)].every(isLoopback)
  if (said !== undefined && !isHere)
    throw new WrongSetting('SIMULATOR_URL is only for a service that HOST, APP_URL and BASE_URL keep to this machine.')
  const url = said === undefined ? SIMULATOR_URL : read.url('SIMULATOR_URL', '')
  if (new URL(url).hostname !== 'localhost')
    throw new WrongSetting(`SIMULATOR_URL must be an address of this machine such as ${SIMULATOR_URL}, or off.`)
  return said !== undefined || (isDemo && isHere) ? url : undefined
}

export interface VendorSettings {
  /** Where outside systems are played for trying out; undefined where the real ones are meant. */
  readonly simulatorUrl: string | undefined
  /** By the name of the setting: one, or two while it is being changed. */
  readonly webhookSecrets: Readonly<Record<string, readonly string[]>>
  /** How long an outside system waits for an answer of ours that takes its time. */
  readonly webhookAnswerMillis: number
  readonly operatorChatUrl: string | undefined
  readonly teamChatProjectNumber: string | undefined
  /** Our app at the chat workspace; without it nobody can install it. */
  readonly chatApp: ChatApp | undefined
  /** Our account with the tool connector. */
  readonly toolConnectorKey: string | undefined
  /** Where the interfaces of other systems are. */
  readonly vendorUrls: VendorUrls
}

/** All about outside systems that call us, and that we answer. */
export function readVendors(read: Reader, about: Standing): VendorSettings {
  const simulatorUrl = readSimulator(read, about)
  return {
    simulatorUrl,
    webhookSecrets: Object.fromEntries(
      WEBHOOK_SECRETS.map((name) => [name, readWebhookSecrets(read, name, simulatorUrl)]),
    ),
    webhookAnswerMillis: read.integer('WEBHOOK_ANSWER_MILLIS', 800, 50, 10_000),
    operatorChatUrl: readOperatorChat(read, simulatorUrl),
    teamChatProjectNumber: read.text('TEAM_CHAT_PROJECT_NUMBER') ?? (simulatorUrl && SIMULATED.projectNumber),
    chatApp: readChatApp(read),
    toolConnectorKey: read.text('TOOL_CONNECTOR_API_KEY'),
    vendorUrls: readVendorUrls(read, simulatorUrl),
  }
}

function readChatApp(read: Reader): ChatApp | undefined {
  const names = ['CHAT_WORKSPACE_APP_CLIENT_ID', 'CHAT_WORKSPACE_APP_CLIENT_SECRET'] as const
  const [clientId, clientSecret] = names.map(read.text)
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret }
  if (clientId === undefined && clientSecret === undefined) return undefined
  throw new WrongSetting(`${names.join(' and ')} belong together: both are on the app's Basic Information page.`)
}

function readWebhookSecrets(read: Reader, name: string, simulatorUrl: string | undefined): string[] {
  const secrets = read.secrets(name)
  const isSimulated = simulatorUrl !== undefined && SIMULATED_SETTINGS.includes(name) && secrets.length === 0
  return isSimulated ? [SIMULATED.secret] : secrets
}

function readOperatorChat(read: Reader, simulatorUrl: string | undefined): string | undefined {
  if (read.text('OPERATOR_CHAT_URL') !== undefined) return read.url('OPERATOR_CHAT_URL', '')
  return simulatorUrl === undefined ? undefined : `${simulatorUrl}/slack/incoming`
}

const GOOGLE_CHAT_KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/chat@system.gserviceaccount.com'

function readVendorUrls(read: Reader, simulatorUrl: string | undefined): VendorUrls {
  const at = (name: string, real: string, simulated: string): string =>
    read.url(name, simulatorUrl === undefined ? real : `${simulatorUrl}/${simulated}`)
  return {
    slack: at('SLACK_URL', 'https://slack.com/api', 'slack'),
    slackAuthorize: at('SLACK_AUTHORIZE_URL', 'https://slack.com/oauth/v2/authorize', 'slack/authorize'),
    composio: at('COMPOSIO_URL', 'https://backend.composio.dev', 'composio'),
    telegram: at('TELEGRAM_URL', 'https://api.telegram.org', 'telegram'),
    agentMail: at('AGENTMAIL_URL', 'https://api.agentmail.to', 'agentmail'),
    notion: at('NOTION_URL', 'https://api.notion.com', 'notion'),
    github: at('GITHUB_URL', 'https://api.github.com', 'github'),
    googleChat: at('GOOGLE_CHAT_URL', 'https://chat.googleapis.com', 'google'),
    googleToken: at('GOOGLE_TOKEN_URL', 'https://oauth2.googleapis.com/token', 'google/token'),
    googleChatKeys: at('GOOGLE_CHAT_KEYS_URL', GOOGLE_CHAT_KEYS, 'google/keys'),
    googleKeys: at('GOOGLE_KEYS_URL', 'https://www.googleapis.com/oauth2/v3/certs', 'google/keys'),
  }
}
