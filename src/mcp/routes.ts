import { coreFailures, defineFailures } from '#core/errors.ts'
import { TROUBLE, type HostAnswer, type HostRoute } from '#core/host-route.ts'
import { closed, CommaList, CustomFields } from '#core/schema.ts'
import { TOOLSETS } from '#core/tool.ts'
import { Type } from 'typebox'

export const MCP_PATH = '/v1/mcp-server'

export const failures = defineFailures({
  origin_forbidden: { status: 403, text: 'This address is not for pages of other sites.' },
  restricted_key: { status: 403, text: 'A key of the restricted kind cannot use the tool server.' },
})

const ReadOnly = Type.Boolean({ description: 'Whether only tools that read are there.', examples: [true] })

export const ToolQuery = closed({
  read_only: Type.Optional(ReadOnly),
  toolsets: Type.Optional(CommaList(TOOLSETS, { examples: ['tasks,properties'] })),
})

export const ToolHeaders = closed({ 'X-MCP-Readonly': Type.Optional(ReadOnly) })

const about = {
  path: MCP_PATH,
  tag: 'Tool server',
  proofs: ['toolToken'],
  query: ToolQuery,
  headers: ToolHeaders,
  failures: [
    coreFailures.invalid_token,
    coreFailures.insufficient_scope,
    failures.origin_forbidden,
    failures.restricted_key,
    coreFailures.rate_limited,
    ...TROUBLE,
  ],
} as const satisfies Partial<HostRoute>

const message = { 'application/json': { schema: CustomFields } }
const problem = { 'application/problem+json': { schema: CustomFields } }
const notHere = {
  400: { description: 'A parameter is wrong.', content: problem },
  405: { description: 'There are no sessions here.', content: message },
} satisfies Record<number, HostAnswer>

/** The protocol decides what is in the messages; what is here is what HTTP sees of it. */
export const toolServerRoutes: readonly HostRoute[] = [
  {
    ...about,
    id: 'callToolServer',
    method: 'POST',
    summary: 'Send a message of the Model Context Protocol',
    description:
      'Both generations of the protocol, without sessions. Tools, their inputs and outputs are asked for with `tools/list`.',
    bodies: { 'application/json': { schema: CustomFields, example: { jsonrpc: '2.0', id: 1, method: 'tools/list' } } },
    answers: {
      200: {
        description: 'The answer, at once or as a stream.',
        content: { ...message, 'text/event-stream': { schema: Type.String() } },
      },
      202: { description: 'A notification was taken.' },
      400: {
        description: 'Not a message of the protocol, or a parameter is wrong.',
        content: { ...message, ...problem },
      },
      406: { description: 'The caller must accept JSON and streams.', content: message },
      413: { description: 'Too large.', content: problem },
      415: { description: 'Not JSON.', content: { ...message, ...problem } },
    },
  },
  {
    ...about,
    id: 'openToolStream',
    method: 'GET',
    summary: 'Would open a stream of the server; this one has none',
    answers: notHere,
  },
  {
    ...about,
    id: 'endToolSession',
    method: 'DELETE',
    summary: 'Would end a session; this server has none',
    answers: notHere,
  },
]
