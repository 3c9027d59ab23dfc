import type { TxCtx, WorkspaceCtx } from '#core/context.ts'
import type { Question } from '#core/tool-question.ts'

export interface Asked {
  token: string
  expiresAt: string
  /** The workspace wants a person to approve in the app; the token is good only after that. */
  needsApproval: boolean
}

export interface ToolCall {
  tool: string
  argsHash: string
  gate: 'none' | 'asked' | 'confirmed' | 'declined'
  outcome: 'done' | 'refused' | 'failed'
  code: string | null
  client: string | null
}

/** Keeps the questions and the record of calls. The tools module is the one that knows how. */
export interface Desk {
  ask(ctx: WorkspaceCtx, question: Question): Promise<Asked>
  /** Uses the token up, in the transaction of the change. Refuses one that is wrong, old, used, or for something else. */
  take(ctx: TxCtx, token: string, question: Omit<Question, 'preview'>): Promise<void>
  decline(ctx: WorkspaceCtx, token: string): Promise<void>
  record(ctx: WorkspaceCtx, call: ToolCall): Promise<void>
}
