import { isRecord } from '#core/json-record.ts'
import type { EventStrategy, Json, JsonObject, Task, WorkflowDocument } from './document.schema.ts'
import { TASK_KINDS, tasksOf, type PlacedTask } from './document-task.rules.ts'
import { isMissing, isReserved, RESERVED_WORDS } from './product-event.rules.ts'
import type { ProblemSink } from './problem.rules.ts'
import type { Problem } from './problem.schema.ts'

export const NESTING_MAX = 16
const BRANCHES_MAX = 256
export const TASKS_MAX = 1000
const DIRECTIVES = ['continue', 'exit', 'end']

/**
 * Checks what the schema cannot express: kinds, names, flow, references, and limits. Returns false if there are too
 * many tasks to check.
 */
export function addFlowProblems(document: WorkflowDocument, list: ProblemSink): boolean {
  const tasks = tasksOf(document)
  if (tasks.length > TASKS_MAX) {
    list.add(
      '/do',
      'too_many',
      `A document has at most ${TASKS_MAX} tasks, and this one has ${tasks.length}: share it out among several workflows.`,
    )
    return false
  }
  for (const placed of tasks) {
    if (typeof placed.task !== 'object' || placed.task === null) continue
    addKind(placed, list)
    addNames(placed, list)
    addVariables(placed, list)
    addTargets(placed, list)
    addRefused(placed, list)
    addReferences(document, placed, list)
    addEventTypes(`${placed.pointer}/listen/to`, placed.task.listen?.to, list)
  }
  addEventTypes('/schedule/on', document.schedule?.on, list)
  addReference('/timeout', document.timeout, document.use?.timeouts, 'timeout', list)
  addUnsupported(document, list)
  return true
}

function addReference(place: string, name: unknown, known: object | undefined, what: string, list: ProblemSink): void {
  if (typeof name !== 'string' || Object.hasOwn(known ?? {}, name)) return
  list.add(place, 'reference_unknown', `There is no ${what} named "${name}" under use.`)
}

function addKind({ pointer, task, depth }: PlacedTask, list: ProblemSink): void {
  const kinds = TASK_KINDS.filter((kind) => task[kind] !== undefined && !(kind === 'do' && task.for !== undefined))
  const known = TASK_KINDS.join(', ')
  if (kinds.length === 0) list.add(pointer, 'task_kind_missing', `A task has one of ${known}.`)
  if (kinds.length > 1)
    list.add(pointer, 'task_kind_ambiguous', `It has ${kinds.join(' and ')}: a task has one of them.`)
  if (depth > NESTING_MAX) list.add(pointer, 'too_deep', `Tasks stand in one another at most ${NESTING_MAX} deep.`)
  const branches = task.fork?.branches
  if (Array.isArray(branches) && branches.length > BRANCHES_MAX) {
    list.add(`${pointer}/fork/branches`, 'too_many', `A fork has at most ${BRANCHES_MAX} branches.`)
  }
}

function addNames({ pointer, name, siblings }: PlacedTask, list: ProblemSink): void {
  if (DIRECTIVES.includes(name)) {
    list.add(pointer, 'task_name_reserved', `${name} is a flow directive and cannot be the name of a task.`)
  }
  if (siblings.indexOf(name) !== siblings.lastIndexOf(name)) {
    list.add(pointer, 'task_name_repeated', `${name} is the name of another task in this list.`)
  }
}

/** Names that start with two underscores belong to jq or to us. */
const VARIABLE = /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/
const OWN_VARIABLES = ['context', 'input', 'output', 'secrets', 'authorization', 'task', 'workflow', 'runtime']

/** Names that a task gives to what its tasks see. */
function addVariables({ pointer, task }: PlacedTask, list: ProblemSink): void {
  const names: [string, unknown][] = [
    ['for/each', task.for?.each],
    ['for/at', task.for?.at],
    ['catch/as', task.catch?.as],
    ['foreach/item', task.foreach?.item],
    ['foreach/at', task.foreach?.at],
  ]
  for (const [path, name] of names) {
    if (typeof name !== 'string' || (VARIABLE.test(name) && !OWN_VARIABLES.includes(name))) continue
    const rule = 'Must be letters, digits and _, not begin with __, and be none of'
    list.add(`${pointer}/${path}`, 'variable_name_invalid', `${rule} ${OWN_VARIABLES.join(', ')}.`)
  }
  addHidden(`${pointer}/for`, 'each', task.for, list)
  addHidden(`${pointer}/foreach`, 'item', task.foreach, list)
}

/** Who goes through a list sees the item and its place under a name each: of two that are one, one hides the other. */
function addHidden(pointer: string, word: 'each' | 'item', names: unknown, list: ProblemSink): void {
  if (!isRecord(names)) return
  const { [word]: item = 'item', at = 'index' } = names
  if (item !== at) return
  const place = names['at'] === undefined ? word : 'at'
  const message = `The item and its place are both called ${String(at)}, so one hides the other: give ${word} and at two names. Without at the place is called index.`
  list.add(`${pointer}/${place}`, 'variable_name_invalid', message)
}

function addTargets({ pointer, task, siblings, role }: PlacedTask, list: ProblemSink): void {
  const check = (place: string, target: unknown) => {
    if (typeof target !== 'string' || DIRECTIVES.includes(target)) return
    if (!siblings.includes(target)) {
      list.add(place, 'flow_target_unknown', `There is no task "${target}" in this list.`)
    } else if (role === 'fork/branches') {
      list.add(place, 'flow_target_not_here', 'Branches run beside one another: none follows another.')
    }
  }
  check(`${pointer}/then`, task.then)
  if (!Array.isArray(task.switch)) return
  let defaults = 0
  for (const [at, entry] of task.switch.entries()) {
    for (const [name, choice] of Object.entries(entry ?? {})) {
      const place = `${pointer}/switch/${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      check(`${place}/then`, choice?.then)
      if (choice?.when === undefined && ++defaults > 1) {
        list.add(place, 'default_case_repeated', 'Only one case can be without a condition.')
      }
    }
  }
}

const REFUSED_CALLS = new Map<string, Problem['code']>([
  ['grpc', 'call_grpc_not_supported'],
  ['asyncapi', 'call_asyncapi_not_supported'],
  ['a2a', 'call_a2a_not_supported'],
])
const REFUSED_RUNS: Record<string, Problem['code']> = {
  container: 'run_container_not_supported',
  script: 'run_script_not_supported',
  shell: 'run_shell_not_supported',
}

function addRefused({ pointer, task }: PlacedTask, list: ProblemSink): void {
  const call = typeof task.call === 'string' ? REFUSED_CALLS.get(task.call) : undefined
  if (call) list.add(`${pointer}/call`, call, `call: ${task.call} is not supported.`)
  for (const [name, code] of Object.entries(REFUSED_RUNS)) {
    if (typeof task.run === 'object' && task.run !== null && name in task.run) {
      list.add(`${pointer}/run/${name}`, code, `run: ${name} is not supported: nothing runs outside of the product.`)
    }
  }
  if (isReserved(task.emit?.event?.with?.['type'])) {
    list.add(`${pointer}/emit/event/with/type`, 'event_type_reserved', RESERVED_WORDS)
  }
  const transport = task.call === 'mcp' ? task.with?.['transport'] : undefined
  if (typeof transport === 'object' && transport !== null && 'stdio' in transport) {
    list.add(`${pointer}/with/transport/stdio`, 'mcp_stdio_not_supported', 'Tool servers are reached by http only.')
  }
}

/** Events of the product that nobody will ever hear of. */
function addEventTypes(pointer: string, strategy: EventStrategy | undefined, list: ProblemSink): void {
  if (typeof strategy !== 'object' || strategy === null) return
  const { one, until, ...lists } = strategy
  const many = (['all', 'any'] as const).flatMap((name) => {
    const filters = lists[name]
    return Array.isArray(filters) ? filters.map((filter, at) => [`${name}/${at}`, filter] as const) : []
  })
  for (const [place, filter] of [['one', one] as const, ...many]) {
    const type = filter?.with?.['type']
    if (!isMissing(type)) continue
    const message = `There is no event ${String(type)}: the catalog has those of the product.`
    list.add(`${pointer}/${place}/with/type`, 'event_type_unknown', message)
  }
  if (typeof until === 'object') addEventTypes(`${pointer}/until`, until, list)
}

/** What stands for something under `use`. */
function addReferences(document: WorkflowDocument, { pointer, task }: PlacedTask, list: ProblemSink): void {
  const { errors, retries, timeouts, authentications } = document.use ?? {}
  addReference(`${pointer}/raise/error`, task.raise?.error, errors, 'error', list)
  addReference(`${pointer}/catch/retry`, task.catch?.retry, retries, 'retry policy', list)
  addReference(`${pointer}/timeout`, task.timeout, timeouts, 'timeout', list)
  for (const [place, name] of authenticationsIn(task.with, `${pointer}/with`)) {
    addReference(place, name, authentications, 'authentication', list)
  }
}

function authenticationsIn(value: Json | undefined, pointer: string): [string, string][] {
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name !== 'authentication') return authenticationsIn(inner, `${pointer}/${name}`)
    const use = (inner as JsonObject | null)?.['use']
    return typeof use === 'string' ? [[`${pointer}/${name}/use`, use] as [string, string]] : []
  })
}

function addUnsupported(document: WorkflowDocument, list: ProblemSink): void {
  if (document.document?.dsl !== '1.0.3' && typeof document.document?.dsl === 'string') {
    list.add('/document/dsl', 'dsl_version_not_supported', 'Documents of version 1.0.3 are understood.')
  }
  for (const name of Object.keys(document.use?.catalogs ?? {})) {
    list.add(`/use/catalogs/${name}`, 'catalog_not_supported', 'Functions come from the default catalog only.')
  }
  if ((document.use?.extensions ?? []).length > 0) {
    list.add('/use/extensions', 'extension_not_supported', 'Extensions are not supported.')
  }
}

/** Everything in a document that a JSON Schema stands in. */
export function schemasOf(document: WorkflowDocument): { pointer: string; schema: JsonObject }[] {
  const found: { pointer: string; schema: JsonObject }[] = []
  const add = (pointer: string, holder: Pick<Task, 'input' | 'output' | 'export'> | undefined) => {
    for (const name of ['input', 'output', 'export'] as const) {
      const schema = holder?.[name]?.schema
      if (schema) found.push({ pointer: `${pointer}/${name}/schema`, schema: schema as unknown as JsonObject })
    }
  }
  add('', document)
  for (const { pointer, task } of tasksOf(document)) {
    add(pointer, task)
    add(`${pointer}/foreach`, task.foreach)
  }
  return found
}
