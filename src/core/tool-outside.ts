import type { TSchema } from 'typebox'
import { OUTSIDE, type Outside } from './audience.ts'
import type { Operation } from './operation.ts'
import type { Tool, ToolSpec } from './tool.ts'

/** A tool as people outside the company see it. */
export interface OutsideView {
  /** What they can ask for, in words, for the person who connects an agent to a channel. */
  says: string
  /** For the model, if it differs from the one for members. */
  description?: string
  /** Written for them: reads what is theirs, or does what they may do without approval. */
  operation: Operation
  /** Asks a member first, then runs as the tool does for that member; `operation` only finds the subject. */
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

/** Builds the tool for each kind of outsider it declares. What they get is listed explicitly; nothing is inherited. */
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
    // After approval the tool's own operation runs, so that one defines the input.
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
