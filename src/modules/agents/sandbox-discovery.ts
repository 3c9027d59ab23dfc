import { needsApproval } from './approval.rules.ts'
import { bodyValidator, type BodyValidator } from '#core/validate.ts'
import { mayAsk } from '#core/tool.ts'
import type { ReadyTool } from '#core/tool-ready.ts'
import { refuseFaults } from '#core/tool-run.ts'
import { DENIED, personOf, usable, type Desk, type Outcome, type Program } from './sandbox-program.ts'
import type { SandboxCall } from './sandbox.schema.ts'

const FOUND_MAX = 20

const SEARCH = 'tools.search'
const DESCRIBE = 'tools.describe'
const TAKEN = { [SEARCH]: takes('query'), [DESCRIBE]: takes('name') }

function takes(name: string): { check: BodyValidator } {
  const properties = { [name]: { type: 'string', maxLength: 200 } }
  return { check: bodyValidator({ type: 'object', properties, required: [name], additionalProperties: false }) }
}

/** By what a program finds out what there is. They cost nothing and leave no trace. */
export function isDiscovery({ tool }: Pick<SandboxCall, 'tool'>): boolean {
  return tool === SEARCH || tool === DESCRIBE
}

export async function discover(desk: Desk, program: Program, call: SandboxCall): Promise<Outcome> {
  const { arguments: args = {} } = call
  refuseFaults(TAKEN[call.tool === SEARCH ? SEARCH : DESCRIBE], args)
  const person = await personOf(desk, program)
  if (call.tool === SEARCH) {
    const all = program.token.tools.flatMap((name) => usable(desk, program, person, name) ?? [])
    return answer({ tools: found(all, String(args['query'])).map(({ tool }) => lineOf(tool)) })
  }
  const ready = usable(desk, program, person, String(args['name']))
  if (!ready) return { ...DENIED, isTraced: true }
  const { tool, inputSchema: input_schema, outputSchema: output_schema } = ready
  const asking = { tool: tool.name, effect: tool.effect, isGated: tool.gate === true || tool.asksFirst === true }
  const asks_first = needsApproval(asking, program.run.approval) || (mayAsk(tool) ? 'sometimes' : false)
  return answer({ ...lineOf(tool), input_schema, output_schema, asks_first })
}

function answer(value: object): Outcome {
  return { status: 'ok', output: JSON.stringify(value), isTraced: true }
}

function lineOf({ name, title, description, effect }: ReadyTool['tool']) {
  return {
    name,
    title,
    description,
    effect: effect === 'read' ? 'read' : effect === 'change' ? 'write' : 'destructive',
  }
}

/** Those with the most of the words first; all of them when there is no word. */
function found(all: readonly ReadyTool[], query: string): ReadyTool[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const scored = all.map((ready) => {
    const { name, title, description } = ready.tool
    const text = `${name} ${title} ${description}`.toLowerCase()
    return { ready, hits: words.filter((word) => text.includes(word)).length }
  })
  const matching = scored.filter(({ hits }) => hits > 0 || words.length === 0)
  return matching
    .toSorted((left, right) => right.hits - left.hits)
    .slice(0, FOUND_MAX)
    .map(({ ready }) => ready)
}
