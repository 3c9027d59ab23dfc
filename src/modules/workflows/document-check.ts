import { unescapePointer } from '#core/json-pointer.ts'
import { isRecord } from '#core/json-record.ts'
import { addFunctionProblems, type CatalogFunction } from './catalog.ts'
import type { Json, WorkflowDocument } from './document.schema.ts'
import { addDurationProblems } from './document-duration.rules.ts'
import { addFlowProblems, schemasOf } from './document-flow.rules.ts'
import { addSchemaProblems } from './document-schema.ts'
import { valueAt } from './document-task.rules.ts'
import { expressionsOf } from './document-use.rules.ts'
import type { DocumentFormat } from './document.ts'
import { readAnyDocument } from './document-reading.ts'
import { expressionOf, variablesIn } from './expression.rules.ts'
import type { WorkspaceExpressions } from './expression.ts'
import { isInJsonata, JSONATA, NO_JSONATA } from './jsonata.rules.ts'
import { ProblemList, type Problems, type ProblemSink } from './problem.rules.ts'
import { cronProblem } from './schedule.ts'

export interface CheckTools {
  expressions: Pick<WorkspaceExpressions, 'check' | 'schemaProblem'>
  functions: readonly CatalogFunction[]
  /** Whose document it is: workspaces take turns when long ones are read. */
  workspaceId?: string
}

export interface CheckedDocument extends Problems {
  /** What was read, right or wrong; nothing when it could not be read. */
  value: Json | undefined
  /** The document, when nothing is wrong with it. */
  document: WorkflowDocument | undefined
}

/** Reads a text and finds all that is wrong with it. */
export async function checkText(text: string, format: DocumentFormat, tools: CheckTools): Promise<CheckedDocument> {
  const { value, problems, count, placed } = await readAnyDocument(tools.workspaceId ?? '', text, format)
  if (value === undefined) return { value, document: undefined, problems, count }
  const checked = await checkDocument(value, tools)
  return { ...checked, ...placed(checked) }
}

/** Everything that is wrong with a document, not only the first. */
export async function checkDocument(value: Json, tools: CheckTools): Promise<CheckedDocument> {
  const list = new ProblemList()
  addSchemaProblems(value, list)
  addTopProblems(value, list)
  const misshapen = misshapenIn(list)
  await addMeaningProblems(pruned(value, misshapen), tools, (pointer, code, message) => {
    // What is only missing because it was taken out is not a problem of its own.
    if (!misshapen.some((each) => each === pointer || each.startsWith(`${pointer}/`))) list.add(pointer, code, message)
  })
  const document = list.isEmpty ? (value as unknown as WorkflowDocument) : undefined
  return { value, document, ...list.result() }
}

async function addMeaningProblems(
  document: WorkflowDocument,
  tools: CheckTools,
  add: ProblemSink['add'],
): Promise<void> {
  const list = { add }
  // Stop at a document too large to run: checking the rest would hold up everybody else.
  if (!addFlowProblems(document, list)) return
  addDurationProblems(document, list)
  addFunctionProblems(document, tools.functions, list)
  await addSchemasProblems(document, tools, list)
  addCronProblem(document, list)
  await addExpressionProblems(document, tools, list)
}

/** As much of it as has the shape of a document, whatever else is wrong with it. */
export function drawable(value: Json): WorkflowDocument {
  const list = new ProblemList()
  addSchemaProblems(value, list)
  return pruned(value, misshapenIn(list))
}

function misshapenIn(list: ProblemList): string[] {
  return list.result().problems.flatMap(({ code, pointer }) => (SHAPE.includes(code) ? [pointer] : []))
}

const SHAPE = ['wrong_type', 'no_alternative']

/** The document without what has not the shape that it must have, so that the rest can be read. */
function pruned(value: Json, pointers: readonly string[]): WorkflowDocument {
  const document = isRecord(value) ? structuredClone(value) : {}
  for (const pointer of pointers) {
    const holder = valueAt(document, pointer.slice(0, pointer.lastIndexOf('/')))
    const name = unescapePointer(pointer.slice(pointer.lastIndexOf('/') + 1))
    if (Array.isArray(holder)) holder[Number(name)] = {}
    // A task that is none keeps its name, which others may go to.
    else if (typeof holder === 'object' && holder !== null)
      Object.assign(holder, { [name]: TASK.test(pointer) ? {} : undefined })
  }
  return JSON.parse(JSON.stringify(document)) as WorkflowDocument
}
const TASK = /\/(do|try|branches)\/\d+\/[^/]+$/

const TOP = ['document', 'evaluate', 'input', 'use', 'do', 'timeout', 'output', 'schedule']

/** The standard's schema leaves the top open, and says nothing of `evaluate`. */
function addTopProblems(value: Json, list: ProblemList): void {
  if (!isRecord(value)) return
  for (const name of Object.keys(value)) {
    if (!TOP.includes(name)) list.add(`/${name}`, 'unknown_field', 'This field is not known here.')
  }
  const { evaluate } = value
  if (evaluate === undefined) return
  if (!isRecord(evaluate)) {
    list.add('/evaluate', 'wrong_type', 'Must be object.')
    return
  }
  const known: Record<string, string[]> = { language: ['jq'], mode: ['strict', 'loose'] }
  for (const [name, given] of Object.entries(evaluate)) {
    if (name === 'language' && given === JSONATA) list.add('/evaluate/language', 'language_not_supported', NO_JSONATA)
    else if (!known[name]) list.add(`/evaluate/${name}`, 'unknown_field', 'This field is not known here.')
    else if (typeof given !== 'string' || !known[name].includes(given)) {
      list.add(`/evaluate/${name}`, 'wrong_value', `Must be one of ${known[name].join(', ')}.`)
    }
  }
}

async function addSchemasProblems(
  document: WorkflowDocument,
  { expressions }: CheckTools,
  list: ProblemSink,
): Promise<void> {
  for (const { pointer, schema } of schemasOf(document)) {
    const { format = 'json', document: inline, resource } = schema
    if (typeof format !== 'string' || format.split(':')[0] !== 'json') {
      list.add(`${pointer}/format`, 'schema_format_not_supported', 'Only JSON Schema is supported.')
    }
    if (resource !== undefined) {
      list.add(`${pointer}/resource`, 'schema_resource_not_supported', 'Write the schema into the document.')
    }
    const problem = inline === undefined ? undefined : await expressions.schemaProblem(inline)
    if (problem) list.add(`${pointer}/document`, 'schema_invalid', problem)
  }
}

function addCronProblem({ schedule }: WorkflowDocument, list: ProblemSink): void {
  if (typeof schedule?.cron !== 'string') return
  const problem = cronProblem(schedule.cron, new Date())
  if (problem) list.add('/schedule/cron', 'cron_invalid', problem.message)
}

const NOT_HERE =
  'Secrets go to other systems only: name $secrets where a call of http, openapi or mcp needs it, in its with (headers, query, body, authentication), or under use.authentications.'

async function addExpressionProblems(
  document: WorkflowDocument,
  { expressions }: CheckTools,
  list: ProblemSink,
): Promise<void> {
  if (isInJsonata(document)) return
  const secrets = document.use?.secrets ?? []
  const open = expressionsOf(document).flatMap(({ pointer, text, variables, mayUseSecrets }) => {
    const expression = expressionOf(text)
    const usesSecrets = variablesIn(expression).includes('secrets')
    if (usesSecrets && !mayUseSecrets) {
      list.add(pointer, 'secret_not_here', NOT_HERE)
    }
    for (const [, name = ''] of expression.matchAll(/\$secrets\s*\.\s*([A-Za-z_]\w*)/g)) {
      if (!secrets.includes(name)) list.add(pointer, 'secret_not_declared', `use.secrets does not name ${name}.`)
    }
    if (usesSecrets && !mayUseSecrets) return []
    return [{ pointer, expression, variables: [...variables, ...(mayUseSecrets ? ['secrets'] : [])] }]
  })
  const answers = await expressions.check(open)
  for (const [at, { pointer }] of open.entries()) {
    const answer = answers[at]
    if (!answer || 'value' in answer) continue
    list.add(pointer, answer.isRefused ? 'expression_refused' : 'expression_invalid', answer.fault)
  }
}
