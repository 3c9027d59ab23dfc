import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { newInstallation } from './installation.ts'
import { launch, patiently, startServer } from './process.ts'

const run = promisify(execFile)
const guide = readFileSync(new URL('../docs/agents.md', import.meta.url), 'utf8')

const ADMIN = { SEED_ADMIN_EMAIL: 'admin@example.com', SEED_ADMIN_PASSWORD: 'try-innkeeper' }

test('the guide to agents works as printed, and so does the chat in a terminal', patiently, async () => {
  const { settings, dataDir, remove } = await newInstallation(ADMIN)
  onTestFinished(remove)
  const server = await startServer(settings)
  const tour = /<!-- tour -->\n+```sh\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
  const script = tour.replaceAll('http://localhost:3000', server.url).replaceAll('events.txt', `${dataDir}/events.txt`)
  const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script])
  expect(stderr).toBe('')
  const lines = stdout.trim().split('\n')
  expect(stdout).toContain('Maintenance')
  expect(lines).toContain('interrupted')
  expect(lines).toContain('Create a task')
  expect(lines).toContain('priority: URGENT')
  expect(lines).toContain('queued')
  expect(Number(lines.at(-1))).toBeGreaterThan(0)

  const credential = ['--email', ADMIN.SEED_ADMIN_EMAIL, '--password', ADMIN.SEED_ADMIN_PASSWORD]
  const chat = (...more: string[]) =>
    launch(['src/cli.mjs', 'agent', 'chat', '--url', server.url, ...credential, ...more], {}).ended
  const asked = await chat('--say', 'Urgent tasks')
  expect([asked.code, asked.stderr]).toEqual([0, ''])
  expect(asked.stdout).toMatch(/· list_tasks\n[\s\S]*boiler/i)
  const made = await chat('--yes', '--say', 'Create a task to paint the gate at Casa Azul')
  expect(made.stdout).toMatch(/· create_task[\s\S]*Created TK-\d+/)
  const wrong = await chat('--password', 'wrong', '--say', 'Hello')
  expect(wrong.code).toBe(1)
  await server.stop()
})
