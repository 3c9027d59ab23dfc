import type { Ctx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { defineFailures, fail } from '#core/errors.ts'
import { enter, speakerOf, workspaceOf, type PersonCtx } from './actor.service.ts'
import { ASK_TOOL } from './agent.schema.ts'
import { findRun, type RunRow } from './run.queries.ts'
import { failures as runFailures } from './run.service.ts'
import { signSandboxToken, type SandboxToken } from './sandbox-token.ts'
import { insertToken } from './sandbox.queries.ts'
import {
  CALLS_MAX_DEFAULT,
  PARALLEL_MAX,
  TTL_SECONDS_MAX,
  type SandboxAccess,
  type SandboxAccessRequest,
} from './sandbox.schema.ts'

export const failures = {
  run_not_found: runFailures.run_not_found,
  ...defineFailures({
    run_over: { status: 409, text: 'The run has ended.' },
    tools_not_of_run: { status: 422, text: 'The run does not have all of these tools.' },
  }),
}

const OVER: readonly RunRow['status'][] = ['completed', 'failed', 'cancelled']

/** Lets a program call tools for this run. Only the person it works for can, or a backend that speaks for them. */
export async function giveSandboxAccess(
  ctx: Ctx,
  runId: string,
  request: SandboxAccessRequest,
): Promise<SandboxAccess> {
  const userId = speakerOf(ctx, request.user_id, 'user_id')
  const person = await enter(ctx, await workspaceOf(ctx, request.workspace_id), userId)
  const run = await findRun(person, runId)
  if (!run || run.userId !== userId) fail(failures.run_not_found)
  if (OVER.includes(run.status)) fail(failures.run_over)
  const { token, text } = await issueToken(person, run, request)
  return {
    run_id: run.id,
    session_id: run.sessionId,
    calls_url: `${ctx.services.settings.baseUrl}/v1/agent-sandbox-gateway/calls`,
    access_token: text,
    token_type: 'bearer',
    expires_in: request.ttl_seconds ?? TTL_SECONDS_MAX,
    expires_at: token.expiresAt.toISOString(),
    tools: [...token.tools],
    effects: [...token.effects],
    max_calls: token.callsMax,
    max_parallel: token.parallelMax,
  }
}

type Terms = Pick<SandboxAccessRequest, 'tools' | 'effects' | 'max_calls' | 'max_parallel' | 'ttl_seconds'>

/** A token for a program that this run starts. It never has more than the run. */
async function issueToken(ctx: PersonCtx, run: RunRow, terms: Terms): Promise<{ token: SandboxToken; text: string }> {
  const { ttl_seconds: ttlSeconds = TTL_SECONDS_MAX, effects = ['read'] } = terms
  const issuedMillis = Math.floor(ctx.now.getTime() / 1000) * 1000
  const token: SandboxToken = {
    id: newId(),
    workspaceId: ctx.workspaceId,
    sessionId: run.sessionId,
    runId: run.id,
    userId: run.userId,
    agentId: run.agentId,
    tools: toolsOf(run, terms.tools),
    effects,
    callsMax: terms.max_calls ?? CALLS_MAX_DEFAULT,
    parallelMax: terms.max_parallel ?? PARALLEL_MAX,
    expiresAt: new Date(issuedMillis + ttlSeconds * 1000),
  }
  await insertToken(ctx, token)
  return { token, text: await signSandboxToken(ctx.services.signer, token, ctx.now) }
}

/** A program does not talk to people by itself. */
function toolsOf({ tools }: RunRow, named: readonly string[] | undefined): string[] {
  const own = tools.filter((name) => name !== ASK_TOOL)
  const errors = (named ?? []).flatMap((name, index) =>
    own.includes(name)
      ? []
      : [{ pointer: `/tools/${index}`, code: 'not_allowed', message: `The run does not have ${name}.` }],
  )
  if (errors.length > 0) fail(failures.tools_not_of_run, { detail: errors[0]?.message, errors })
  return named ? [...named] : own
}
