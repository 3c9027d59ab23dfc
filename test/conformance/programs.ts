import { spawn, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The judges have a folder of their own, so that the project's own installation stays small. */
export const judges = fileURLToPath(new URL('judges/', import.meta.url))

const MILLIS_MAX = 120_000

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

export function installJudges(): void {
  const changedAt = (file: string): number => statSync(join(judges, file), { throwIfNoEntry: false })?.mtimeMs ?? 0
  // npm writes this file last.
  if (changedAt('node_modules/.package-lock.json') > changedAt('package-lock.json')) return
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: judges,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error('the judges could not be installed')
}

interface Handling {
  env?: Record<string, string>
  /** What to do when it says something like this, once. */
  on?: { said: RegExp; act(said: string): Promise<void> }
}

/** A program of the judges, on this Node, with a home of its own. */
export function ran(home: string, args: readonly string[], { env = {}, on }: Handling = {}): Promise<Ran> {
  const child = spawn(process.execPath, args, {
    cwd: judges,
    env: { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1', ...env },
    timeout: MILLIS_MAX,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const heard = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (part: string) => (heard[name] += part))
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    if (on)
      child.stderr.on(
        'data',
        hearing(() => heard.stderr, on, reject),
      )
    child.once('close', (code) => resolve({ code, ...heard }))
  })
}

function hearing(
  heard: () => string,
  { said, act }: NonNullable<Handling['on']>,
  failed: (error: unknown) => void,
): () => void {
  let isDone = false
  return () => {
    const words = isDone ? undefined : said.exec(heard())?.[0]
    if (words === undefined) return
    isDone = true
    act(words).catch(failed)
  }
}
