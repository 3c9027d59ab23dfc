// Makes node_modules match package-lock.json. Plain JavaScript for the system's Node: when this runs, nothing is
// installed yet. Everything after it runs on the Node that the npm package `node` brings.
import { spawn, spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, utimesSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const binFolder = join(root, 'node_modules', '.bin')
export const node = join(binFolder, 'node')

const nodeMajor = 26
const progressSeconds = 5
const lockFolder = join(root, '.install-lock')
const lockStaleSeconds = 30

export async function install() {
  if (!reasonToInstall()) return
  await withLock(async () => {
    // Another start may have installed everything while this one waited for the lock.
    const reason = reasonToInstall()
    if (!reason) return
    refuseLink(reason)
    await cleanInstall(reason)
    const problem = problemWithNode()
    if (problem) throw new Error(problem)
  })
}

/** Prints the elapsed time after every few seconds of silence, so that a long stage is never mistaken for a hang. */
export function reportProgress(what) {
  const started = Date.now()
  const timer = setInterval(() => console.log(`  ${what}, ${elapsed(started)}`), progressSeconds * 1000)
  return { heard: () => timer.refresh(), stop: () => clearInterval(timer) }
}

export function elapsed(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`
}

/** npm records what it installed in node_modules/.package-lock.json, as the last act of a successful install. */
function reasonToInstall() {
  const wanted = readJson('package-lock.json')?.packages
  if (!wanted) throw new Error('package-lock.json is missing or damaged: get it back from git.')
  const found = readJson('node_modules/.package-lock.json')?.packages
  if (!found) return 'node_modules is not there'
  const manifest = readJson('package.json')
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    if (!sameEntries(manifest[group], wanted[''][group])) return 'package.json has changed'
  }
  if (Object.keys(found).some((path) => !wanted[path])) return 'package-lock.json has changed'
  const differs = ([path, entry]) => path && !sameEdition(entry, found[path])
  if (Object.entries(wanted).some(differs)) return 'package-lock.json has changed'
  return problemWithNode()
}

function sameEdition(wanted, found) {
  // Optional packages for other platforms are in the lock file and never in node_modules.
  if (!found) return wanted.optional === true
  return wanted.version === found.version && wanted.integrity === found.integrity
}

function sameEntries(left = {}, right = {}) {
  const names = Object.keys(left)
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name])
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return undefined
  }
}

function problemWithNode() {
  const answer = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (answer.error?.code === 'ENOENT') {
    return (
      'node_modules/.bin/node is missing: the install script of the npm package "node" did not run. ' +
      'Does "npm config get ignore-scripts" say true?'
    )
  }
  if (answer.status !== 0) {
    const cause = answer.error?.message ?? (answer.stderr.trim() || `exit code ${answer.status}`)
    return `node_modules/.bin/node does not run on this machine (${process.platform}-${process.arch}): ${cause}`
  }
  const version = answer.stdout.trim()
  if (version.startsWith(`v${nodeMajor}.`)) return undefined
  return `node_modules/.bin/node is ${version}, and Node ${nodeMajor} is needed`
}

async function cleanInstall(reason) {
  const started = Date.now()
  const count = Object.keys(readJson('package-lock.json').packages).length
  console.log(`install: ${reason}; npm ci for up to ${count} packages`)
  const progress = reportProgress('still installing')
  const { code, output } = await runNpmCi().finally(progress.stop)
  if (code !== 0) throw new Error(`npm ci failed with code ${code}:\n${output}`)
  console.log(`install: done in ${elapsed(started)}`)
}

/** `npm ci` would empty the folder that the link leads to, which belongs to somebody else. */
function refuseLink(reason) {
  const found = lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })
  if (!found?.isSymbolicLink()) return
  throw new Error(`node_modules is a link, and must be installed anew (${reason}). Remove the link and start again.`)
}

/** Development packages are always wanted, so that `npm start` and `npm test` agree on what is installed. */
function runNpmCi() {
  const npm = spawn('npm', ['ci', '--include=dev', '--loglevel=error', '--no-progress'], {
    cwd: root,
    env: { ...process.env, PATH: pathWithoutThisProject() },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  // npm goes on for a long time after a signal, as do the scripts that it runs. What is half done is done anew next time.
  const stopListening = onStopSignal(() => {
    if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL')
  })
  return new Promise((resolve, reject) => {
    npm.on('error', (cause) => reject(new Error(`npm could not be started: ${cause.message}`)))
    npm.on('close', (code, signal) => {
      stopListening()
      resolve({ code: code ?? signal, output })
    })
  })
}

/** `npm ci` removes node_modules first, so npm must not run on the Node that lies there. */
function pathWithoutThisProject() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => join(folder) !== binFolder).join(delimiter)
}

/** Two starts in one fresh clone: the second waits. The holder touches the lock, so a lock left by a crash grows old. */
async function withLock(work) {
  await takeLock()
  const heartbeat = setInterval(touchLock, 2000)
  const release = () => {
    clearInterval(heartbeat)
    rmSync(lockFolder, { recursive: true, force: true })
  }
  let stoppedBy
  const stopListening = onStopSignal((signal) => (stoppedBy = signal))
  try {
    await work()
  } catch (cause) {
    if (!stoppedBy) throw cause
  } finally {
    stopListening()
    release()
  }
  if (stoppedBy) process.exit(128 + constants.signals[stoppedBy])
}

async function takeLock() {
  for (let waits = 0; ; waits++) {
    try {
      return mkdirSync(lockFolder)
    } catch (cause) {
      if (cause.code !== 'EEXIST') throw cause
    }
    if (lockAgeSeconds() > lockStaleSeconds) rmSync(lockFolder, { recursive: true, force: true })
    else if (waits % 10 === 0) console.log('install: another install is running in this folder, waiting for it')
    await sleep(500)
  }
}

function touchLock() {
  try {
    utimesSync(lockFolder, new Date(), new Date())
  } catch {
    // Taken over by another start while this process was suspended: nothing to keep fresh.
  }
}

function lockAgeSeconds() {
  try {
    return (Date.now() - statSync(lockFolder).mtimeMs) / 1000
  } catch {
    return 0 // released in the meantime
  }
}

/** For the time of a stage: `listener` hears the signals that ask this process to stop. Answers how to end that. */
export function onStopSignal(listener) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, listener)
  return () => {
    for (const signal of signals) process.off(signal, listener)
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await install().catch((cause) => {
    console.error(cause.message)
    process.exitCode = 1
  })
}
