import type { TObject, TSchema } from 'typebox'
import { coreFailures, type Failure } from './errors.ts'
import type { Method } from './operation.ts'

/** What is sent or answered in one media type. */
interface HostContent {
  readonly schema: TSchema
  readonly example?: unknown
}

export interface HostAnswer {
  readonly description: string
  /** By media type; there is no body without. */
  readonly content?: Readonly<Record<string, HostContent>>
  /** By name, what each says. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An address of the API host that is not made of operations. It is mounted from this, and the document of the host is
 * made from it, so that neither knows of an address that the other does not.
 */
export interface HostRoute {
  readonly id: string
  readonly method: Method
  /** Written with `:name` parameters. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** Any one of these proves who calls; without one nobody has to. */
  readonly proofs: readonly HostProof[]
  readonly params?: TObject
  readonly query?: TObject
  readonly headers?: TObject
  /** By media type. */
  readonly bodies?: Readonly<Record<string, HostContent>>
  readonly bodyOptional?: boolean
  /** By status. */
  readonly answers: Readonly<Record<number, HostAnswer>>
  /** Refusals that are problem documents; others stand among the answers. */
  readonly failures: readonly Failure[]
}

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description }) as const
const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description }) as const
const query = (name: string, description: string) => ({ type: 'apiKey', in: 'query', name, description }) as const

/** How callers of the API host prove who they are. */
export const HOST_PROOFS = {
  userToken: bearer('Access token of a person’s session, from `POST {app_url}/api/v1/auth/token`.'),
  sessionToken: bearer('Token for one session of an agent, from `durable-session-access`.'),
  serverKey: bearer('The key that a backend of the operator shares with the service (`AGENT_SERVER_KEY`).'),
  sandboxToken: bearer('Token for one run of an agent, from `sandbox-access`.'),
  toolToken: bearer(
    'Access token of a tool client (`/authorize`, `/token`), or an API key with the scope `tools:use`.',
  ),
  canarySecret: bearer('The operator’s `CANARY_SECRET`.'),
  gatewayToken: bearer('Token of a caller of the AI gateway.'),
  gatewaySignature: header(
    'X-Service-AI-Gateway-Signature',
    'HMAC-SHA256 over the request, see the guide of the AI gateway.',
  ),
  webhookBearer: bearer('The secret that was agreed on; `X-Webhook-Secret` is taken too.'),
  standardSignature: header(
    'webhook-signature',
    'Standard Webhooks, with `webhook-id` and `webhook-timestamp`; `svix-…` is taken too.',
  ),
  voiceSignature: header(
    'X-Voice-Signature',
    '`v=<milliseconds>,d=<hex HMAC-SHA256 of body and milliseconds>`; `X-Retell-Signature` is taken too.',
  ),
  chatSignature: header(
    'X-Chat-Signature',
    '`v0=<hex HMAC-SHA256 of v0:timestamp:body>` with `X-Chat-Request-Timestamp`; Slack’s own names are taken too.',
  ),
  issueTrackerSignature: header(
    'Issue-Tracker-Signature',
    'Hex HMAC-SHA256 of the body; `Linear-Signature` is taken too.',
  ),
  botMessengerSecret: header(
    'X-Bot-Messenger-Secret-Token',
    'The secret given when the webhook was set; Telegram’s own name is taken too.',
  ),
  teamChatToken: bearer('Token that the team chat signs for this address.'),
  transcriptToken: query('token', 'The integration’s transcript token.'),
  notesSignature: header(
    'X-Notes-Signature',
    '`sha256=<hex HMAC-SHA256 of the body>`; `X-Notion-Signature` is taken too.',
  ),
  setupSecret: header(
    'X-Service-Webhook-Setup-Secret',
    'For the handshake: the integration’s setup secret, here or in the address.',
  ),
  codeHostSignature: header('X-Hub-Signature-256', '`sha256=<hex HMAC-SHA256 of the body>`.'),
  tracingSecret: header('x-tracing-webhook-secret', 'The operator’s `TRACING_WEBHOOK_SECRET`.'),
  tracingSignature: header(
    'X-Tracing-Signature',
    '`sha256=<hex HMAC-SHA256 of the body>`; `X-LangSmith-Signature` is taken too.',
  ),
  tracingBearer: bearer('The operator’s `TRACING_WEBHOOK_SECRET`.'),
} as const

export type HostProof = keyof typeof HOST_PROOFS

/** What every address can answer when the service is in trouble. */
export const TROUBLE: readonly Failure[] = [coreFailures.internal_error, coreFailures.unavailable]
