import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from './service.ts'

const run = promisify(execFile)
const sdk = join(import.meta.dirname, '..')

test('the tour of the README works as printed', async () => {
  const { baseUrl, asKey, asAdmin, workspaceId } = await startService()
  await asAdmin.post('/departments', { name: 'Maintenance', slug: 'maintenance', kind: 'field_ops' })
  const tour = /<!-- tour -->\n+```js\n([\s\S]*?)```/.exec(readFileSync(join(sdk, 'README.md'), 'utf8'))?.[1] ?? ''
  const program = tour
    .replace("'@innkeeper/client'", `'${pathToFileURL(join(sdk, 'src', 'client.ts')).href}'`)
    .replace('seaside-homes', workspaceId)
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-tour-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'tour.mjs'), program)
  const env = { ...process.env, INNKEEPER_URL: baseUrl, INNKEEPER_KEY: asKey.token }
  const { stdout } = await run(process.execPath, ['tour.mjs'], { cwd: folder, env })
  expect(stdout.trim().split('\n')).toEqual([
    'TK-1 is SCHEDULED',
    'TK-1 Fix the tap',
    'somebody was quicker: It drips.',
    'first: Send a photo https://my-app.example/8812',
    'TK-1 is COMPLETED',
  ])
})
