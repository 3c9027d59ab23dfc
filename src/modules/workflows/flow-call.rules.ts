import { isRecord } from '#core/json-record.ts'
import type { Json, JsonObject } from './document.schema.ts'
import { expressionIn } from './expression.rules.ts'
import { resolved, scopeOf, type Walk } from './flow-data.rules.ts'
import { FlowError, standardError } from './flow-error.rules.ts'
import type { Call, OpenTask } from './flow-state.rules.ts'

/** `name:version@default`: a function of the product. */
export const CATALOG_FUNCTION = /^([a-z][a-z0-9]*(?:-[a-z0-9]+)*):(\d+\.\d+\.\d+)@default$/

/** A call with everything worked out: arguments, addresses, who it is made as. */
export async function callOf(walk: Walk, open: OpenTask, name: string, given: JsonObject): Promise<Call> {
  const authenticated = authenticationsIn(walk, open, templatesIn(given, open)) as JsonObject
  const outside = name === 'http' || name === 'openapi' || name === 'mcp' ? name : undefined
  const scope = scopeOf(walk, open, { hasSecrets: outside !== undefined })
  const args = await resolved(walk, authenticated, open.input, scope)
  const call = { with: withSecrets(walk, open, args) as JsonObject }
  if (outside) return { call: outside, ...call }
  const [, functionName, version] = CATALOG_FUNCTION.exec(name) ?? []
  if (!functionName || !version) {
    throw new FlowError(standardError('configuration', open.pointer, `There is no function ${name}.`))
  }
  return { call: 'function', function: { name: functionName, version }, ...call }
}

const TEMPLATE = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g

/** Addresses may take a field of the input by its name: `https://example.com/pets/{petId}`. */
function templatesIn(value: Json, open: OpenTask): Json {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (typeof inner === 'string' && (name === 'endpoint' || name === 'uri')) return [name, filled(inner, open)]
      const isAround = ['endpoint', 'document', 'transport', 'http'].includes(name)
      return [name, isAround ? templatesIn(inner, open) : inner]
    }),
  )
}

function filled(text: string, { input, pointer }: OpenTask): string {
  if (expressionIn(text) !== undefined) return text
  return text.replace(TEMPLATE, (_, name: string) => {
    const value = isRecord(input) ? input[name] : undefined
    if (value === undefined || value === null || typeof value === 'object') {
      throw new FlowError(standardError('expression', pointer, `The address needs ${name}, which the input lacks.`))
    }
    return encodeURIComponent(String(value))
  })
}

/** `authentication: {use: name}` stands for one of the document's. */
function authenticationsIn(walk: Walk, open: OpenTask, value: Json): Json {
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name !== 'authentication') return [name, authenticationsIn(walk, open, inner)]
      const use = nameIn(inner)
      if (use === undefined) return [name, inner]
      const known = walk.facts.document.use?.authentications?.[use]
      if (known) return [name, known]
      throw new FlowError(standardError('configuration', open.pointer, `There is no authentication named ${use}.`))
    }),
  )
}

/** `basic: {use: name}` in an authentication stands for a secret that has its fields. */
function withSecrets(walk: Walk, open: OpenTask, value: Json, isInside = false): Json {
  if (!isRecord(value)) return value
  const use = isInside ? nameIn(value) : undefined
  if (use !== undefined) {
    const secret = walk.facts.document.use?.secrets?.includes(use) ? walk.facts.secrets?.[use] : undefined
    if (secret !== undefined) return secret
    throw new FlowError(standardError('authorization', open.pointer, `The secret ${use} is not available.`))
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      withSecrets(walk, open, inner, isInside || name === 'authentication'),
    ]),
  )
}

function nameIn(value: Json): string | undefined {
  if (!isRecord(value)) return undefined
  return typeof value['use'] === 'string' ? value['use'] : undefined
}
