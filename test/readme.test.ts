import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { newInstallation } from './installation.ts'
import { patiently, startServer } from './process.ts'

const run = promisify(execFile)
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

test('the tour of the README works as printed', patiently, async () => {
  const admin = { SEED_ADMIN_EMAIL: '', SEED_ADMIN_PASSWORD: 'try-innkeeper' }
  const { settings, remove } = await newInstallation(admin)
  onTestFinished(remove)
  const server = await startServer(settings)
  const tour = /<!-- tour -->\n+```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  expect(tour).toContain('curl')
  const script = tour.replaceAll('http://localhost:3000', server.url)
  const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script])
  expect(stderr).toBe('')
  expect(stdout).toContain('{"items":[{"id":"seaside-homes","name":"Seaside Homes"}]')
  expect(stdout).toContain('"name":"Casa Azul"')
  expect(stdout).toContain('HTTP/1.1 201 Created')
  expect(stdout).toContain('"status":"ACTIVE","lifecycleStage":null')
  expect(stdout).toContain('{"pointer":"/bedrooms","code":"wrong_type","message":"Must be integer or null."}')
  expect(stdout).toContain('"code":"precondition_failed"')
  expect(stdout).toContain('"title":"Fix the tap"')
  expect(stdout).toContain('"status":"COMPLETED"')
  expect(stdout).toMatch(/\{"id":"[0-9a-f-]{36}","deleted":true,"deletedAt":"[^"]+"\}\n$/)
})
