import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commanded, type Commanded } from './commanded.ts'
import { backend } from './database.ts'
import { demoKeyOf, newInstallation, PUBLIC, type Installation } from './installation.ts'
import { eventually, launch, patiently, serving, startServer, type ServerProcess } from './process.ts'

let installation: Installation
let first: ServerProcess
let key: string

beforeAll(async () => {
  installation = await newInstallation()
  first = await startServer(installation.settings)
  key = await demoKeyOf(first)
})

afterAll(async () => {
  await installation.remove()
})

describe.runIf(backend === 'pglite')('the embedded database', patiently, () => {
  test('a second server on the folder is refused in one line that names the holder', async () => {
    const refused = await launch(['src/main.mjs'], installation.settings).ended
    expectOneLine(refused, new RegExp(`${installation.dataDir} is in use by process ${first.pid} `))
  })

  test('the command line is refused while a server holds the folder', async () => {
    const refused = await launch(['src/cli.mjs', 'key', 'list', '--workspace', 'seaside-homes'], installation.settings)
      .ended
    expectOneLine(refused, new RegExp(`in use by process ${first.pid} `))
    expect(refused.stdout).toBe('')
  })
})

describe.runIf(backend === 'postgres')('a server that cannot start', patiently, () => {
  test('names the port that is in use', async () => {
    const { port } = new URL(first.url)
    const refused = await launch(['src/main.mjs'], { ...installation.settings, PORT: port }).ended
    expectOneLine(refused, new RegExp(`EADDRINUSE.*:${port}`))
  })

  test('does not wait for a database that refuses its password', async () => {
    const url = new URL(installation.settings.DATABASE_URL ?? '')
    url.password = 'wrong'
    const refused = await launch(['src/main.mjs'], { ...installation.settings, DATABASE_URL: url.href }).ended
    expectOneLine(refused, /DATABASE_URL .*password authentication failed/)
    expect(refused.stdout + refused.stderr).not.toContain('wrong')
  })
})

describe.runIf(backend === 'pglite')('a wrong setting stops the start in one line', patiently, () => {
  const server = 'postgres://postgres@127.0.0.1:1/postgres'
  test.each([
    ['PORT', { PORT: 'abc' }],
    ['ENOTDIR', { DATA_DIR: '/dev/null/data' }],
  ])('of a server, %s: %o', async (name, wrong) => {
    expectOneLine(await launch(['src/main.mjs'], { ...installation.settings, ...wrong }).ended, new RegExp(name))
  })

  // A server and a command read and refuse them by the same words; this one needs no process.
  test.each([
    ['PORT', { PORT: 'abc' }],
    ['PORT', { PORT: '70000' }],
    ['ROLE', { ROLE: 'x' }],
    ['DRAIN_SECONDS', { DRAIN_SECONDS: '-1' }],
    ['SEED_ADMIN_PASSWORD', { SEED_ADMIN_PASSWORD: 'short' }],
    ['JWT_SECRET', { JWT_SECRET: 'short' }],
    ['JWT_SECRET', { DATABASE_URL: server }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://127.0.0.1/x', JWT_SECRET: 'x'.repeat(32) }],
    ['SMTP_URL', { SMTP_URL: 'mail.example.com:587', MAIL_FROM: 'a@example.com' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example.com' }],
    ['MAIL_FROM', { MAIL_FROM: 'Seaside' }],
    ['ENOTDIR', { DATA_DIR: '/dev/null/data' }],
    ['mkdir', { DATA_DIR: '/proc/x/data' }],
  ])('%s: %o', async (name, wrong) => {
    expectOneLine(await commanded(['migrate'], { ...installation.settings, ...wrong }), new RegExp(name))
  })
})

describe('stopping', patiently, () => {
  test('after kill -9 the next start works', async () => {
    await first.kill()
    first = await startServer({ ...installation.settings, DRAIN_SECONDS: '5' })
    expect((await first.as(key).get(`${PUBLIC}/properties`)).status).toBe(200)
  })

  test('what a server without a terminal writes is JSON, line by line, and names the port it took', async () => {
    const { port } = new URL(first.url)
    const ready = await eventually(() => {
      const lines = first.output().trim().split('\n')
      const found = lines.map((line) => JSON.parse(line) as { msg?: string }).find(({ msg }) => msg === 'ready')
      expect(found).toBeDefined()
      return found
    })
    expect(ready).toMatchObject({ role: 'all', appUrl: `http://localhost:${port}` })
    const { body } = await first.as().get('/.well-known/oauth-authorization-server')
    expect(body.issuer).toBe(`http://localhost:${port}`)
  })

  test('SIGTERM: not ready at once, open for a while, and what is under way is finished', async () => {
    const server = first
    const body = JSON.stringify({ name: 'Sent slowly' })
    const about = { 'content-type': 'application/json', 'content-length': String(body.length) }
    const { request, answer } = server.as(key).begin('POST', `${PUBLIC}/properties`, about)
    request.write(body.slice(0, 5))

    server.signal('SIGTERM')
    await eventually(async () => {
      const { status, body: health } = await server.as().get('/health/ready')
      expect([status, health.status]).toEqual([503, 'draining'])
    })
    expect((await server.as(key).get(`${PUBLIC}/properties`)).status).toBe(200)
    await eventually(async () => expect(await isOpen(server)).toBe(false))

    request.end(body.slice(5))
    expect((await answer).body.name).toBe('Sent slowly')
    const { code, stderr } = await server.ended
    expect([code, stderr]).toEqual([0, ''])
  })

  test('npm start passes signals on, and a second one ends the server at once', async () => {
    const server = await npmStart()
    server.signal('SIGTERM')
    await eventually(async () => expect((await server.as().get('/health/ready')).body.status).toBe('draining'))
    const impatience = setInterval(() => server.signal('SIGTERM'), 100)
    const { code } = await server.ended
    clearInterval(impatience)
    expect(code).toBe(1)
  })

  test('Ctrl-C does not wait for a load balancer, and is one signal although it arrives twice', async () => {
    const server = await npmStart()
    process.kill(-server.pid, 'SIGINT')
    const { code, stderr } = await server.ended
    expect([code, stderr]).toEqual([0, ''])
  })
})

/** As `npm start` does it, on what is installed already, and with a drain that no test would wait for. */
async function npmStart(): Promise<ServerProcess> {
  const settings = { ...installation.settings, DRAIN_SECONDS: '600' }
  return serving(launch(['bin/start.mjs'], settings, { detached: true }))
}

function expectOneLine({ code, stderr }: Commanded, pattern: RegExp): void {
  expect(stderr).toMatch(/^innkeeper: [^\n]+\n$/)
  expect(stderr).toMatch(pattern)
  expect(code).toBe(1)
}

function isOpen({ url }: ServerProcess): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
