import type { Failure } from '#core/errors.ts'
import type { Method, Operation } from '#core/operation.ts'
import { createComponents, type Part } from './components.ts'
import { addressFailures, failuresOf, unreadableFailures } from './failures.ts'
import { describeOperation } from './operation.ts'
import { shareParameters } from './parameters.ts'
import { problemSchema } from './problem.ts'
import { publicSubject, type Subject } from './public.ts'
import { describeSchema } from './schemas.ts'

const METHOD_ORDER: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export interface OpenApiDocument extends Part {
  openapi: '3.1.0'
  paths: Record<string, Record<string, Part>>
  components: Part
}

/** The surface as OpenAPI 3.1, all of it from the operations. */
export function openApiDocument(operations: readonly Operation[], subject: Subject): OpenApiDocument {
  const components = createComponents()
  const entries = entriesOf(operations, subject).map(({ operation, method }) => ({
    path: operation.path.replace(/:(\w+)/g, '{$1}'),
    method: method.toLowerCase(),
    part: describeOperation(operation, method, components),
  }))
  shareParameters(
    entries.map(({ part }) => part),
    components,
  )
  describeSchema(problemSchema(knownFailures(operations)), components)

  const paths: OpenApiDocument['paths'] = {}
  for (const { path, method, part } of entries) (paths[path] ??= {})[method] = part
  return {
    openapi: '3.1.0',
    info: {
      title: subject.title,
      version: subject.version,
      description: `${subject.summary}\n\n${subject.conventions}`,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: subject.serverUrl }],
    security: [{ apiKey: [] }],
    tags: tagsOf(operations, subject),
    paths,
    components: { securitySchemes: SECURITY, ...components.all() },
  }
}

const SECURITY = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ink_…',
    description:
      'A workspace API key, sent as `Authorization: Bearer ink_…`. An administrator makes it in the console.',
  },
}

/** The public document as it is kept in docs/: stable, so that a change of the contract shows in its diff. */
export function renderDocument(operations: readonly Operation[]): string {
  return `${JSON.stringify(openApiDocument(operations, publicSubject('http://localhost:3000')), null, 2)}\n`
}

/** Every method of every operation in the order of reading: by heading, address, method. */
export function entriesOf(
  operations: readonly Operation[],
  { tags }: Subject,
): { operation: Operation; method: Method }[] {
  const headings = Object.keys(tags)
  const undescribed = operations.find(({ tag }) => !headings.includes(tag))
  if (undescribed)
    throw new Error(
      `the tag ${undescribed.tag} of ${undescribed.id} needs a sentence among the tags of its subject, in openapi/public.ts or openapi/workflows.ts`,
    )
  const entries = operations.flatMap((operation) => operation.methods.map((method) => ({ operation, method })))
  return entries.toSorted(
    (a, b) =>
      headings.indexOf(a.operation.tag) - headings.indexOf(b.operation.tag) ||
      a.operation.path.localeCompare(b.operation.path, 'en') ||
      METHOD_ORDER.indexOf(a.method) - METHOD_ORDER.indexOf(b.method),
  )
}

function knownFailures(operations: readonly Operation[]): Failure[] {
  return closedList(
    operations.flatMap((operation) => operation.methods.flatMap((method) => failuresOf(operation, method))),
  )
}

/** One code with two meanings would make it worthless. */
export function closedList(all: readonly Failure[]): Failure[] {
  const known = new Map<string, Failure>()
  for (const failure of [...all, ...addressFailures, ...unreadableFailures]) {
    const earlier = known.get(failure.code) ?? failure
    if (earlier !== failure) throw new Error(`the code ${failure.code} is declared twice`)
    known.set(failure.code, failure)
  }
  return [...known.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

function tagsOf(operations: readonly Operation[], { tags }: Subject): Part[] {
  const used = new Set(operations.map(({ tag }) => tag))
  return Object.entries(tags)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }))
}
