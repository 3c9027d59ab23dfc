import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#test/free-port.ts'

export type Settings = Record<string, string>

export interface Server {
  readonly pid: number
  readonly url: string
  readonly startMillis: number
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const READY_SECONDS_MAX = 60
const STOP_SECONDS_MAX = 20

const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** The product as it is run, with limits that a load generator does not reach and no line for each request. */
export async function startOurs(settings: Settings, profileFolder?: string, folder = root): Promise<Server> {
  // Each state as it says itself that it is run.
  const { serverArguments }: { serverArguments: readonly string[] } = await import(join(folder, 'bin', 'server.mjs'))
  const profiling = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]
  const usual = {
    ROLE: 'all',
    SEED: 'none',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '0',
    RATE_LIMIT_PER_MINUTE: '10000000',
    RATE_LIMIT_BURST: '1000000',
  }
  return startProgram([...profiling, ...serverArguments], '/health/ready', { ...usual, ...settings }, { folder })
}

export function startFloor(settings: Settings): Promise<Server> {
  return startProgram(['bench/floor.ts'], '/', settings)
}

interface Started {
  optionsFor?(port: string): string[]
  folder?: string
}

/** Any program that listens on the port it is told, in PORT or by an option. */
export async function startProgram(
  args: string[],
  path: string,
  settings: Settings,
  { optionsFor = () => [], folder = root }: Started = {},
): Promise<Server> {
  const port = String(await freePort())
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...args, ...optionsFor(port)], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, HOST: '127.0.0.1', PORT: port, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  const ended = once(child, 'exit').then(() => running.delete(child))
  const url = `http://127.0.0.1:${port}`
  const stop = async (): Promise<void> => {
    child.kill('SIGINT')
    const forced = setTimeout(() => child.kill('SIGKILL'), STOP_SECONDS_MAX * 1000)
    await ended
    clearTimeout(forced)
  }
  try {
    await untilAnswers(`${url}${path}`, child)
  } catch (error) {
    await stop()
    throw error
  }
  return { pid: child.pid ?? 0, url, startMillis: performance.now() - startedAt, stop }
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + READY_SECONDS_MAX * 1000
  while (performance.now() < until) {
    if (child.exitCode !== null) break
    const answer = await fetch(url).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await sleep(10)
  }
  throw new Error(`${child.spawnargs.at(-1)} did not become ready`)
}
