import type { Json } from './document.schema.ts'
import type { Lookup } from './expression-value.rules.ts'

export type Language = 'jq' | 'jsonata'

/** One expression with what it sees. */
export interface Evaluation {
  language: Language
  /** Without `${ }` around it. */
  expression: string
  /** What `.` is. */
  data: Json
  /** What `$name` is; nothing where the name is not known. */
  variables: Lookup
}
export type Evaluated = { value: Json } | { fault: string }

const WHOLE = /^\s*\$\{([\s\S]+)\}\s*$/

/** The expression in `${ … }`, or nothing when the text is one to be taken as it is. */
export function expressionIn(text: string): string | undefined {
  return WHOLE.exec(text)?.[1]?.trim()
}

/** A text that begins like an expression and never ends: whoever wrote it did not mean it to be taken as it is. */
export function isUnclosed(text: string): boolean {
  return /^\s*\$\{/.test(text) && text.split('{').length > text.split('}').length
}

/** Of a field that can only hold an expression: there `${ }` may be left out. */
export function expressionOf(text: string): string {
  return expressionIn(text) ?? text.trim()
}

/** The variables that an expression names, `$` left out. */
export function variablesIn(expression: string): string[] {
  return [...new Set([...expression.matchAll(/\$([A-Za-z_][A-Za-z0-9_]*)/g)].map(([, name]) => name ?? ''))]
}

/**
 * What jq could do and an expression may not: reach the environment, other input, the output of the process, the
 * clock. With the same data it always gives the same value; time is in $task.startedAt and $workflow.startedAt.
 */
const FORBIDDEN =
  'env input inputs input_filename input_line_number debug stderr halt halt_error now modulemeta get_search_list import include'.split(
    ' ',
  )
/** A name in a record (`{now: 1}`) is only a name. */
const FORBIDDEN_WORD = new RegExp(String.raw`(?<![.\w$@])(${FORBIDDEN.join('|')})\b(?!(?<=[{,]\s*\w+)\s*:)`)
const FORBIDDEN_VARIABLE = /\$\s*(ENV|__prog_args)\b/

const FORBIDDEN_JSONATA = /\$(now|millis|random|shuffle|eval|clone)\b/

/** Why an expression is refused before anything tries to parse it; nothing when it may be tried. */
export function refusedIn(expression: string, language: Language): string | undefined {
  if (expression.length > 10_000) return 'An expression has at most 10,000 characters.'
  if (language === 'jsonata') {
    const found = FORBIDDEN_JSONATA.exec(expression)?.[1]
    return found && `$${found} is not available: an expression gives the same value each time.`
  }
  const code = codeOf(expression)
  if (code === undefined) return 'A bracket or a quote is not closed, or closed twice.'
  const found = FORBIDDEN_WORD.exec(code)?.[1] ?? FORBIDDEN_VARIABLE.exec(code)?.[1]
  if (found === 'now') return 'now is not available: use $task.startedAt or $workflow.startedAt.'
  return found && `${found} is not available in expressions.`
}

const PAIRS: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/** The text without what stands in quotes and comments; nothing when its brackets do not match. */
function codeOf(text: string): string | undefined {
  // What closes next: a bracket, or the quote around it.
  const closings: string[] = []
  let code = ''
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    const isQuoted = closings.at(-1) === '"'
    if (isQuoted) {
      if (sign === '"') closings.pop()
      else if (sign === '\\' && text[++at] === '(') closings.push(')')
      continue
    }
    if (sign === '#') {
      while (at < text.length && text[at] !== '\n') at += 1
      code += '\n'
      continue
    }
    if (sign === '"') closings.push('"')
    else if (PAIRS[sign]) closings.push(PAIRS[sign])
    else if (sign === ')' || sign === ']' || sign === '}') {
      if (closings.pop() !== sign) return undefined
    }
    code += sign === '"' ? ' ' : sign
  }
  return closings.length === 0 ? code : undefined
}
