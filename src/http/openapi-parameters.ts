import type { TObject } from 'typebox'
import type { Method, Operation } from '#core/operation.ts'
import type { Components, Part } from './openapi-components.ts'
import { takesIdempotencyKey } from './openapi-failures.ts'
import { headerParameter, type ParameterName } from './openapi-headers.ts'
import { describeSchema } from './openapi-schemas.ts'

/** Path, query and headers of a request, in this order. */
export function parametersOf(operation: Operation, method: Method, components: Components): Part[] {
  const headers: ParameterName[] = ['X-Request-Id']
  if (takesIdempotencyKey(operation, method)) headers.push('Idempotency-Key')
  if (method === 'GET' && operation.versioned) headers.push('If-None-Match')
  if (method !== 'GET' && operation.conditional) headers.push('If-Match')
  return [
    ...describeParameters('path', operation.params, components),
    ...describeParameters('query', operation.query, components),
    ...headers.map(headerParameter),
  ]
}

function describeParameters(place: 'path' | 'query', { properties, required = [] }: TObject, components: Components): Part[] {
  return Object.entries(properties).map(([name, property]) => {
    const { description = descriptionOf(name), ...schema } = describeSchema(property, components)
    return { name, in: place, description, required: place === 'path' || required.includes(name), schema }
  })
}

/** `propertyId` needs no sentence of its own at every place where it stands. */
function descriptionOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.endsWith(' id') ? `Id of the ${words.slice(0, -3)}.` : `The ${words}.`
}

/** Makes components of the parameters that several operations have in common. */
export function shareParameters(operations: readonly Part[], components: Components): void {
  const uses = Map.groupBy(operations.flatMap(parametersIn), (parameter) => `${parameter.in}-${parameter.name}`)
  const shared = new Set([...uses].filter(([, same]) => same.length > 1 && new Set(same.map((one) => JSON.stringify(one))).size === 1).map(([name]) => name))
  for (const operation of operations) {
    operation.parameters = parametersIn(operation).map((parameter) => {
      const name = `${parameter.in}-${parameter.name}`
      return shared.has(name) ? components.add('parameters', name, parameter) : parameter
    })
  }
}

function parametersIn(operation: Part): Part[] {
  return operation.parameters as Part[]
}
