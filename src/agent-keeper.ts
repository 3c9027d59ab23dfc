import { fail } from '#core/errors.ts'
import type { AgentKeeper } from '#http/admission.ts'
import { sessionAsking } from '#modules/agents/interaction.service.ts'
import { createSessionDoor } from '#modules/agents/session-access.service.ts'
import { failures } from '#modules/agents/session.service.ts'

type Parts = Parameters<typeof createSessionDoor>[0] & {
  /** Of a backend that acts for people; without it nobody is one. */
  serverKey: string | undefined
}

/** Who comes to the routes of agents: people with their tokens, whole or for one session, and a backend. */
export function agentKeeper({ serverKey, ...parts }: Parts): AgentKeeper {
  const door = createSessionDoor(parts)
  return {
    serverKey,
    async identifyDirect({ headers, params }, token) {
      const caller = await door.identify(token, headers.origin)
      const { session_id: sessionId } = params as { session_id?: string }
      const isCovered =
        !caller?.only || (caller.only.sessionId === sessionId && caller.only.capabilities.includes('run'))
      return isCovered ? caller?.principal : fail(failures.session_forbidden)
    },
    async identifyAnswering({ headers, params }, token) {
      const { continuation_id: id } = params as { continuation_id?: string }
      const { only, principal } = (id !== undefined && (await door.identify(token, headers.origin))) || {}
      if (id === undefined || !only?.capabilities.includes('resolve')) return undefined
      return (await sessionAsking(parts.db, id)) === only.sessionId ? principal : undefined
    },
  }
}
