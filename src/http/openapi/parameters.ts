import { isDeepStrictEqual } from 'node:util'
import type { TObject } from 'typebox'
import type { Method, Operation } from '#core/operation.ts'
import type { Components, Part } from './components.ts'
import { takesIdempotencyKey } from './failures.ts'
import { headerParameter, type ParameterName } from './headers.ts'
import { describeSchema } from './schemas.ts'

/** Path, query and headers of a request, in this order. */
export function parametersOf(operation: Operation, method: Method, components: Components): Part[] {
  const headers: ParameterName[] = ['X-Request-Id']
  if (takesIdempotencyKey(operation, method)) headers.push('Idempotency-Key')
  if (method === 'GET' && operation.versioned) headers.push('If-None-Match')
  if (method !== 'GET' && operation.conditional) headers.push('If-Match')
  return [
    ...describeParameters('path', operation.params, components),
    ...describeParameters('query', operation.query, components),
    ...headers.map((name) => headerParameter(name, { required: name === 'If-Match' && operation.matchRequired })),
  ]
}

export function describeParameters(
  place: 'path' | 'query' | 'header',
  schema: TObject,
  components: Components,
): (Part & { name: string })[] {
  const required: readonly string[] = schema.required ?? []
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description = descriptionOfId(name), ...rest } = describeSchema(property, components)
    return { name, in: place, description, required: required.includes(name), schema: rest }
  })
}

/** `propertyId` needs no sentence of its own at every place where it stands. */
function descriptionOfId(name: string): string | undefined {
  const words = name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.endsWith(' id') ? `Id of the ${words.slice(0, -3)}.` : undefined
}

/** Makes components of the parameters that several operations have in common. */
export function shareParameters(operations: readonly Part[], components: Components): void {
  const uses = Map.groupBy(operations.flatMap(parametersIn), nameOf)
  for (const operation of operations) {
    operation.parameters = parametersIn(operation).map((parameter) => {
      const name = nameOf(parameter)
      return isShared(uses.get(name) ?? []) ? components.add('parameters', name, parameter) : parameter
    })
  }
}

function isShared([first, ...others]: Part[]): boolean {
  return others.length > 0 && others.every((other) => isDeepStrictEqual(other, first))
}

function nameOf(parameter: Part): string {
  return `${parameter.in}-${parameter.name}`
}

function parametersIn(operation: Part): Part[] {
  return operation.parameters as Part[]
}
