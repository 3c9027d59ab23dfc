import { BoundedMap } from '#core/bounded-map.ts'
import type { Json, JsonObject } from './document.schema.ts'
import { type Evaluated, type Evaluation, type Language, variablesIn } from './expression.rules.ts'
import { openExpressionPool, type ExpressionPool } from './expression-pool.ts'
import type { ThreadItem } from './expression-thread.ts'
import { parseSimple, type Node } from './expression-syntax.rules.ts'
import { AskJq, simpleValue } from './expression-value.rules.ts'
import { isTooLong } from './value.rules.ts'
import { isLong, isSlow, schemaFault, schemaProblem } from './schema-check.ts'

/** Works out what authors of one workspace wrote. */
export interface WorkspaceExpressions {
  /** All at once: one call for all expressions of a task. */
  evaluate(batch: readonly Evaluation[]): Promise<Evaluated[]>
  /** Whether they parse: a fault for each that does not. */
  check(language: Language, items: readonly { expression: string; variables: string[] }[]): Promise<Evaluated[]>
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

const PARSED_MAX = 5000
const CHECKED_AT_ONCE = 40

/** Schemas have a thread of their own: what comes in is checked by them, and must not wait for anybody's expression. */
export function openExpressions(
  pool: ExpressionPool = openExpressionPool(),
  schemas: ExpressionPool = openExpressionPool(),
): Expressions {
  const parsed = new BoundedMap<string, Node | undefined>(PARSED_MAX)

  function treeOf(expression: string): Node | undefined {
    if (parsed.has(expression)) return parsed.get(expression)
    const tree = parseSimple(expression)
    parsed.set(expression, tree)
    return tree
  }

  const of = (workspaceId: string): WorkspaceExpressions => ({
    async evaluate(batch) {
      const answers = batch.map((each) => simply(treeOf, each))
      for (const language of ['jq', 'jsonata'] as const) {
        const open = batch.flatMap((each, at) => (!answers[at] && each.language === language ? [at] : []))
        if (open.length === 0) continue
        const items = open.flatMap((at) => (batch[at] ? [itemOf(batch[at])] : []))
        const found = await pool.run(workspaceId, { kind: language, items })
        for (const [nth, at] of open.entries()) answers[at] = found[nth]
      }
      return answers.map((answer) => answer ?? { fault: 'It gives nothing.' })
    },
    async check(language, items) {
      const answers: Evaluated[] = []
      for (let start = 0; start < items.length; start += CHECKED_AT_ONCE) {
        const some = items.slice(start, start + CHECKED_AT_ONCE)
        answers.push(...(await pool.run(workspaceId, { kind: 'check', language, items: some })))
      }
      return answers
    },
    async validate(schema, value) {
      if (!isSlow(schema, value)) return schemaFault(schema, value)
      const [answer] = await schemas.run(workspaceId, { kind: 'schema', schema, value })
      return answer && 'fault' in answer ? answer.fault : undefined
    },
    async schemaProblem(schema) {
      if (!isLong(schema)) return schemaProblem(schema)
      const [answer] = await schemas.run(workspaceId, { kind: 'compile', schema })
      return answer && 'fault' in answer ? answer.fault : undefined
    },
  })

  return {
    of,
    async close() {
      await Promise.all([pool.close(), schemas.close()])
    },
  }
}

function simply(treeOf: (expression: string) => Node | undefined, each: Evaluation): Evaluated | undefined {
  const tree = each.language === 'jq' ? treeOf(each.expression) : undefined
  if (!tree) return undefined
  try {
    const value = simpleValue(tree, each.data, each.variables)
    return isTooLong(value) ? undefined : { value }
  } catch (error) {
    if (error instanceof AskJq) return undefined
    throw error
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
