import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, matchesGlob, posix, relative } from 'node:path'
import { parse } from 'yaml'

/** What a Dockerfile builds in its last stage, as far as ours needs it. Unknown instructions are errors. */
export interface ImagePlan {
  base: string
  workdir: string
  env: Record<string, string>
  user: string
  ports: number[]
  volumes: string[]
  runs: string[]
  copies: { from: string | undefined; sources: string[]; target: string }[]
  command: string[]
  health: string | undefined
}

export function planOf(dockerfile: string): ImagePlan {
  const lines = dockerfile
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  let plan: ImagePlan | undefined
  for (const line of lines) {
    const [, word = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (word === 'FROM') plan = emptyPlan(rest.split(/\s+/)[0] ?? '')
    else if (plan) instructions(plan, word, rest)
  }
  if (!plan) throw new Error('no stage')
  return plan
}

const emptyPlan = (base: string): ImagePlan => ({
  base,
  workdir: '/',
  env: {},
  user: 'root',
  ports: [],
  volumes: [],
  runs: [],
  copies: [],
  command: [],
  health: undefined,
})

function instructions(plan: ImagePlan, word: string, rest: string): void {
  const words = rest.split(/\s+/)
  const known: Record<string, () => void> = {
    WORKDIR: () => void (plan.workdir = posix.resolve(plan.workdir, rest)),
    ENV: () => words.forEach((pair) => (plan.env[pair.split('=')[0] ?? ''] = pair.slice(pair.indexOf('=') + 1))),
    USER: () => void (plan.user = rest),
    EXPOSE: () => void plan.ports.push(...words.map(Number)),
    VOLUME: () => void plan.volumes.push(...words),
    RUN: () => void plan.runs.push(rest),
    CMD: () => void (plan.command = JSON.parse(rest)),
    HEALTHCHECK: () => void (plan.health = /\bCMD (.*)$/.exec(rest)?.[1]),
    COPY() {
      const from = /^--from=(\S+)$/.exec(words[0] ?? '')?.[1]
      const paths = from === undefined ? words : words.slice(1)
      plan.copies.push({ from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' })
    },
  }
  const instruct = known[word] ?? unknown(word)
  instruct()
}

function unknown(word: string): never {
  throw new Error(`test/image-plan.ts does not know what ${word} does`)
}

/**
 * Lays out the files of the last stage: from the build context whatever is not ignored, from other stages what they
 * build here.
 */
export function layOut(plan: ImagePlan, context: string, root: string): string {
  const ignored = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const isIgnored = (path: string): boolean =>
    ignored.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`))
  const folder = join(root, plan.workdir)
  mkdirSync(folder, { recursive: true })
  for (const { from, sources, target } of plan.copies) {
    for (const source of sources) {
      const at = from === undefined ? join(context, source) : join(context, posix.relative(plan.workdir, source))
      const isFile = sources.length > 1 || target.endsWith('/')
      const filter = (path: string): boolean => from !== undefined || !isIgnored(relative(context, path))
      cpSync(at, isFile ? join(folder, target, source) : join(folder, target), { recursive: true, filter })
    }
  }
  // Stands in for `npm ci`.
  if (!existsSync(join(folder, 'node_modules')))
    symlinkSync(join(context, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

interface Service {
  image?: string
  command?: string[]
  environment: Record<string, string>
  depends_on?: Record<string, { condition: string }>
  ports?: string[]
}

/** The services of a compose file with these variables filled in. A required variable that is missing is an error. */
export function servicesIn(text: string, variables: Record<string, string>): Record<string, Service> {
  const filled = text.replace(/\$\{(\w+)(?::\?([^}]*))?\}/g, (_all, name: string, message?: string) => {
    const value = variables[name]
    if (value === undefined && message !== undefined) throw new Error(message)
    return value ?? ''
  })
  return parse(filled, { merge: true }).services
}
