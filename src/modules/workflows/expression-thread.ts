import { parentPort } from 'node:worker_threads'
import type { Jq } from 'jq-wasm'
import type { Json, JsonObject } from './document.schema.ts'
import type { Evaluated } from './expression.rules.ts'
import { schemaFault, schemaProblem } from './schema-check.ts'

/** Work for the thread; all of a request is done within one time limit. */
export type ThreadRequest =
  | { kind: 'jq'; items: ThreadItem[] }
  | { kind: 'jsonata'; items: ThreadItem[] }
  | { kind: 'schema'; schema: Json; value: Json }
  /** Only whether it is one. */
  | { kind: 'compile'; schema: Json }
  /** Only whether they parse. */
  | { kind: 'check'; language: 'jq' | 'jsonata'; items: { expression: string; variables: string[] }[] }

export interface ThreadItem {
  expression: string
  data: Json
  variables: JsonObject
}

const RESULT_CHARACTERS_MAX = 1024 * 1024
const MANY = 'It gives more than one value: put [ ] around it, or take one with first( ).'

let jq: Jq | undefined
parentPort?.on('message', (request: ThreadRequest) => {
  void answer(request).then((answers) => parentPort?.postMessage(answers, []))
})
parentPort?.postMessage('ready', [])

async function answer(request: ThreadRequest): Promise<Evaluated[]> {
  switch (request.kind) {
    case 'jq':
      return evaluateJq(request.items)
    case 'jsonata':
      return Promise.all(request.items.map(evaluateJsonata))
    case 'schema': {
      schemaProblem(request.schema)
      parentPort?.postMessage('compiled', [])
      const fault = schemaFault(request.schema, request.value)
      return [fault === undefined ? { value: null } : { fault }]
    }
    case 'compile': {
      const problem = schemaProblem(request.schema)
      return [problem === undefined ? { value: null } : { fault: problem }]
    }
    case 'check':
      return request.language === 'jq' ? checkJq(request.items) : Promise.all(request.items.map(checkJsonata))
  }
}

async function loaded(): Promise<Jq> {
  if (jq) return jq
  const { loadJq } = await import('jq-wasm')
  jq = await loadJq()
  return jq
}

/** All in one program, because jq reads its own library anew for each; one by one when that does not compile. */
async function evaluateJq(items: ThreadItem[]): Promise<Evaluated[]> {
  const engine = await loaded()
  const together = runJq(engine, items)
  if (Array.isArray(together)) return together
  if (items.length === 1) return [{ fault: together }]
  return items.map((item) => {
    const alone = runJq(engine, [item])
    return Array.isArray(alone) ? (alone[0] ?? { fault: 'It gives nothing.' }) : { fault: alone }
  })
}

type JqAnswer = { v: Json[] } | { e: Json }

function runJq(engine: Jq, items: ThreadItem[]): Evaluated[] | string {
  const program = `[${items.map(({ expression, variables }, at) => itemProgram(expression, Object.keys(variables), at)).join(',')}]`
  const input = JSON.stringify(items.map(({ data, variables }) => ({ d: data, v: variables })))
  const { stdout, stderr, exitCode } = engine.raw(input, program, ['-c'])
  if (exitCode !== 0) return plainError(stderr)
  if (stdout.length > RESULT_CHARACTERS_MAX) return 'The value is larger than 1 MiB.'
  const answers = JSON.parse(stdout) as JqAnswer[]
  if (answers.length !== items.length) return 'It is not one expression.'
  return answers.map((each) => {
    if ('e' in each) return { fault: typeof each.e === 'string' ? each.e : JSON.stringify(each.e) }
    return each.v.length > 1 ? { fault: MANY } : { value: each.v[0] ?? null }
  })
}

function itemProgram(expression: string, names: string[], at: number): string {
  const bound = names.map((name) => `$__item.v.${name} as $${name} | `).join('')
  return `(.[${at}] as $__item | ${bound}$__item.d | try {v: [limit(2; (\n${expression}\n))]} catch {e: .})`
}

/** The first line of what jq says, without its place in a program that is not the author's. */
function plainError(text: string): string {
  const [line = ''] = text.split('\n')
  return line
    .replace(/^jq: error(?: \([^)]*\))?: /, '')
    .replace(/ at <top-level>, line \d{1,9}, column \d{1,9}:?[^]*$/, '')
}

async function checkJq(items: { expression: string; variables: string[] }[]): Promise<Evaluated[]> {
  const engine = await loaded()
  const faultOf = (some: typeof items): string | undefined => {
    const each = some.map(({ expression, variables }) => {
      const bound = variables.map((name) => `null as $${name} | `).join('')
      return `(${bound}(\n${expression}\n))`
    })
    // Nothing of it runs: what stands after `empty |` gets no value.
    const { stderr, exitCode } = engine.raw('null', `empty | [${each.join(',')}]`)
    return exitCode === 0 ? undefined : plainError(stderr)
  }
  if (faultOf(items) === undefined) return items.map(() => ({ value: null }))
  return items.map((item) => {
    const fault = faultOf([item])
    return fault === undefined ? { value: null } : { fault }
  })
}

/** Beside the limit on time of the thread: how deep it may call itself, and how long a list it may make. */
const JSONATA_LIMITS = { timeout: 200, stack: 200, sequence: 100_000 }

async function evaluateJsonata({ expression, data, variables }: ThreadItem): Promise<Evaluated> {
  try {
    const { default: jsonata } = await import('jsonata')
    const value: unknown = await jsonata(expression, JSONATA_LIMITS).evaluate(data, variables)
    const text = value === undefined ? 'null' : JSON.stringify(value)
    if (text === undefined) return { fault: 'It gives a function, which is no value.' }
    return text.length > RESULT_CHARACTERS_MAX
      ? { fault: 'The value is larger than 1 MiB.' }
      : { value: JSON.parse(text) as Json }
  } catch (error) {
    return { fault: messageOf(error) }
  }
}

async function checkJsonata({ expression }: { expression: string }): Promise<Evaluated> {
  try {
    const { default: jsonata } = await import('jsonata')
    jsonata(expression)
    return { value: null }
  } catch (error) {
    return { fault: messageOf(error) }
  }
}

/** JSONata throws plain objects. */
function messageOf(error: unknown): string {
  const { message } = error as { message?: unknown }
  return typeof message === 'string' ? message : String(error)
}
