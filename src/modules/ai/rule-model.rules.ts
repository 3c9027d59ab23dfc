/** What a tool answered to a call of this turn. */
export interface ToolOutcome {
  tool: string
  input: Record<string, unknown>
  state: 'done' | 'failed' | 'denied'
  value: Record<string, unknown>
  reason?: string
}

/** One turn of a conversation, as far as the rules look at it. */
export interface RuleTurn {
  /** What the person said last. */
  text: string
  /** The two things said before that. */
  before: readonly { role: 'user' | 'assistant'; text: string }[]
  outcomes: readonly ToolOutcome[]
  tools: readonly { name: string; fields: readonly string[] }[]
  today: string
}

export type RuleReply = { text: string } | { calls: { tool: string; input: Record<string, unknown> }[] }

const NO_MODEL =
  'No model is configured, so I cannot answer free questions. An administrator can set one: AI_MODEL_DEFAULT for the installation, or the AI settings of the workspace.'

export function replyTo(_turn: RuleTurn): RuleReply {
  return { text: NO_MODEL }
}
