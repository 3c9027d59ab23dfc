import { operation } from '#core/operation.ts'
import { failures, giveSandboxAccess } from './sandbox-access.service.ts'
import { RunPath, SandboxAccess, SandboxAccessRequest } from './sandbox.schema.ts'

export const getSandboxAccess = operation({
  id: 'getSandboxAccess',
  summary: 'Let a program call tools for a run',
  description: 'The token works at the sandbox gateway alone, while the run is running, for 15 minutes at most.',
  tag: 'Agents',
  access: { agents: 'server' },
  rest: { method: 'POST', path: '/runs/:run_id/sandbox-access' },
  params: RunPath,
  body: SandboxAccessRequest,
  bodyOptional: true,
  reply: SandboxAccess,
  secrets: ['access_token'],
  errors: Object.values(failures),
  run: (ctx, { run_id: runId, ...request }) => giveSandboxAccess(ctx, runId, request),
})
