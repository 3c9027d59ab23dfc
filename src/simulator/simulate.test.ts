import { afterAll, beforeAll, expect, test } from 'vitest'
import { startJobs, type Jobs } from '#core/jobs.ts'
import { startRunWorker } from '#modules/agents/run-worker.ts'
import type { WorkflowWorker } from '#modules/workflows/run-worker.ts'
import { metered } from '#modules/ai/metered.ts'
import { subscribers } from '#src/background.ts'
import { toolbox, workflowTools } from '#src/catalogue.ts'
import type { Config } from '#src/config.ts'
import { readConfig } from '#src/config.ts'
import { seedDemo } from '#src/demo/seed.ts'
import { systemContext } from '#src/runtime.ts'
import { startWorkflows } from '#src/workflow-api.ts'
import { freePort } from '#test/free-port.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { launch, patiently } from '#test/process.ts'
import { SCENARIOS } from './scenarios/all.ts'
import { openSimulator, type Simulator } from './simulate.ts'

const ADMIN = { email: 'admin@example.com', password: 'a-password-for-tests' }
let [server, jobs, runs, flows]: [TestApp?, Jobs?, ReturnType<typeof startRunWorker>?, WorkflowWorker?] = []
let config: Config
let simulator: Simulator | undefined

beforeAll(async () => {
  const simulatorUrl = `http://localhost:${await freePort()}`
  const { vendorUrls, webhookSecrets, operatorChatUrl, teamChatProjectNumber } = readConfig({
    SIMULATOR_URL: simulatorUrl,
  })
  const vendors = { simulatorUrl, vendorUrls, webhookSecrets, operatorChatUrl, teamChatProjectNumber }
  server = await startTestApp({ config: vendors })
  const { runtime, app } = server
  await seedDemo(systemContext(runtime), ADMIN)
  const { database, bus, services, log } = runtime
  jobs = await startJobs({ database, bus, services, log, subscribers, routines: [] })
  runs = startRunWorker({ pool: database.pool, services, log, toolbox, metered })
  flows = startWorkflows(runtime, workflowTools)
  const address = await app.listen({ host: 'localhost', port: 0 })
  config = { ...runtime.config, baseUrl: address }
  simulator = await openSimulator(config, ADMIN)
}, patiently.timeout)

afterAll(async () => {
  await simulator?.close()
  await jobs?.stop()
  await runs?.stop()
  await flows?.stop()
  await server?.close()
}, patiently.timeout)

async function played(name: string): Promise<string> {
  const lines: string[] = []
  await simulator
    ?.play(name, (line) => lines.push(line))
    .catch((error: unknown) => {
      throw new Error(`${lines.join('\n')}\n${String(error)}`, { cause: error })
    })
  return lines.join('\n')
}

const SHOWN: Record<string, readonly (string | RegExp)[]> = {
  'voice-call': [/was created\.$/m, /^Task TK-\d+: No hot water/m, 'source CALL', /^ {4}Caller: There is no hot/m],
  'voice-tool': ['Bring a cot for tonight', 'Late check-out', 'source CALL'],
  chat: ['its agent is called', /^Slack got: 1 open, urgent/m, /^ {2}Operations assistant \[sent\]:/m],
  'chat-button': [/^ {2}done: Alex Moreira: approved\.$/m, ': Fix the tap', 'Slack got: It was decided before'],
  'release-status': ['is being looked up', /^Slack got: ios 4\.2\.0 is in review/m],
  telegram: [/^Telegram got: 1 open, urgent/m, '[sent]'],
  'team-chat': ['This space is connected', /^Google Chat got: 1 open, urgent/m, '[sent]'],
  mail: [/^AgentMail got: 1 open, urgent/m, '[sent]'],
  messaging: [/^The main app got: 1 open, urgent/m, '[delivered]'],
  meeting: ['1 tasks were proposed', 'Summary:', /^Proposed: TK-\d+ /m],
  notes: ['The article is created', 'Hold the button'],
  push: ['Articles: 1 created', 'Turn it twice.'],
  'knowledge-issue': ['The article is created', 'The key is in the box'],
  issue: ['The channel C02 was told', /^Slack got: New issue OPS-/m],
  'property-system': ['"status":"accepted"'],
  tracing: ['got: Alert errors high', 'got: Quality rule r-1', 'Tool loop'],
}

test('there is a simulation for every outside system, and each is looked at', () => {
  expect(SCENARIOS.map(({ name }) => name).toSorted()).toEqual(Object.keys(SHOWN).toSorted())
})

test.each(Object.entries(SHOWN))('simulate %s', patiently, async (name, shown) => {
  const text = await played(name)
  for (const part of shown) expect(text).toMatch(part)
})

test('played again it uses what is there', patiently, async () => {
  expect(await played('notes')).not.toContain('is made')
  expect(await played('voice-call')).toMatch(/^Task TK-\d+: No hot water/m)
})

test('what cannot be played says why', patiently, async () => {
  await expect(openSimulator(config, ADMIN)).rejects.toThrow('is in use')
  await expect(openSimulator({ ...config, simulatorUrl: undefined }, ADMIN)).rejects.toThrow('SIMULATOR_URL')
  await expect(openSimulator(config, {})).rejects.toThrow('--email and --password')
  const away = { ...config, baseUrl: 'http://localhost:1' }
  await expect(openSimulator(away, ADMIN)).rejects.toThrow('Start the service first')
})

test('it is a command of the terminal', patiently, async () => {
  const settings = { SIMULATOR_URL: config.simulatorUrl ?? '', DATA_DIR: config.dataDir }
  const account = ['--url', config.baseUrl, '--email', ADMIN.email, '--password', ADMIN.password]
  await simulator?.close()
  const run = (...words: string[]) => launch(['src/cli.mjs', 'simulate', ...words, ...account], settings).ended
  const ending = await run('push', 'property-system')
  expect([ending.code, ending.stderr]).toEqual([0, ''])
  expect(ending.stdout).toContain('== push')
  expect(ending.stdout).toContain('Turn it twice.')
  expect((await run('dance')).stderr).toContain('there is no "dance" to simulate')
  simulator = await openSimulator(config, ADMIN)
})
