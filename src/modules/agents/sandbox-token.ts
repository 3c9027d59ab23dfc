import type { Signer } from '#core/crypto.ts'
import { claimsIn, signToken } from '#core/signed-token.ts'
import type { EFFECTS } from './sandbox.schema.ts'

const AUDIENCE = 'agent-sandbox'
/** A key of its own: what is signed with any other is none of these, and these open nothing else. */
const PURPOSE = 'agent-sandbox'

/** What a program may do, for one run and as one person. */
export interface SandboxToken {
  readonly id: string
  readonly workspaceId: string
  readonly sessionId: string
  readonly runId: string
  readonly userId: string
  readonly agentId: string
  readonly tools: readonly string[]
  readonly effects: readonly (typeof EFFECTS)[number][]
  readonly callsMax: number
  readonly parallelMax: number
  readonly expiresAt: Date
}

export function signSandboxToken(signer: Signer, token: SandboxToken, now: Date): Promise<string> {
  const claims = {
    workspace_id: token.workspaceId,
    session_id: token.sessionId,
    run_id: token.runId,
    agent_id: token.agentId,
    tools: token.tools,
    effects: token.effects,
    max_calls: token.callsMax,
    max_parallel: token.parallelMax,
    jti: token.id,
    sub: token.userId,
    aud: AUDIENCE,
  }
  return signToken(signer, PURPOSE, claims, { now, expiresAt: token.expiresAt })
}

/** Undefined for whatever is none, or has expired. */
export async function readSandboxToken(signer: Signer, token: string, now: Date): Promise<SandboxToken | undefined> {
  const payload = await claimsIn(signer, PURPOSE, token, { audience: AUDIENCE, now })
  if (!payload) return undefined
  const { jti = '', sub = '', exp = 0 } = payload
  // Whatever is under this key was written above.
  const claims = payload as unknown as Record<string, string> & Record<'tools' | 'effects', never[]>
  return {
    id: jti,
    workspaceId: claims['workspace_id'] ?? '',
    sessionId: claims['session_id'] ?? '',
    runId: claims['run_id'] ?? '',
    userId: sub,
    agentId: claims['agent_id'] ?? '',
    tools: claims.tools,
    effects: claims.effects,
    callsMax: Number(claims['max_calls']),
    parallelMax: Number(claims['max_parallel']),
    expiresAt: new Date(exp * 1000),
  }
}
