import { modelFailures } from '#core/models.ts'
import { operation, type Operation } from '#core/operation.ts'
import { closed, optional, Uuid, WorkspaceId } from '#core/schema.ts'
import * as schema from './interaction.schema.ts'
import * as interactions from './interaction.service.ts'
import { enterSession, invoke, runDirect } from './invoke.service.ts'
import { InvokeReply, InvokeRequest, RunRequest, RunStarted } from './run.schema.ts'
import { failures } from './run.service.ts'
import { SessionPath } from './stream.schema.ts'
import type { FindTool } from './toolbox.service.ts'

const { run_not_found: _run, agent_slug_taken: _slug, agent_tool_unknown: _tool, ...startFailures } = failures
const { request_id_reused: _reused, ...directFailures } = startFailures
const { interaction_not_found, ...answerFailures } = interactions.failures
const about = { tag: 'Agents' } as const

/** The tools are handed in: which there are is decided where all modules meet. */
export function runOperations(findTool: FindTool): readonly Operation[] {
  return [
    operation({
      ...about,
      id: 'invokeAgent',
      summary: 'Ask an agent',
      description:
        'Waits for the answer unless `mode` is `background`; 202 when there is none yet. The same X-Request-Id with the same body within a day is the same request.',
      access: { agents: 'server' },
      rest: { method: 'POST', path: '/invoke' },
      body: InvokeRequest,
      reply: InvokeReply,
      status: 202,
      repeatable: true,
      knownByRequestId: true,
      outsideTransaction: true,
      errors: [...Object.values(startFailures), modelFailures.model_unknown, modelFailures.capability_unavailable],
      run: (ctx, request) => invoke(ctx, request),
    }),
    operation({
      ...about,
      id: 'startAgentRun',
      summary: 'Start a run in a session',
      description:
        'Does not wait: subscribe with `since_seq`. The same `run_id` or `message_id` again starts nothing, and is refused with another `input`.',
      access: { agents: 'direct' },
      rest: { method: 'POST', path: '/sessions/:session_id/runs_direct' },
      params: SessionPath,
      body: RunRequest,
      reply: RunStarted,
      outsideTransaction: true,
      errors: [...Object.values(directFailures), modelFailures.model_unknown, modelFailures.capability_unavailable],
      refuseStrangers: (ctx, { session_id: sessionId }) => enterSession(ctx, sessionId),
      run: (ctx, { session_id: sessionId, ...request }) => runDirect(ctx, sessionId, request),
    }),
    operation({
      ...about,
      id: 'getAgentInteraction',
      summary: 'Read what a run asks a person',
      access: { agents: 'server' },
      rest: { method: 'GET', path: '/interactions/:continuation_id' },
      params: schema.InteractionPath,
      query: closed(optional({ workspace_id: WorkspaceId, user_id: Uuid })),
      reply: schema.Interaction,
      errors: [interaction_not_found],
      run: (ctx, { continuation_id: id, ...named }) => interactions.getInteraction(ctx, id, named),
    }),
    operation({
      ...about,
      id: 'resolveAgentInteraction',
      summary: 'Answer what a run asks',
      description: 'Wakes the run when nothing else is open. The same answer again changes nothing.',
      access: { agents: 'server' },
      rest: { method: 'POST', path: '/interactions/:continuation_id/resolve' },
      params: schema.InteractionPath,
      body: schema.ResolveRequest,
      reply: schema.Interaction,
      errors: [interaction_not_found, ...Object.values(answerFailures)],
      refuseStrangers: (ctx, { continuation_id: id }) => interactions.refuseUnasked(ctx, id),
      run: (ctx, { continuation_id: id, ...request }) => interactions.resolve(ctx, id, request, findTool),
    }),
  ]
}
