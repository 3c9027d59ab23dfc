/** What a call of a model took. */
export interface ModelUsage {
  inputTokens: number
  outputTokens: number
  audioSeconds: number
  images: number
}

/** Which model, by the names under which its price is configured. */
export interface PricedModel {
  provider: string
  modelId: string
}

/** Who calls a model, and what for. */
export interface ModelUser {
  workspaceId: string
  /** The program: a caller of the gateway, or a part of this service. */
  caller: string
  actor: { kind: string; id: string | null }
  route: string
  requestId: string
}

/** Part of a budget, set aside for one call. Undefined for one that costs nothing. */
export type Hold = { workspaceId: string; span: number; tokens: number; costMicros: number } | undefined

/** What one model took of a call. */
export interface Spent {
  model: PricedModel
  usage: ModelUsage
}

interface CallOutcome {
  /** Of the call, where its answer has one too. */
  id?: string
  /** Who answered, or was to. */
  model: PricedModel | undefined
  /** By all who were asked: each has its own price. */
  spent: readonly Spent[]
  /** `ok`, or the code of the failure. */
  status: string
  latencyMillis: number
  cached: boolean
}

/** Budgets and the record of what was used. */
export interface ModelUse {
  /** Sets the most that a call may take aside, or refuses with `budget_exceeded`. */
  reserve(workspaceId: string, model: PricedModel, estimate: ModelUsage): Promise<Hold>
  /** Gives the rest back and notes the call; both are written within a moment. Each hold is settled once. */
  settle(hold: Hold, user: ModelUser, outcome: CallOutcome): void
  close(): Promise<void>
}

/** Money per million tokens (or, where only `unit` is set, per image or minute of audio), which is millionths per token. */
export interface ModelPrice {
  readonly input: number
  readonly output: number
  readonly unit: number
}

export const NOTHING_USED: ModelUsage = { inputTokens: 0, outputTokens: 0, audioSeconds: 0, images: 0 }

export function added(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    audioSeconds: one.audioSeconds + other.audioSeconds,
    images: one.images + other.images,
  }
}
