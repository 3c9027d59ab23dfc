/** What the completions are made of: the catalog of the workflow API, as far as they need it. */
export interface Catalog {
  functions: readonly { call: string; summary: string; input: Record<string, unknown> }[]
  eventTypes: readonly string[]
}

interface Option {
  label: string
  detail?: string
  /** What is written in its place. */
  text: string
  /** Before the others. */
  isFirst?: boolean
}

export interface Completions {
  options: Option[]
  /** What of it stands there already. */
  typed: string
  /** Only when somebody asks: otherwise they would come with every new line. */
  isQuiet?: boolean
}

const TOP_KEYS = ['document', 'do', 'schedule', 'input', 'output', 'use', 'timeout', 'evaluate', 'metadata']
export const TASK_KEYS = ['call', 'do', 'emit', 'for', 'fork', 'listen', 'raise', 'run', 'set', 'switch', 'try', 'wait']
const EVERY_TASK = ['if', 'input', 'output', 'export', 'timeout', 'then', 'metadata']
const OTHER_CALLS = ['http', 'openapi', 'mcp']

/** What could come next, by what stands before. */
export function completionsAt(before: string, catalog: Catalog | undefined): Completions | undefined {
  const lines = before.split('\n')
  const line = lines.at(-1) ?? ''
  return (
    callsIn(line, catalog) ??
    eventsIn(line, catalog) ??
    targetsIn(line, before) ??
    parametersIn(lines, catalog) ??
    keysIn(line)
  )
}

function callsIn(line: string, catalog: Catalog | undefined): Completions | undefined {
  const found = /\bcall:\s{0,20}(?<quote>['"]?)(?<typed>[\w:.@-]{0,200})$/.exec(line)?.groups
  if (!found) return undefined
  const { quote = '', typed = '' } = found
  // Within braces a colon could end the name.
  const isBare = quote === '' && line.includes('{')
  const written = (name: string): string => (isBare && name.includes(':') ? `'${name}'` : name)
  const functions = (catalog?.functions ?? []).map(({ call, summary }) => ({
    label: call,
    detail: summary,
    text: written(call),
  }))
  return { typed, options: [...functions, ...OTHER_CALLS.map((label) => ({ label, text: label }))] }
}

function eventsIn(line: string, catalog: Catalog | undefined): Completions | undefined {
  const typed = /\btype:\s*['"]?(?<typed>[\w.-]*)$/.exec(line)?.groups?.typed
  if (typed === undefined) return undefined
  return { typed, options: (catalog?.eventTypes ?? []).map((label) => ({ label, text: label })) }
}

function targetsIn(line: string, before: string): Completions | undefined {
  const typed = /\bthen:\s*['"]?(?<typed>[\w-]*)$/.exec(line)?.groups?.typed
  if (typed === undefined) return undefined
  const names = [...before.matchAll(/^[ \t]*-[ \t]*(?<name>[\w-]+):/gm)].map(({ groups }) => groups?.name ?? '')
  const all = [...new Set(['continue', 'end', 'exit', ...names])]
  return { typed, options: all.map((label) => ({ label, text: label })) }
}

/** The parameters of the function that is called, inside of its `with`. */
function parametersIn(lines: readonly string[], catalog: Catalog | undefined): Completions | undefined {
  const line = lines.at(-1) ?? ''
  const inline = /\bwith:\s*\{(?:[^{}]*,)?\s*(?<typed>\w*)$/.exec(line)?.groups?.typed
  const own = /^(?<indent>\s*)(?<typed>\w*)$/.exec(line)?.groups
  const typed = inline ?? own?.typed
  if (typed === undefined) return undefined
  const at = inline === undefined ? withAbove(lines, own?.indent?.length ?? 0) : lines.length - 1
  if (at === undefined) return undefined
  const called = calledAbove(lines, at)
  const properties = catalog?.functions.find(({ call }) => call === called)?.input['properties']
  if (typeof properties !== 'object' || properties === null) return undefined
  const needed = catalog?.functions.find(({ call }) => call === called)?.input['required']
  const isNeeded = (name: string): boolean => Array.isArray(needed) && needed.includes(name)
  const options = Object.entries(properties).map(([name, schema]) => ({
    label: name,
    detail: `${typeOf(schema)}${isNeeded(name) ? ' *' : ''}`,
    text: `${name}: `,
    isFirst: isNeeded(name),
  }))
  return { typed, options }
}

function typeOf(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return ''
  const { type, enum: values, anyOf } = schema as { type?: unknown; enum?: unknown; anyOf?: unknown }
  if (Array.isArray(values)) return values.slice(0, 4).map(String).join(' | ')
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).filter(Boolean).join(' | ')
  return Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : ''
}

const indentOf = (line: string): number => line.length - line.trimStart().length

/** The line of the `with:` whose fields are written here. */
function withAbove(lines: readonly string[], indent: number): number | undefined {
  for (let at = lines.length - 2; at >= 0; at--) {
    const line = lines[at] ?? ''
    if (line.trim() === '' || indentOf(line) >= indent) continue
    return /^\s*with:\s*$/.test(line) ? at : undefined
  }
  return undefined
}

function calledAbove(lines: readonly string[], from: number): string | undefined {
  const FAR = 12
  for (let at = from; at >= Math.max(0, from - FAR); at--) {
    const name = /\bcall:\s*['"]?(?<name>[^\s'",{}]+)/.exec(lines[at] ?? '')?.groups?.name
    if (name !== undefined) return name
  }
  return undefined
}

function keysIn(line: string): Completions | undefined {
  const found = /^(?<indent>\s*)(?<typed>\w*)$|[{,]\s*(?<inner>\w*)$/.exec(line)?.groups
  if (!found) return undefined
  const typed = found.typed ?? found.inner ?? ''
  const isTop = found.indent === ''
  const names = isTop ? TOP_KEYS : [...TASK_KEYS, ...EVERY_TASK]
  return { typed, isQuiet: typed === '', options: names.map((label) => ({ label, text: `${label}: ` })) }
}
