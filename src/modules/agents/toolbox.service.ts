import { isOutside, type Audience } from '#core/audience.ts'
import type { Tool } from '#core/tool.ts'
import { mayUse, type Caller } from '#core/tool-caller.ts'
import { ready, type ReadyTool } from '#core/tool-ready.ts'

export type FindTool = (name: string) => ReadyTool | undefined

/** The product's tools as agents have them. Each is made ready when it is first wanted. */
export interface Toolbox {
  readonly tools: readonly Tool[]
  find: FindTool
  /** Those of these names that the caller may use. */
  usable(caller: Caller, names: readonly string[]): ReadyTool[]
  /** The toolbox for a run's audience: people outside get only what is declared for them. */
  for(audience: Audience): Toolbox
}

export function openToolbox(tools: readonly Tool[]): Toolbox {
  const boxes = new Map<string, Toolbox>()
  function boxFor(audience: Audience): Toolbox {
    if (!isOutside(audience)) return ofTeam
    const { kind } = audience
    const known = boxes.get(kind)
    const box =
      known ??
      boxOf(
        tools.flatMap(({ outside }) => outside[kind] ?? []),
        boxFor,
      )
    boxes.set(kind, box)
    return box
  }
  const ofTeam: Toolbox = boxOf(tools, boxFor)
  return ofTeam
}

function boxOf(tools: readonly Tool[], boxFor: Toolbox['for']): Toolbox {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const made = new Map<string, ReadyTool>()

  function find(name: string): ReadyTool | undefined {
    const tool = byName.get(name)
    if (!tool) return undefined
    const known = made.get(name) ?? ready(tool, { takesTokens: false })
    made.set(name, known)
    return known
  }

  return {
    tools,
    find,
    for: boxFor,
    usable: (caller, names) =>
      names.flatMap((name) => {
        const tool = byName.get(name)
        const found = tool && mayUse(caller, tool) ? find(name) : undefined
        return found ? [found] : []
      }),
  }
}
