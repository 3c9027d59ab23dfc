// npm run lock: names in each package-lock.json every optional package that npm left out of it. npm drops the packages of
// other platforms when it cannot see them, and then `npm ci` refuses the lock file on every machine. `--check` only looks.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

const folders = ['.', 'test/conformance/judges']
const isCheck = process.argv.includes('--check')
for (const folder of folders) {
  const name = join(folder, 'package-lock.json')
  const file = fileURLToPath(new URL(`../${name}`, import.meta.url))
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingOptionalPackages(lock.packages)
  if (isCheck) refuse(name, missing)
  else complete(name, file, lock, missing)
}

function refuse(name, missing) {
  for (const each of missing) console.log(`${name} does not name ${each.name}`)
  if (missing.length === 0) return
  console.log('npm ci would refuse it: run "npm run lock"')
  process.exitCode = 1
}

function complete(name, file, lock, missing) {
  for (const { name, version, dev, peer } of missing) {
    const entry = sortedEntries({ dev, peer, optional: true, ...platformOf(name) })
    lock.packages[`node_modules/${name}`] = { version, ...entry }
  }
  lock.packages = sortedEntries(lock.packages)
  if (missing.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`lock: ${missing.length} optional packages of other platforms added to ${name}`)
}

function missingOptionalPackages(packages) {
  const missing = []
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (packages[`${path}/node_modules/${name}`] || packages[`node_modules/${name}`]) continue
      if (!/^\d+\.\d+\.\d+/.test(version)) throw new Error(`${path} wants ${name} ${version}: not an exact version`)
      missing.push({ name, version, dev: entry.dev, peer: entry.peer })
    }
  }
  return missing
}

/** Platform packages carry their platform in the name, such as @oxlint/binding-linux-arm64-musl. */
function platformOf(name) {
  const words = name.split(/[-/]/)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  if (os.length === 0 && cpu.length === 0) throw new Error(`cannot tell the platform of ${name} from its name`)
  const libc = os[0] !== 'linux' ? undefined : words.some((word) => word.startsWith('musl')) ? ['musl'] : ['glibc']
  return { os: os.length > 0 ? os : undefined, cpu: cpu.length > 0 ? cpu : undefined, libc }
}

/** In npm's own order, so that npm's next write of the lock file changes nothing here. */
function sortedEntries(object) {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => a.localeCompare(b, 'en')))
}
