import { OUTSIDE } from '#core/audience.ts'
import type { Tool } from '#core/tool.ts'
import type { AgentReach } from './agent.schema.ts'

/**
 * What people outside the company could ask of an agent with these tools, in words. Derived from the tools' own
 * declarations, so it cannot contradict them.
 */
export function reachOf(tools: readonly Tool[], names: readonly string[]): AgentReach {
  const items = OUTSIDE.flatMap((audience) =>
    tools.flatMap(({ name, outside }) => {
      const theirs = names.includes(name) ? outside[audience] : undefined
      if (!theirs) return []
      const { title, says = title, asksFirst = false, effect } = theirs
      const how = asksFirst ? ('asks' as const) : effect === 'read' ? ('reads' as const) : ('does' as const)
      return [{ audience, tool: name, title, how, says }]
    }),
  )
  return { items }
}
