import { assertVersion, inTransaction, type Scope, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { refusingTaken } from '#core/db-failures.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { changesIn } from '#core/patch.ts'
import { freeSlug, slugOf } from '#core/slug.ts'
import { isUuid } from '#core/uuid.ts'
import { recordChange } from '#modules/identity/audit.service.ts'
import * as agents from './agent.queries.ts'
import { AGENT_FIXED, ASK_TOOL, POLICY_DEFAULT, STEPS_DEFAULT, type AgentCreate, AgentUpdate } from './agent.schema.ts'

export type AgentRow = agents.AgentRow

export const failures = defineFailures({
  agent_not_found: { status: 404, text: 'No such agent in this workspace.' },
  agent_slug_taken: { status: 409, text: 'Another agent of this workspace has this slug.' },
  agent_tool_unknown: { status: 422, text: 'There is no tool of that name.' },
})

const TAKEN = { agents_slug: { failure: failures.agent_slug_taken, field: 'slug' } }

export async function getAgent(ctx: Scope, agentId: string): Promise<AgentRow> {
  return (await agents.findAgent(ctx, agentId)) ?? fail(failures.agent_not_found)
}

/** By its id or its slug. An archived one takes no work, as if it were not there. */
export async function agentToRun(ctx: Scope, idOrSlug: string): Promise<AgentRow> {
  const found = isUuid(idOrSlug) ? await agents.findAgent(ctx, idOrSlug) : await agents.findBySlug(ctx, idOrSlug)
  return found && found.archivedAt === null ? found : fail(failures.agent_not_found)
}

/** `known` are the tools that there are: the agents know no operations, so they are told. */
export function createAgent(ctx: WorkspaceCtx, input: AgentCreate, known: readonly string[]): Promise<AgentRow> {
  assertTools(input, known)
  return inTransaction(ctx, async (ctx) => {
    const stem = slugOf(input.name, 'agent')
    const slug = input.slug ?? freeSlug(stem, await agents.slugsLike(ctx, stem))
    const unsaid = { description: null, model: 'default', tools: [], approval: POLICY_DEFAULT, stepsMax: STEPS_DEFAULT }
    const write = agents.insertAgent(ctx, { id: newId(), ...unsaid, ...input, slug })
    const row = (await refusingTaken(write, TAKEN)) ?? fail(failures.agent_not_found)
    await trace(ctx, 'agent.created', row)
    return row
  })
}

export function updateAgent(
  ctx: WorkspaceCtx,
  agentId: string,
  changes: AgentUpdate,
  known: readonly string[],
): Promise<AgentRow> {
  assertTools(changes, known)
  return inTransaction(ctx, async (ctx) => {
    const before = (await agents.lockAgent(ctx, agentId)) ?? fail(failures.agent_not_found)
    assertVersion(ctx, before.version)
    const fields = changesIn(before, changes, AgentUpdate, AGENT_FIXED)
    if (Object.keys(fields).length === 0) return before
    const after = (await agents.saveAgent(ctx, agentId, fields)) ?? fail(failures.agent_not_found)
    await trace(ctx, 'agent.updated', after, before)
    return after
  })
}

/** Runs that are under way go on; new ones find no agent. */
export function setArchived(ctx: WorkspaceCtx, agentId: string, archived: boolean): Promise<AgentRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = (await agents.lockAgent(ctx, agentId)) ?? fail(failures.agent_not_found)
    if ((before.archivedAt !== null) === archived) return before
    const archivedAt = archived ? ctx.now : null
    const after = (await agents.saveAgent(ctx, agentId, { archivedAt })) ?? fail(failures.agent_not_found)
    await trace(ctx, archived ? 'agent.archived' : 'agent.restored', after)
    return after
  })
}

function assertTools({ tools = [], approval }: AgentUpdate, known: readonly string[]): void {
  const all = [...known, ASK_TOOL]
  const faults = (names: readonly string[], at: string): { pointer: string; code: string; message: string }[] =>
    names.flatMap((name, index) =>
      all.includes(name)
        ? []
        : [{ pointer: `${at}/${index}`, code: 'unknown_value', message: `There is no tool "${name}".` }],
    )
  const errors = [...faults(tools, '/tools'), ...faults(approval?.alsoBefore ?? [], '/approval/alsoBefore')]
  if (errors.length > 0) fail(failures.agent_tool_unknown, { detail: errors[0]?.message, errors })
}

function trace(ctx: TxCtx, action: string, agent: AgentRow, before?: AgentRow): Promise<void> {
  const { id, name, model, tools, approval } = agent
  const details = { name, model, tools, approval }
  return recordChange(ctx, { action, targetKind: 'agent', targetId: id, details, before, event: { agentId: id } })
}
