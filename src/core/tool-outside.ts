import type { TSchema } from 'typebox'
import { OUTSIDE, type Outside } from './audience.ts'
import type { Operation } from './operation.ts'
import type { Tool, ToolSpec } from './tool.ts'

/** What somebody outside the company has of a tool. */
export interface OutsideView {
  /** What they can ask for with it, in words: whoever binds an agent to a channel reads it. */
  says: string
  /** For the model, where it is not the same as for a member. */
  description?: string
  /** Made for them: reads what is theirs, or does what they may do without a question. */
  operation: Operation
  /** With it the tool asks a member first, and does then what it does for that member: `operation` finds what it is about. */
  asksFirst?: true
  takes: readonly string[]
  needs?: readonly string[]
  gives: readonly string[]
}

interface Parts {
  inputOf(spec: ToolSpec): Tool['input']
  chosen(name: string, schema: TSchema, gives: readonly string[]): TSchema
  itemsOf(page: TSchema): TSchema
}

/** The same tool for each of those it is there for. What somebody outside has is written down, and nothing is inherited. */
export function outsideToolsOf(
  spec: ToolSpec,
  tool: Omit<Tool, 'outside'>,
  { inputOf, chosen, itemsOf }: Parts,
): Tool['outside'] {
  const made = OUTSIDE.flatMap((audience): [Outside, Tool][] => {
    const view = spec.outside?.[audience]
    if (!view) return []
    const { name, title, toolset } = spec
    const { says, operation, asksFirst = false, takes, needs = [], gives } = view
    const { access } = operation
    if (access === 'public' || !('outside' in access) || !access.outside.includes(audience))
      throw new Error(`${name}: its operation for a ${audience} was not made for them`)
    if (asksFirst && (spec.operation.outsideTransaction || spec.operation.query.properties['offset']))
      throw new Error(`${name}: what is asked about for a ${audience} is done in one transaction, to one thing`)
    const isPaged = !asksFirst && 'offset' in operation.query.properties
    const description = view.description ?? spec.description
    const reply = asksFirst ? spec.operation.reply : operation.reply
    // What is asked about is done by the tool's own operation, so that one says what it takes.
    const input = asksFirst
      ? inputOf({ ...spec, takes, needs, unsaid: {} })
      : inputOf({ ...spec, operation, takes, needs, sets: {}, unsaid: {} })
    const own = {
      name,
      title,
      toolset,
      description,
      says,
      operation,
      takes,
      needs,
      gives,
      audience,
      asksFirst,
      isPaged,
      effect: asksFirst ? spec.effect : operation.readsOnly ? ('read' as const) : ('change' as const),
      access: tool.access,
      input,
      readOutside: new Map<string, never>(),
      output: chosen(name, isPaged ? itemsOf(reply) : reply, gives),
      outside: {},
    }
    return [[audience, own]]
  })
  return Object.fromEntries(made)
}
