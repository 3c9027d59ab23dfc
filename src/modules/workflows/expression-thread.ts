import { inexactIn } from '#core/json-scan.ts'
import { answerRequests } from '#core/walled-thread.ts'
import type { Json, JsonObject } from './document.schema.ts'
import type { Evaluated } from './expression.rules.ts'
import { openJq, plainError, type Refusal, type SafeJq } from './expression-jq.ts'

/** Work for the thread; all of a request is done within one time limit. */
export type ThreadRequest =
  | { kind: 'jq'; items: ThreadItem[] }
  /** Only checks whether they may be published. */
  | { kind: 'check'; items: { expression: string; variables: string[] }[] }

export interface ThreadItem {
  expression: string
  data: Json
  variables: JsonObject
}

const RESULT_CHARACTERS_MAX = 1024 * 1024
const MANY = 'It gives more than one value: put [ ] around it, or take one with first( ).'
const NOT_ONE: Refusal = {
  fault: 'It is not one expression: a bracket or a quote is not closed, or closed twice.',
  isRefused: true,
}
const NO_NUMBER = 'It gives nan or infinity, which no JSON value can hold.'

let jq: Promise<SafeJq> | undefined
answerRequests(answer)

function answer(request: ThreadRequest): Promise<Evaluated[]> {
  return request.kind === 'jq' ? evaluateJq(request.items) : checkJq(request.items)
}

function loaded(): Promise<SafeJq> {
  return (jq ??= openJq())
}

/** All in one program, because jq reads its own library anew for each; one by one when that does not compile. */
async function evaluateJq(items: ThreadItem[]): Promise<Evaluated[]> {
  const engine = await loaded()
  const together = runJq(engine, items)
  if (Array.isArray(together)) return together
  if (items.length === 1) return [together]
  return items.map((item) => {
    const alone = runJq(engine, [item])
    return Array.isArray(alone) ? (alone[0] ?? NOT_ONE) : alone
  })
}

function runJq(engine: SafeJq, items: ThreadItem[]): Evaluated[] | Refusal {
  const program = items.map(({ expression, variables }, at) => itemProgram(expression, Object.keys(variables), at))
  const input = JSON.stringify(items.map(({ data, variables }) => ({ d: data, v: variables })))
  const { stdout, stderr, exitCode } = engine.run(input, program.join(','))
  if (exitCode !== 0) return plainError(stderr)
  if (stdout.length > RESULT_CHARACTERS_MAX) return { fault: 'The value is larger than 1 MiB.' }
  const lines = stdout.split('\n')
  return lines.length === items.length ? lines.map(evaluatedIn) : NOT_ONE
}

/** `nan` and infinity do not survive a round trip through JSON, which is how they are detected. */
const KEPT = 'if (tojson | fromjson) == . then {v: .} else {n: true} end'

/** The second line break guards against a comment that continues onto the next line. */
function itemProgram(expression: string, names: string[], at: number): string {
  const bound = names.map((name) => `$__item.v.${name} as $${name} | `).join('')
  const one = `try ([limit(2; (\n${expression}\n\n))] | ${KEPT}) catch {e: .}`
  return `(.[${at}] as $__item | ${bound}$__item.d | null as $__item | ${one})`
}

type JqAnswer = { v: Json[] } | { n: true } | { e: Json }

function evaluatedIn(line: string): Evaluated {
  const place = inexactIn(line)
  const found = JSON.parse(line) as JqAnswer
  if ('e' in found) return { fault: typeof found.e === 'string' ? found.e : JSON.stringify(found.e) }
  if ('n' in found) return { fault: NO_NUMBER }
  if (found.v.length > 1) return { fault: MANY }
  // Strip the list that wraps all values of an expression.
  if (place !== undefined) return { fault: inexact(place.slice('/v/0'.length)) }
  return { value: found.v[0] ?? null }
}

function inexact(pointer: string): string {
  const where = pointer === '' ? '' : ` at ${pointer}`
  return `It gives a number${where} that would be rounded: make it a text with tojson.`
}

async function checkJq(items: { expression: string; variables: string[] }[]): Promise<Evaluated[]> {
  const engine = await loaded()
  if (items.length > 1 && refusal(engine, items) === undefined) return items.map(() => ({ value: null }))
  return items.map((item) => refusal(engine, [item]) ?? { value: null })
}

/**
 * Compiles the expression in two kinds of brackets, since a stray closing bracket fits only one of them. An unclosed
 * quote is closed by ours, and the unguessable word after it is not valid jq.
 */
function refusal(engine: SafeJq, items: { expression: string; variables: string[] }[]): Refusal | undefined {
  const word = `w${crypto.randomUUID().replaceAll('-', '')}`
  const programIn = (open: string, close: string): string =>
    items
      .map(({ expression, variables }) => {
        const bound = variables.map((name) => `null as $${name} | `).join('')
        return `(${bound}${open}\n${expression}\n\n${close} | "${word}")`
      })
      .join(',')
  const refused = engine.refused(programIn('(', ')'))
  if (refused) return refused.fault.includes(word) ? NOT_ONE : refused
  return engine.refused(programIn('[', ']')) && NOT_ONE
}
