import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { Refusal } from '#core/errors.ts'
import { createLogger } from '#core/log.ts'
import { createApp } from './app.ts'
import { retiredRoutines, routines, subscribers } from './background.ts'
import { toolbox, workflowTools } from './catalogue.ts'
import { readConfig, type Config } from './config.ts'
import { seedDemo, type Seeded } from './demo/seed.ts'
import { openRuntime, systemContext, type Runtime, type RuntimeOptions } from './runtime.ts'
import { WrongSetting } from './setting-reader.ts'
import { missingDatabase, startFailure } from './start-failure.ts'
import { startJobs } from '#core/jobs.ts'
import { riskOfRole } from '#core/serving-role.ts'
import { metered } from '#modules/ai/metered.ts'
import { failures as passwordFailures } from '#modules/identity/password.service.ts'
import { startRunWorker } from '#modules/agents/run-worker.ts'
import { keepDemoAdmin } from './simulator/demo-admin.ts'
import { startWorkflows } from './workflow-api.ts'
import { NotMigrated } from './upgrade.ts'

const FINISH_SECONDS_MAX = 30
const JOBS_SECONDS_MAX = 15
const CLOSE_SECONDS_MAX = 5
const TOGETHER_MILLIS = 500
const RETRY_SECONDS = 2

try {
  await start(readConfig())
} catch (error) {
  const sentence = startFailure(error)
  if (sentence === undefined) throw error
  process.stderr.write(`innkeeper: ${sentence}\n`)
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  // Until it serves there is nothing to finish. Without a listener process 1 of a container would not hear a signal.
  let stop: Stop = async () => {}
  stopOnSignals((signal) => stop(signal))
  for (;;) {
    try {
      return await serve(await withPort(config), (how) => (stop = how))
    } catch (error) {
      if (config.port !== 0 || !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
      // Somebody was quicker. Nothing was promised to anybody under that address yet.
      await stop('taken')
    }
  }
}

type Stop = (signal: string) => Promise<void>

async function serve(config: Config, stopBy: (stop: Stop) => void): Promise<void> {
  const logger = createLogger(config.logLevel)
  // Among JSON lines, for a program to read, a plain one would be a fault.
  const tell = process.stdout.isTTY ? say : (text: string) => logger.info(text)
  tell(
    config.database.kind === 'embedded'
      ? `opening the embedded database in ${config.dataDir}`
      : 'connecting to PostgreSQL',
  )
  const warn = process.stdout.isTTY ? say : (text: string) => logger.warn(text)
  const runtime = await openWhenUp({ config, log: logger, warn })
  const risk = config.database.kind === 'postgres' ? await riskOfRole(runtime.database.pool) : undefined
  if (risk !== undefined) warn(risk)
  if (config.seed === 'demo') await seed(runtime)

  const { database, bus, services } = runtime
  const work = { subscribers, routines, retiredRoutines }
  const jobs = config.role === 'api' ? undefined : await startJobs({ database, bus, services, log: logger, ...work })
  const runs =
    config.role === 'api' ? undefined : startRunWorker({ pool: database.pool, services, log: logger, toolbox, metered })
  const workflows = config.role === 'api' ? undefined : startWorkflows(runtime, workflowTools)
  let draining = false
  const app = createApp(runtime, { logger, jobs, workflows, isDraining: () => draining })
  stopBy(async (signal) => {
    draining = true
    // A load balancer needs time to see the 503; nobody balances a Ctrl-C.
    if (signal === 'SIGTERM') await seconds(config.drainSeconds)
    tell('finishing the requests under way')
    await Promise.race([app.close(), seconds(FINISH_SECONDS_MAX)])
    // A database that does not answer must not keep the process: what is not handed back is taken up when it is due.
    await Promise.race([Promise.all([jobs?.stop(), runs?.stop(), workflows?.stop()]), seconds(JOBS_SECONDS_MAX)])
    await Promise.race([runtime.close(), seconds(CLOSE_SECONDS_MAX)])
  })
  await app.listen({ host: config.host, port: config.port })
  const { version, role, appUrl, simulatorUrl } = config
  if (process.stdout.isTTY) say(welcome(config))
  else logger.info({ version, role, appUrl, simulatorUrl }, 'ready')
}

/** With PORT=0 a port is chosen before anything else: links, documents and the issuer of tokens name it. */
async function withPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config
  const probe = createServer().listen({ host: config.host, port: 0 })
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  const at = (url: string): string => url.replace(/^(http:\/\/localhost):0$/, `$1:${port}`)
  return { ...config, port, appUrl: at(config.appUrl), baseUrl: at(config.baseUrl) }
}

/** A database that is not up yet is waited for: machines start in any order. */
async function openWhenUp(options: RuntimeOptions & { warn: (text: string) => void }): Promise<Runtime> {
  for (;;) {
    try {
      return await openRuntime(options)
    } catch (error) {
      const reason = error instanceof NotMigrated ? error.message : missingDatabase(error)
      if (reason === undefined) throw error
      options.warn(`the database cannot be used yet (${reason}); trying again in ${RETRY_SECONDS} seconds`)
      await seconds(RETRY_SECONDS)
    }
  }
}

async function seed(runtime: Runtime): Promise<void> {
  const { seedAdminEmail, seedAdminPassword } = runtime.config
  const seeded = await seedDemo(systemContext(runtime), { email: seedAdminEmail, password: seedAdminPassword }).catch(
    (error: unknown) => {
      const isPassword = error instanceof Refusal && Object.values(passwordFailures).includes(error.failure)
      throw isPassword ? new WrongSetting(`SEED_ADMIN_PASSWORD: ${error.message}`) : error
    },
  )
  if (!seeded) return
  if (runtime.config.simulatorUrl !== undefined) keepDemoAdmin(runtime.config.dataDir, seeded)
  say(secretsOf(runtime.config, seeded))
}

/**
 * Said as soon as they are there: a start that fails afterwards must not take them away for good. Plain in any case:
 * they are for a person, and shown this once.
 */
function secretsOf({ seedAdminPassword }: Config, seeded: Seeded): string {
  const lines = [
    'seeded a demo company',
    '',
    `  Workspace    ${seeded.workspaceId}`,
    `  Admin        ${seeded.adminEmail}`,
    `  Password     ${seedAdminPassword ? '(the one in SEED_ADMIN_PASSWORD)' : seeded.adminPassword}`,
    `  API key      ${seeded.apiKey}`,
    `  Technician   ${seeded.technicianUrl}`,
    `  Guest        ${seeded.guestUrl}`,
    '',
    '  The password and the key are shown this once.',
  ]
  return `${lines.join('\n')}\n`
}

const SIMULATOR = `  Simulator    npm run cli -- simulate voice-call
               Outside systems are played on this machine; SIMULATOR_URL=off reaches the real ones.
`

function welcome({ appUrl, baseUrl, role, version, simulatorUrl }: Config): string {
  const ready = `ready: Innkeeper ${version}`
  if (role === 'worker') return `${ready}, delivering events and running jobs`
  const lines = `  Console      ${appUrl}/w/\n  API          ${appUrl}/api/v1\n  Reference    ${appUrl}/public-docs\n  Tool server  ${baseUrl}/v1/mcp-server\n`
  return `${ready}\n\n${lines}${simulatorUrl === undefined ? '' : SIMULATOR}`
}

/**
 * The first signal stops in good order, a second one at once. npm passes on a signal that the terminal has sent to the
 * whole group already, so two that come together are one.
 */
function stopOnSignals(stop: (signal: string) => Promise<void>): void {
  let since: number | undefined
  const handle = (signal: string): void => {
    if (since !== undefined) {
      if (performance.now() - since < TOGETHER_MILLIS) return
      process.exit(1)
    }
    since = performance.now()
    stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`innkeeper: could not stop in good order: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, handle)
}

function say(text: string): void {
  process.stdout.write(`innkeeper: ${text}\n`)
}

function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1000))
}
