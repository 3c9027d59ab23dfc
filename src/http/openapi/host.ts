import { isForAgents } from '#core/access.ts'
import type { Failure } from '#core/errors.ts'
import { HOST_PROOFS, type HostAnswer, type HostProof, type HostRoute } from '#core/host-route.ts'
import type { Operation } from '#core/operation.ts'
import { closed } from '#core/schema.ts'
import { MALFORMED } from '#http/problems.ts'
import { createComponents, type Components, type Part } from './components.ts'
import { closedList, type OpenApiDocument } from './document.ts'
import { failuresOf } from './failures.ts'
import { describeHeaders, EVERY_ANSWER } from './headers.ts'
import { describeOperation, type Manner } from './operation.ts'
import { describeParameters } from './parameters.ts'
import { problemResponse, problemSchema } from './problem.ts'
import { describeSchema } from './schemas.ts'

const VERSION = '1.0.0'

const TAGS = {
  Health: 'For whoever watches the service.',
  'Sign-in of tool clients': 'How programs that use the tool server get a person’s consent (OAuth 2.1).',
  'Tool server': 'The hosted server of the Model Context Protocol.',
  Webhooks:
    'What outside systems call. Nothing is read before its sender is proven; the same delivery again has no second effect.',
  Integrations: 'What browsers open to connect a chat or a tool, and where they come back to.',
  Agents: 'Ask agents, follow their sessions, answer what they ask.',
  'AI gateway': 'Language models and the like, for services of the operator.',
  Tracing: 'What watches the agents tells the operator.',
}

export interface Host {
  routes: readonly HostRoute[]
  /** Of agents, with where their addresses begin. */
  operations: readonly Operation[]
  prefix: string
  baseUrl: string
}

const malformed = new Map(MALFORMED.map((failure) => [failure, { ...failure, status: 422 }]))
/** What is malformed is 422 on this host. */
const failureAs = (failure: Failure): Failure => malformed.get(failure) ?? failure
const MANNER: Manner = { failureAs, examplesOptional: true }

/** Everything on the API host as OpenAPI 3.1, from what it is mounted from. */
export function hostDocument({ routes, operations, prefix, baseUrl }: Host): OpenApiDocument {
  const components = createComponents()
  const all = [
    ...routes.flatMap(({ failures }) => failures),
    ...operations.flatMap((each) => each.methods.flatMap((method) => failuresOf(each, method))),
  ]
  describeSchema(problemSchema(closedList(all.map(failureAs))), components)
  const paths: OpenApiDocument['paths'] = {}
  for (const route of routes) put(paths, route.path, route.method, describeRoute(route, components))
  for (const operation of operations)
    for (const method of operation.methods) {
      const part = describeOperation(operation, method, components, MANNER)
      put(paths, prefix + operation.path, method, { ...part, security: proofsOfAgents(operation) })
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Innkeeper API host',
      version: VERSION,
      description:
        'What other systems, agents and programs of the operator call. Integrations of customers use the public API, which has a document of its own.',
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: { securitySchemes: HOST_PROOFS, ...components.all() },
  }
}

function put(paths: OpenApiDocument['paths'], path: string, method: string, part: Part): void {
  const name = path.replace(/:(\w+)/g, (_, word: string) => `{${snakeCase(word)}}`)
  ;(paths[name] ??= {})[method.toLowerCase()] = part
}

function proofsOfAgents({ access }: Operation): Part[] {
  const isForServers = isForAgents(access) && access.agents === 'server'
  return securityOf(isForServers ? ['userToken', 'sessionToken', 'serverKey'] : ['userToken', 'sessionToken'])
}

function securityOf(proofs: readonly HostProof[]): Part[] {
  return proofs.map((proof) => ({ [proof]: [] }))
}

const NONE = closed({})

function describeRoute(route: HostRoute, components: Components): Part {
  const { id, summary, description = `${summary}.`, tag, proofs, bodies } = route
  const { params = NONE, query = NONE, headers = NONE } = route
  return {
    operationId: id,
    summary,
    description,
    tags: [tag],
    security: securityOf(proofs),
    parameters: [
      ...describeParameters('path', params, components).map((each) => ({ ...each, name: snakeCase(each.name) })),
      ...describeParameters('query', query, components),
      ...describeParameters('header', headers, components),
    ],
    ...(bodies && {
      requestBody: { required: route.bodyOptional !== true, content: contentOf(bodies, components) },
    }),
    responses: { ...answersOf(route.answers, components), ...problemsOf(route.failures, components) },
  }
}

function contentOf(contents: NonNullable<HostAnswer['content']>, components: Components): Part {
  return Object.fromEntries(
    Object.entries(contents).map(([type, { schema, example }]) => [
      type,
      { schema: describeSchema(schema, components), ...(example !== undefined && { example }) },
    ]),
  )
}

function answersOf(answers: HostRoute['answers'], components: Components): Part {
  return Object.fromEntries(
    Object.entries(answers).map(([status, { description, content, headers = {} }]) => [
      status,
      {
        description,
        headers: {
          ...describeHeaders(EVERY_ANSWER, components),
          ...Object.fromEntries(
            Object.entries(headers).map(([name, says]) => [name, { description: says, schema: { type: 'string' } }]),
          ),
        },
        ...(content && { content: contentOf(content, components) }),
      },
    ]),
  )
}

function problemsOf(failures: readonly Failure[], components: Components): Part {
  const byStatus = Map.groupBy(failures.map(failureAs), ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [status, problemResponse(status, each, components, { isLimited: false })]),
  )
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, '')
}
