import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const VERSION = '1.15.2'

/** The gateway to compare with: installed when it is first asked for, beside the project and not into it. */
export function portkeyServer(): string {
  const folder = join(tmpdir(), `innkeeper-bench-portkey-${VERSION}`)
  const program = join(folder, 'node_modules', '@portkey-ai', 'gateway', 'build', 'start-server.js')
  if (existsSync(program)) return program
  console.log(`installing @portkey-ai/gateway ${VERSION} into ${folder}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--save-exact']
  const { status } = spawnSync('npm', ['install', ...options, `@portkey-ai/gateway@${VERSION}`], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error('the gateway to compare with could not be installed')
  return program
}
