import { shown } from './sandbox-output.rules.ts'
import type { SandboxResult } from './sandbox.schema.ts'
import type { SessionEvent } from './session-event.schema.ts'

const metadata = { source: 'sandbox' }

/** What a call from a sandbox is called in the log; its own id is the program's choice and may come again. */
export function callIdOf(id: string): string {
  return `sandbox_${id}`
}

/** That it was called, and with what. */
export function calledEvents(id: string, tool: string, input: unknown): SessionEvent[] {
  const about = { tool_call_id: callIdOf(id), tool_name: tool, metadata }
  const seen = shown(input)
  return [
    { type: 'call.started', ...about },
    { type: 'call.arguments', tool_call_id: about.tool_call_id, arguments: JSON.stringify(seen), metadata },
    { type: 'call.ended', ...about, input: seen },
  ]
}

export function resultEvent(id: string, status: SandboxResult['status'], output: unknown): SessionEvent {
  const told = status === 'ok' || status === 'denied' ? status : 'error'
  return { type: 'call.result', tool_call_id: callIdOf(id), status: told, output: shown(output), metadata }
}
