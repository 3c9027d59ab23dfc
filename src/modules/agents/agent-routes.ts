import { Type } from 'typebox'
import { coreFailures } from '#core/errors.ts'
import { TROUBLE, type HostRoute } from '#core/host-route.ts'
import { CustomFields } from '#core/schema.ts'
import { failures as sandboxFailures } from './sandbox-program.ts'
import { SandboxAnswer, SandboxRequest } from './sandbox.schema.ts'
import { AccessRequest, SessionAccess } from './session.schema.ts'
import { SessionPath, StreamQuery } from './stream.schema.ts'

const { invalid_token, invalid_json, invalid_request, body_too_large, unsupported_media_type, rate_limited } =
  coreFailures
const read = [invalid_token, invalid_request, rate_limited, ...TROUBLE]
const written = [...read, invalid_json, body_too_large, unsupported_media_type]
const refused = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: CustomFields } },
})
const ofSession = { 403: refused('No access to the workspace of the session.'), 404: refused('No such session.') }

export const streamRoute: HostRoute = {
  id: 'followAgentSession',
  method: 'GET',
  path: '/v1/agent/sessions/:session_id/subscribe_direct',
  tag: 'Agents',
  summary: 'Follow a session of an agent',
  description:
    'What happened after the marks, and then what happens, as server-sent events. `Last-Event-ID` is a mark too.',
  proofs: ['userToken', 'sessionToken'],
  params: SessionPath,
  query: StreamQuery,
  answers: {
    200: { description: 'The stream.', content: { 'text/event-stream': { schema: Type.String() } } },
    204: { description: 'There is nothing to follow, and there will not be: do not come again.' },
    ...ofSession,
  },
  failures: read,
}

export const accessRoute: HostRoute = {
  id: 'openAgentSession',
  method: 'POST',
  path: '/v1/agent/sessions/:session_id/durable-session-access',
  tag: 'Agents',
  summary: 'Get what a browser needs to follow a session',
  proofs: ['userToken', 'serverKey'],
  params: SessionPath,
  bodies: { 'application/json': { schema: AccessRequest, example: { capabilities: ['subscribe'] } } },
  bodyOptional: true,
  answers: {
    200: {
      description: 'A token for this session, and where it stands.',
      content: { 'application/json': { schema: SessionAccess } },
    },
    ...ofSession,
  },
  failures: written,
}

export const sandboxRoute: HostRoute = {
  id: 'makeSandboxCalls',
  method: 'POST',
  path: '/v1/agent-sandbox-gateway/calls',
  tag: 'Agents',
  summary: 'Call tools from a program in a sandbox',
  proofs: ['sandboxToken'],
  bodies: { 'application/json': { schema: SandboxRequest, example: { calls: [{ id: 'c1', tool: 'list_tasks' }] } } },
  answers: {
    200: { description: 'What became of each call.', content: { 'application/json': { schema: SandboxAnswer } } },
  },
  failures: [...written, ...Object.values(sandboxFailures)],
}
