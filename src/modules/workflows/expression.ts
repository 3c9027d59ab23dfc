import { BoundedMap } from '#core/bounded-map.ts'
import type { Json, JsonObject } from './document.schema.ts'
import { pathOf, valueAtPath, type Path } from './expression-path.rules.ts'
import { EXPRESSION_LENGTH_MAX, type Evaluated, type Evaluation, variablesIn } from './expression.rules.ts'
import { openExpressionPool, openSchemaPool, type ExpressionPool, type SchemaPool } from './expression-pool.ts'
import type { ThreadItem } from './expression-thread.ts'
import { isLong, isSlow, schemaFault, schemaProblem } from './schema-check.ts'

/** Works out what authors of one workspace wrote. */
export interface WorkspaceExpressions {
  /** All at once: one call for all expressions of a task. */
  evaluate(batch: readonly Evaluation[]): Promise<Evaluated[]>
  /** Checks whether they may be published; returns a fault for each that may not. */
  check(items: readonly { expression: string; variables: string[] }[]): Promise<Evaluated[]>
  /** What is wrong with a value; nothing when it fits. */
  validate(schema: Json, value: Json): Promise<string | undefined>
  /** Why this is no JSON Schema; nothing when it is one. */
  schemaProblem(schema: Json): Promise<string | undefined>
}

export interface Expressions {
  /** Workspaces take turns: what one of them has waiting does not hold up the others. */
  of(workspaceId: string): WorkspaceExpressions
  close(): Promise<void>
}

const PATHS_MAX = 5000
const CHECKED_AT_ONCE = 20
const TOO_LONG: Evaluated = {
  fault: `An expression has at most ${EXPRESSION_LENGTH_MAX} characters.`,
  isRefused: true,
}

/** Schemas have a thread of their own: what comes in is checked by them, and must not wait for anybody's expression. */
export function openExpressions(
  pool: ExpressionPool = openExpressionPool(),
  schemas: SchemaPool = openSchemaPool(),
): Expressions {
  const paths = new BoundedMap<string, Path | undefined>(PATHS_MAX)

  function knownPath(expression: string): Path | undefined {
    if (paths.has(expression)) return paths.get(expression)
    const path = pathOf(expression)
    paths.set(expression, path)
    return path
  }

  /** A path can be evaluated without a thread. */
  function atOnce({ expression, data, variables }: Evaluation): Evaluated | undefined {
    if (expression.length > EXPRESSION_LENGTH_MAX) return TOO_LONG
    const path = knownPath(expression)
    const value = path && valueAtPath(path, data, variables)
    return value === undefined ? undefined : { value }
  }

  const of = (workspaceId: string): WorkspaceExpressions => ({
    async evaluate(batch) {
      const answers = batch.map(atOnce)
      const open = batch.filter((_, at) => !answers[at])
      const found = open.length > 0 ? await pool.run(workspaceId, { kind: 'jq', items: open.map(itemOf) }) : []
      let nth = 0
      return answers.map((answer) => answer ?? found[nth++] ?? { fault: 'It gives nothing.' })
    },
    async check(items) {
      const short = items.filter(({ expression }) => expression.length <= EXPRESSION_LENGTH_MAX)
      const found: Evaluated[] = []
      for (let start = 0; start < short.length; start += CHECKED_AT_ONCE) {
        const some = short.slice(start, start + CHECKED_AT_ONCE)
        found.push(...(await pool.run(workspaceId, { kind: 'check', items: some })))
      }
      let nth = 0
      return items.map((item) => (short.includes(item) ? (found[nth++] ?? TOO_LONG) : TOO_LONG))
    },
    async validate(schema, value) {
      if (!isSlow(schema, value)) return schemaFault(schema, value)
      return (await schemas.run(workspaceId, { schema, value })).fault
    },
    async schemaProblem(schema) {
      if (!isLong(schema)) return schemaProblem(schema)
      return (await schemas.run(workspaceId, { schema })).fault
    },
  })

  return {
    of,
    async close() {
      await Promise.all([pool.close(), schemas.close()])
    },
  }
}

/** Only the variables that it names go along: some are as large as the document. */
function itemOf({ expression, data, variables }: Evaluation): ThreadItem {
  const named: JsonObject = {}
  for (const name of variablesIn(expression)) {
    const value = variables(name)
    if (value !== undefined) named[name] = value
  }
  return { expression, data, variables: named }
}
