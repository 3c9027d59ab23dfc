// Builds the pages of web/ into web/dist, when something that they are made from has changed. Plain JavaScript for the
// system's Node; the build itself runs on the Node that the npm package `node` brings.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { elapsed, install, node, reportProgress, root } from './install.mjs'

const webFolder = join(root, 'web')
const distFolder = join(webFolder, 'dist')
const stampFile = '.stamp'

export async function buildPages() {
  const stamp = stampOfSources()
  if (stamp === stampOfBuild()) return
  const started = Date.now()
  console.log('pages: building')
  const progress = reportProgress('still building')
  // Built aside and moved at the end: two starts at once, or one that is cut short, leave no half of a build behind.
  const folder = join(webFolder, `dist-${process.pid}`)
  try {
    await run(['web/build.ts', folder])
    writeFileSync(join(folder, stampFile), stamp)
    moveIntoPlace(folder)
  } finally {
    progress.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`pages: built in ${elapsed(started)}`)
}

/** Whatever the build reads; types are left out by it, so src/ is no part of this. */
function stampOfSources() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const files = readdirSync(webFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !path.startsWith(distFolder))
    .toSorted()
  for (const path of files) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

function stampOfBuild() {
  try {
    return readFileSync(join(distFolder, stampFile), 'utf8')
  } catch {
    return undefined
  }
}

function moveIntoPlace(folder) {
  const former = `${folder}-former`
  try {
    renameSync(distFolder, former)
  } catch (cause) {
    if (cause.code !== 'ENOENT') throw cause
  }
  try {
    renameSync(folder, distFolder)
  } catch (cause) {
    // Another start has put its build there in between, which is as good.
    if (!['ENOTEMPTY', 'EEXIST'].includes(cause.code)) throw cause
  }
  rmSync(former, { recursive: true, force: true })
}

function run(args) {
  // Whoever asks for the build, a test too: what is built is what people get.
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(node, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`the pages could not be built (${code ?? signal}):\n${output}`))
    })
  })
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    await install()
    await buildPages()
  } catch (cause) {
    console.error(cause.message)
    process.exitCode = 1
  }
}
