import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor, type Expression } from 'oxc-parser'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CODE = ['src/**/*.{ts,mjs}', 'web/src/**/*.{ts,tsx}', 'sdk/src/**/*.ts', 'bin/*.mjs']
const DOCUMENTS = ['docs/openapi.public.json']

export interface Pattern {
  readonly file: string
  readonly source: string
  readonly flags: string
}

export const nameOf = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string => `/${source}/${flags}`

/** Every regular expression in the product: written in source, built at load time, or in a schema. */
export function patterns(): Pattern[] {
  const { literals, makers } = written()
  return [...literals, ...made(makers), ...inSchemas()]
}

function written(): { literals: Pattern[]; makers: string[] } {
  const literals: Pattern[] = []
  const makers = new Set<string>()
  for (const file of globSync(CODE, { cwd: ROOT }).filter((each) => !/\.(test|soak)\.tsx?$/.test(each))) {
    const isPattern = (callee: Expression): boolean => callee.type === 'Identifier' && callee.name === 'RegExp'
    new Visitor({
      Literal(node) {
        if ('regex' in node) literals.push({ file, source: node.regex.pattern, flags: node.regex.flags })
      },
      NewExpression: ({ callee }) => void (isPattern(callee) && makers.add(file)),
      CallExpression: ({ callee }) => void (isPattern(callee) && makers.add(file)),
    }).visit(parseSync(file, readFileSync(`${ROOT}${file}`, 'utf8')).program)
  }
  return { literals, makers: [...makers].toSorted() }
}

/**
 * Patterns that modules build from strings at load time. Runs in a separate process, since these are already loaded
 * here.
 */
function made(files: readonly string[]): Pattern[] {
  const script = fileURLToPath(new URL('patterns-made.ts', import.meta.url))
  const loadable = files.filter((file) => file.startsWith('src/'))
  const output = execFileSync(process.execPath, [script, ...loadable], { encoding: 'utf8', cwd: ROOT })
  return JSON.parse(output) as Pattern[]
}

function inSchemas(): Pattern[] {
  const found = new Set<string>()
  for (const file of DOCUMENTS) {
    JSON.parse(readFileSync(`${ROOT}${file}`, 'utf8'), (name, value: unknown) => {
      if (name === 'pattern' && typeof value === 'string') found.add(value)
      return value
    })
  }
  return [...found].map((source) => ({ file: DOCUMENTS[0] ?? '', source, flags: 'u' }))
}
