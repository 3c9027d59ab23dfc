import type { TObject, TSchema } from 'typebox'
import { entersWorkspace, type ScopeName } from '#core/access.ts'
import { escapePointer } from '#core/json-pointer.ts'
import type { Operation } from '#core/operation.ts'
import { closed } from '#core/schema.ts'
import { bodyValidator } from '#core/validate.ts'
import type { Json, JsonObject, WorkflowDocument } from './document.schema.ts'
import { tasksOf } from './document-task.rules.ts'
import { expressionIn } from './expression.rules.ts'
import { CATALOG_FUNCTION } from './flow-call.rules.ts'
import type { ProblemSink } from './problem.rules.ts'

/** Something the product can do, as workflows call it: `call: task-create:1.0.0@default`. */
export interface CatalogFunction {
  name: string
  version: string
  summary: string
  description?: string
  input: TObject
  output: TSchema
  /** What a key must hold that brings a document with it into effect. */
  scope?: ScopeName
  /** What it runs; nothing for what the engine does itself. */
  operation?: Operation
}

/** The functions that operations declare; two of one name and version stop the start. */
export function functionsOf(operations: readonly Operation[]): CatalogFunction[] {
  const functions = operations.flatMap((operation) => {
    const { workflow, summary, description, reply, access } = operation
    if (!workflow) return []
    if (!entersWorkspace(access)) throw new Error(`${operation.id}: a function works in a workspace`)
    const own = 'scope' in access ? { scope: access.scope } : {}
    const about = { ...own, ...workflow, summary, ...(description === undefined ? {} : { description }) }
    return [{ ...about, input: inputOf(operation), output: reply, operation }]
  })
  const ids = functions.map(({ name, version }) => `${name}:${version}`)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice) throw new Error(`${twice} is the function of two operations`)
  return functions
}

/** Path, query and body laid flat; the workspace is the run's own. */
function inputOf({ params, query, body }: Operation): TObject {
  const all: Record<string, TSchema> = { ...params.properties, ...query.properties, ...body?.properties }
  const { workspaceId: _, ...properties } = all
  const required = [params, query, ...(body ? [body] : [])].flatMap(
    (part) => (part as { required?: string[] }).required ?? [],
  )
  const input: TObject = closed(properties)
  return Object.assign(input, { required: required.filter((name) => name !== 'workspaceId') })
}

/** Functions that do not exist, and arguments that do not fit as far as they are written out. */
export function addFunctionProblems(
  document: WorkflowDocument,
  functions: readonly CatalogFunction[],
  list: ProblemSink,
): void {
  for (const { pointer, task } of tasksOf(document)) {
    const { call } = task
    if (typeof call !== 'string' || STANDARD.includes(call)) continue
    if (Object.hasOwn(document.use?.functions ?? {}, call)) continue
    const found = functions.find(({ name, version }) => call === `${name}:${version}@default`)
    if (found) addArgumentProblems(`${pointer}/with`, task.with ?? {}, found, list)
    else list.add(`${pointer}/call`, 'function_unknown', unknownFunction(call, functions))
  }
}

const STANDARD = ['http', 'openapi', 'mcp', 'grpc', 'asyncapi', 'a2a']

function unknownFunction(call: string, functions: readonly CatalogFunction[]): string {
  const [, wanted] = CATALOG_FUNCTION.exec(call) ?? []
  if (!wanted) return `${call} is no function: write name:version@default, or name one under use.functions.`
  const versions = functions.filter(({ name }) => name === wanted).map(({ version }) => version)
  return versions.length > 0 ? `${wanted} has the version ${versions.join(', ')}.` : `There is no function ${wanted}.`
}

function addArgumentProblems(pointer: string, args: JsonObject, { input }: CatalogFunction, list: ProblemSink): void {
  const unknown = expressionsIn(args, '')
  const isOpen = (place: string) => unknown.some((each) => place === each || place.startsWith(`${each}/`))
  for (const { pointer: place = '', message } of bodyValidator(input)(args)) {
    // What an expression gives is known only when it runs, and is checked again then.
    if (!isOpen(place)) list.add(`${pointer}${place}`, 'function_arguments', message)
  }
}

function expressionsIn(value: Json, pointer: string): string[] {
  if (typeof value === 'string') return expressionIn(value) === undefined ? [] : [pointer]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => expressionsIn(inner, `${pointer}/${escapePointer(name)}`))
}
