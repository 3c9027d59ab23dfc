import type { OutlastingWork } from '#core/outlasting.ts'
import type { TxCtx, WorkspaceCtx } from '#core/context.ts'
import type { Pool } from '#core/db.ts'
import type { Recall } from '#core/recall.ts'
import type { Services } from '#core/services.ts'
import type { Received, WebhookAnswer } from '#core/webhook.ts'
import type { ToolCall } from '#modules/tools/tool-call.schema.ts'
import type { KeptDelivery, NewDelivery } from './delivery.queries.ts'
import type { InboundDelivery } from './delivery.schema.ts'

/** What a receiver works with. */
export interface Desk {
  readonly db: Pool
  readonly services: Services
  /** Secrets of the whole installation, by the name of their setting: one, or two while it is being changed. */
  readonly secrets: Readonly<Record<string, readonly string[]>>
  /** What may outlast the answer to its sender. */
  readonly background: OutlastingWork
  /** How long a sender waits for an answer of ours that takes its time. */
  readonly answerMillis: number
  /** Who receives what, until something about that changes. */
  readonly recall: Recall
  /** Keeps a delivery, together with others that come at the same time. */
  keep(workspaceId: string, delivery: NewDelivery): Promise<KeptDelivery>
  /** Leaves a trace of a call of a tool. */
  record(
    ctx: WorkspaceCtx,
    call: Pick<ToolCall, 'tool' | 'argsHash' | 'gate' | 'outcome' | 'code' | 'client'>,
  ): Promise<void>
}

/** Who a delivery is for. Without a workspace it is genuine and for nobody. */
export interface Proof {
  readonly workspaceId?: string
  readonly integrationId?: string
}

/** What a genuine delivery says. */
export interface News {
  /** What its sender calls it: the same one again has the same. */
  externalId: string
  kind: string
  payload: Record<string, unknown>
}

/** A delivery at the hands of its handler. */
export type Delivery = Pick<
  InboundDelivery,
  'id' | 'sender' | 'externalId' | 'kind' | 'integrationId' | 'receivedAt' | 'payload'
>

/** What is done about a delivery, in a job. It happens at least once: `apply` commits with the mark that it is done. */
export interface Handler {
  /** What must be asked or told elsewhere first, outside of any transaction. */
  reach?(ctx: WorkspaceCtx, delivery: Delivery): Promise<unknown>
  /** Answers what became of it, in a sentence; undefined means that there was nothing to do. */
  apply(ctx: TxCtx, delivery: Delivery, reached: unknown): Promise<string | undefined>
}

/** An outside system as data: where it calls, how it proves itself, what it says, what is done about it. */
export interface Sender {
  readonly name: string
  readonly path: string
  readonly bodyBytesMax?: number
  /** What it shows as a secret, if that is how it proves itself, and not by a signature. */
  readonly secretIn?: (received: Received) => string
  /** What it keeps ready from when the door opens. */
  open?(desk: Desk): void
  /** Refuses with `invalid_token`. */
  prove(desk: Desk, received: Received): Promise<Proof>
  /** Of a delivery that is genuine. An answer when there is nothing to keep. */
  read(received: Received, proof: Proof, desk: Desk): News | WebhookAnswer | Promise<News | WebhookAnswer>
  /** By kind. What has no handler is kept and ignored. */
  readonly handlers: Readonly<Record<string, Handler>>
  /** For one who waits for the answer and must have some: what it is when ours is not there in time. */
  readonly deadline?: { readonly millis: number; readonly answer: object }
  /** What is answered where the sender wants something of its own. */
  reply?: object | string
}
