import type { Log } from './context.ts'
import { coreFailures, Refusal } from './errors.ts'

/** A request at the address of a webhook, with its bytes as they came: proofs are made over those. */
export interface Received {
  /** By small name; of one sent twice nothing is told. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
  readonly bytes: Buffer
  /** The network that it comes from. */
  readonly address: string
  readonly requestId: string
  readonly now: Date
  readonly log: Log
}

export type WebhookOutcome = 'accepted' | 'duplicate' | 'ignored' | 'answered'

export interface WebhookAnswer {
  outcome: WebhookOutcome
  /** JSON, or plain text when it is a text. */
  body: object | string
}

/** An address that outside systems call. Whoever cannot prove who they are is refused with `invalid_token`. */
export interface Webhook {
  readonly name: string
  readonly path: string
  readonly bodyBytesMax: number
  /** What whoever calls shows as a secret, which could be guessed; a signature cannot. */
  readonly secretIn?: ((received: Received) => string) | undefined
  receive(received: Received): Promise<WebhookAnswer>
}

/** Nobody here receives what comes to this address: there is no secret that could be right. */
export class NobodyThere extends Refusal {
  /** What would have to be there, for the operator. */
  readonly lacking: { kind: string; setting?: string | undefined }
  /** It names an account, and others of the kind may be connected. */
  readonly isNamed: boolean

  constructor(lacking: NobodyThere['lacking'], isNamed = false) {
    super(coreFailures.invalid_token)
    this.lacking = lacking
    this.isNamed = isNamed
  }
}

/** The first of these headers that is there: what the contract calls it, and what the sender's own software does. */
export function headerIn({ headers }: Received, ...names: readonly string[]): string {
  const name = names.find((each) => headers[each] !== undefined)
  return name === undefined ? '' : (headers[name] ?? '')
}
