import type { TSchema } from 'typebox'
import type { Access } from '#core/access.ts'
import type { Failure } from '#core/errors.ts'
import type { Method, Operation } from '#core/operation.ts'
import { EVENT_STREAM } from '#http/operation-stream.ts'
import type { Components, Part } from './components.ts'
import { exampleOf } from './examples.ts'
import { failuresOf, takesIdempotencyKey } from './failures.ts'
import { describeHeaders, EVERY_ANSWER, LIMITS, type HeaderName } from './headers.ts'
import { parametersOf } from './parameters.ts'
import { problemResponse } from './problem.ts'
import { describeSchema } from './schemas.ts'

const MEDIA_TYPE = 'application/json'

const DESCRIPTIONS: Record<number, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Done; there is no body.',
}

/** How the operations of a surface are described where it differs from others. */
export interface Manner {
  /** A failure as this surface answers it: some have another status for what is malformed. */
  failureAs(failure: Failure): Failure
  /** Where examples are put together from the parts' own, and left out where a part has none. */
  examplesOptional?: boolean
}

const PLAIN: Manner = { failureAs: (failure) => failure }

/** One method of one path. */
export function describeOperation(
  operation: Operation,
  method: Method,
  components: Components,
  manner: Manner = PLAIN,
): Part {
  const { access } = operation
  return {
    operationId: operationId(operation, method),
    summary: operation.methods[0] === method ? operation.summary : `${operation.summary} (${method})`,
    description: descriptionOf(operation, method),
    tags: [operation.tag],
    ...(access === 'public' ? { security: [] } : {}),
    ...(access !== 'public' && 'scope' in access ? { 'x-required-scope': access.scope } : {}),
    parameters: parametersOf(operation, method, components),
    ...(operation.body ? { requestBody: requestBodyOf(operation, components, manner) } : {}),
    responses: {
      [operation.status]: successOf(operation, method, components, manner),
      ...(operation.repeatable ? { 200: successOf({ ...operation, status: 200 }, method, components, manner) } : {}),
      ...(isConditionalRead(operation, method) ? { 304: notModified(operation, components) } : {}),
      ...problemsOf(operation, method, components, manner),
    },
  }
}

/** One operation under two methods needs two ids: the second has the method as its suffix. */
function operationId({ id, methods }: Operation, method: Method): string {
  return methods[0] === method ? id : `${id}${method.charAt(0)}${method.slice(1).toLowerCase()}`
}

function isConditionalRead(operation: Operation, method: Method): boolean {
  return method === 'GET' && operation.versioned
}

function descriptionOf({ description, methods, access }: Operation, method: Method): string {
  const twin = methods[0] === method ? '' : `The same as ${methods[0]}, for clients that have only ${method}.`
  return [description, twin, scopeSentence(access)].filter(Boolean).join('\n\n')
}

function scopeSentence(access: Access): string {
  if (access === 'public') return 'Required scope: none; no credential is needed.'
  if ('scope' in access) {
    const role =
      access.role === 'member' ? '' : ` The creator of a tool-client key must also have the role \`${access.role}\`.`
    return `Required scope: \`${access.scope}\`.${role}`
  }
  const keysEnter = 'credential' in access && access.credential === 'any'
  return `Required scope: none; ${keysEnter ? 'any valid API key may call this' : 'API keys are refused with 401'}.`
}

function requestBodyOf(operation: Operation, components: Components, manner: Manner): Part {
  const { id, body, bodyOptional, bodyTypes = [], textBody } = operation
  if (!body) throw new Error(`${id} takes no body`)
  const example = exampled(body, `${id}: the body`, manner)
  const described = { schema: describeSchema(body, components), ...example }
  return {
    required: !bodyOptional || manner === PLAIN,
    content: {
      ...Object.fromEntries([MEDIA_TYPE, ...bodyTypes].map((type) => [type, described])),
      ...asTexts(textBody?.types ?? []),
    },
  }
}

function exampled(schema: TSchema, where: string, { examplesOptional = false }: Manner): { example?: unknown } {
  try {
    return { example: exampleOf(schema, where) }
  } catch (error) {
    if (!examplesOptional) throw error
    return {}
  }
}

function successOf(operation: Operation, method: Method, components: Components, manner: Manner): Part {
  const { status, contract, versioned } = operation
  const names: HeaderName[] = [...EVERY_ANSWER, ...LIMITS]
  if (contract) names.push('X-Object-Contract')
  if (versioned) names.push('ETag')
  if (status === 201) names.push('Location')
  if (status === 202 && hasStatusUrl(operation)) names.push('Location', 'Retry-After')
  if (takesIdempotencyKey(operation, method)) names.push('Idempotency-Replayed')
  return {
    description: operation.repeatable && status === 200 ? 'It was there already.' : (DESCRIPTIONS[status] ?? 'Done.'),
    headers: describeHeaders(names, components),
    ...(status === 204
      ? {}
      : { content: { [MEDIA_TYPE]: replyOf(operation, components, manner), ...otherContents(operation) } }),
  }
}

function otherContents({ contents = {}, stream }: Operation): Part {
  return asTexts([...Object.keys(contents), ...(stream ? [EVENT_STREAM] : [])])
}

function asTexts(types: readonly string[]): Part {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]))
}

/** What was only accepted tells where to ask what becomes of it. */
function hasStatusUrl({ reply }: Operation): boolean {
  const { properties = {} } = reply as { properties?: object }
  return 'statusUrl' in properties
}

/** A restricted key may get another view: then either can come. */
function replyOf({ id, reply, replyRestricted }: Operation, components: Components, manner: Manner): Part {
  const shown = exampled(reply, `${id}: the reply`, manner)
  if (!replyRestricted) return { schema: describeSchema(reply, components), ...shown }
  return {
    schema: { anyOf: [reply, replyRestricted].map((view) => describeSchema(view, components)) },
    examples: {
      whole: { summary: 'The whole view', value: shown.example },
      reduced: {
        summary: 'What a restricted key sees',
        value: exampleOf(replyRestricted, `${id}: the restricted reply`),
      },
    },
  }
}

function notModified({ contract }: Operation, components: Components): Part {
  const names: HeaderName[] = [
    ...EVERY_ANSWER,
    ...LIMITS,
    'ETag',
    ...(contract ? (['X-Object-Contract'] as const) : []),
  ]
  return {
    description: 'Not changed since the ETag in `If-None-Match`; there is no body.',
    headers: describeHeaders(names, components),
  }
}

function problemsOf(operation: Operation, method: Method, components: Components, { failureAs }: Manner): Part {
  const byStatus = Map.groupBy(failuresOf(operation, method).map(failureAs), ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, failures]) => [status, problemResponse(status, failures, components)]),
  )
}
