import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { remoteClient, type RemoteClient } from './remote-client.ts'

export type Settings = Record<string, string>

const root = fileURLToPath(new URL('..', import.meta.url))

export interface Ending {
  code: number | null
  signal: string | null
  stdout: string
  stderr: string
}

export interface Launched {
  readonly pid: number
  /** What it has written so far, standard error included. */
  output(): string
  signal(name: NodeJS.Signals): void
  readonly ended: Promise<Ending>
}

const running = new Map<Launched, () => void>()
process.on('exit', () => running.forEach((kill) => kill()))

/**
 * Runs a program of ours on this Node, with these settings and none of the surroundings'. Detached it leads a process
 * group, as a command in a terminal does.
 */
export function launch(args: string[], settings: Settings, { detached = false } = {}): Launched {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  })
  const written = { stdout: '', stderr: '', both: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (part: string) => {
      written[name] += part
      written.both += part
    })
  }
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      running.delete(launched)
      resolve({ code, signal, stdout: written.stdout, stderr: written.stderr })
    })
  })
  const launched: Launched = {
    pid: child.pid ?? 0,
    output: () => written.both,
    signal: (name) => void child.kill(name),
    ended,
  }
  running.set(launched, () => (detached ? process.kill(-launched.pid, 'SIGKILL') : child.kill('SIGKILL')))
  return launched
}

/** Ends what a file of tests has left running. */
export async function killAll(): Promise<void> {
  const left = [...running]
  for (const [, kill] of left) kill()
  await Promise.all(left.map(([{ ended }]) => ended))
}

/** For tests that start processes. They measure no time, so the limit is a generous one: the machine may be busy. */
export const patiently = { timeout: 180_000 }

export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000, interval: 50 })
}

/** Waits until the process has written something like this; answers what the pattern caught. */
export async function untilWritten(process: Launched, pattern: RegExp): Promise<string> {
  const died = process.ended.then(({ code, signal }) => {
    throw new Error(`ended with ${code ?? signal} before it wrote ${pattern}:\n${process.output()}`)
  })
  const found = eventually(() => {
    const [, caught = ''] = pattern.exec(process.output()) ?? expect.fail(`no ${pattern} in\n${process.output()}`)
    return caught
  })
  return Promise.race([found, died])
}

export interface ServerProcess extends Launched {
  readonly url: string
  /** A caller at any address of this server. */
  as(token?: string): RemoteClient
  /** Stops in good order. */
  stop(): Promise<Ending>
  /** kill -9. */
  kill(): Promise<Ending>
}

/** A server in a process of its own, ready. */
export async function startServer(settings: Settings): Promise<ServerProcess> {
  const server = await serving(launch(['src/main.mjs'], settings))
  const nobody = server.as()
  await eventually(async () => expect((await nobody.get('/health/ready')).status, server.output()).toBe(200))
  return server
}

/** The server that the process has become, or is about to become. */
export async function serving(launched: Launched): Promise<ServerProcess> {
  const url = await untilWritten(launched, /Server listening at (http:\/\/127\.0\.0\.1:\d+)/)
  const endBy = (name: NodeJS.Signals): Promise<Ending> => {
    launched.signal(name)
    return launched.ended
  }
  return {
    ...launched,
    url,
    as: (token) => remoteClient(url, token),
    stop: () => endBy('SIGINT'),
    kill: () => endBy('SIGKILL'),
  }
}
