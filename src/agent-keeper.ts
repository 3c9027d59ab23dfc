import type { Principal } from '#core/principal.ts'
import type { AgentKeeper } from '#http/admission.ts'
import type { Config } from './config.ts'

interface Doorkeeper {
  identify(token: string): Promise<Principal | undefined>
}

/** Who comes to the routes of agents: people with their tokens, and a backend with the shared key. */
export function agentKeeper({ agentServerKey }: Config, doorkeeper: Doorkeeper): AgentKeeper {
  return {
    serverKey: agentServerKey,
    async identifyDirect(_request, token) {
      const principal = await doorkeeper.identify(token)
      return principal?.kind === 'user' ? principal : undefined
    },
  }
}
