import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#src/config.ts'
import { serverArguments } from '../bin/server.mjs'
import { freePort } from './free-port.ts'
import { layOut, planOf, servicesIn } from './image-plan.ts'

const context = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string): string => readFileSync(join(context, name), 'utf8')
const plan = planOf(read('Dockerfile'))
const root = mkdtempSync(join(tmpdir(), 'innkeeper-image-'))
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 20 }))

const SECRETS = {
  JWT_SECRET: 'of-the-compose-file-'.repeat(2),
  OWNER_PASSWORD: 'theowner',
  SERVING_PASSWORD: 'theserver',
}

test('the image runs the server as npm start does, on the Node of the project, and not as root', () => {
  expect(plan.command).toEqual(['node', ...serverArguments])
  const [, major] = /^node:(\d+)-/.exec(plan.base) ?? []
  expect(JSON.parse(read('package.json')).dependencies.node).toMatch(new RegExp(`^${major}\\.`))
  expect(plan.user).toBe('node')
  const { dataDir, host, port } = readConfig(plan.env)
  expect([host, [port]]).toEqual(['0.0.0.0', plan.ports])
  expect(plan.volumes).toEqual([dataDir])
  // The user that runs the image can write to its data and cache folders and nowhere else.
  expect(plan.runs).toContain('mkdir -p /data node_modules/.cache && chown node:node /data node_modules/.cache')
  expect(plan.runs.filter((run) => run.startsWith('npm'))).toEqual(['npm ci --omit=dev --no-audit --no-fund'])
})

test(
  'from the files of the image alone the server starts, is healthy and serves the pages',
  { timeout: 300_000 },
  async () => {
    const folder = layOut(plan, context, root)
    expect(readdirSync(folder)).not.toContain('.git')
    expect(existsSync(join(folder, 'web/dist'))).toBe(true)
    const [program, ...words] = plan.command
    expect(program).toBe('node')
    const port = await freePort()
    const env = {
      ...plan.env,
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: join(root, 'data'),
      PORT: String(port),
      SEED: 'none',
    }
    // The image listens on all addresses; the test must not be reachable from outside.
    const server = spawn(process.execPath, words, { cwd: folder, env: { ...env, HOST: '127.0.0.1' }, stdio: 'pipe' })
    onTestFinished(() => ended(server))
    let said = ''
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (text: Buffer) => (said += String(text)))
    const ready = async (): Promise<void> => {
      const answer = await fetch(`http://localhost:${port}/health/ready`)
      expect(answer.status).toBe(200)
    }
    await vi.waitFor(ready, { timeout: 240_000, interval: 200 }).catch((cause: unknown) => {
      throw new Error(`it did not become ready:\n${said}`, { cause })
    })
    expect((await fetch(`http://localhost:${port}/w/`)).status).toBe(200)
    // The image's own health check passes now, and fails when nothing answers.
    const check = (at: number): void =>
      void execFileSync('/bin/sh', ['-c', plan.health ?? 'false'], { cwd: folder, env: { ...env, PORT: String(at) } })
    expect(() => check(port)).not.toThrow()
    await ended(server)
    expect(() => check(port)).toThrow('Command failed')
  },
)

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await exit
}

test('what serves in compose.yaml does not own the database, and has no word of who does', () => {
  const services = servicesIn(read('compose.yaml'), SECRETS)
  const { postgres, migrate, ...serving } = services
  expect(Object.keys(serving)).toEqual(['api', 'worker'])
  const superuser = postgres?.environment['POSTGRES_USER'] ?? 'postgres'
  for (const [role, { environment, depends_on, ports }] of Object.entries(serving)) {
    const config = readConfig({ ...plan.env, ...environment })
    expect([config.role, config.migrationUrl]).toEqual([role, undefined])
    const url = new URL(config.database.kind === 'postgres' ? config.database.url : '')
    expect([url.username, url.password]).toEqual(['innkeeper_serving', SECRETS.SERVING_PASSWORD])
    expect(url.username).not.toBe(superuser)
    expect(JSON.stringify(environment)).not.toContain(SECRETS.OWNER_PASSWORD)
    expect(depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } })
    expect(ports).toEqual(role === 'api' ? plan.ports.map((port) => `${port}:${port}`) : [])
  }
  const config = readConfig({ ...plan.env, ...migrate?.environment })
  expect(new URL(config.migrationUrl ?? '').username).toBe(superuser)
  expect(migrate?.command).toEqual(['node', 'src/cli.mjs', 'migrate'])
  expect(migrate?.ports).toBeUndefined()
  for (const name of Object.keys(SECRETS))
    expect(() => servicesIn(read('compose.yaml'), { ...SECRETS, [name]: undefined as never })).toThrow(`set ${name}`)
})
