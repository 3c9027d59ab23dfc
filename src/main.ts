import pino from 'pino'
import { createApp, routines, subscribers } from './app.ts'
import { readConfig, WrongSetting, type Config } from './config.ts'
import { seedDemo, type Seeded } from './demo/seed.ts'
import { openRuntime, systemContext, type Runtime } from './runtime.ts'
import { FolderHeld } from '#core/folder-lock.ts'
import { startJobs } from '#core/jobs.ts'

const FINISH_SECONDS_MAX = 30
const TOGETHER_MILLIS = 500

try {
  await start(readConfig())
} catch (error) {
  if (!(error instanceof WrongSetting || error instanceof FolderHeld)) throw error
  process.stderr.write(`innkeeper: ${error.message}\n`)
  process.exitCode = 1
}

async function start(config: Config): Promise<void> {
  const logger = pino({ level: config.logLevel })
  say(
    config.database.kind === 'embedded'
      ? `opening the embedded database in ${config.dataDir}`
      : 'connecting to PostgreSQL',
  )
  const runtime = await openRuntime({ config, log: logger, stage: say })
  const seeded = config.seed === 'demo' ? await seed(runtime) : undefined

  const { database, bus, services } = runtime
  const jobs =
    config.role === 'api' ? undefined : await startJobs({ database, bus, services, log: logger, subscribers, routines })
  let draining = false
  const app = createApp(runtime, { logger, jobs, isDraining: () => draining })
  await app.listen({ host: config.host, port: config.port })
  say(welcome(config, seeded))

  stopOnSignals(async (signal) => {
    draining = true
    // A load balancer needs time to see the 503; nobody balances a Ctrl-C.
    if (signal === 'SIGTERM') await seconds(config.drainSeconds)
    say('finishing the requests under way')
    await Promise.race([app.close(), seconds(FINISH_SECONDS_MAX)])
    await jobs?.stop()
    await runtime.close()
  })
}

async function seed(runtime: Runtime): Promise<Seeded | undefined> {
  const { seedAdminEmail, seedAdminPassword } = runtime.config
  const seeded = await seedDemo(systemContext(runtime), { email: seedAdminEmail, password: seedAdminPassword })
  if (seeded) say(`seeded the demo workspace ${seeded.workspaceId}`)
  return seeded
}

function welcome({ appUrl, seedAdminPassword, version }: Config, seeded: Seeded | undefined): string {
  const lines = [
    `ready: Innkeeper ${version}`,
    '',
    `  API          ${appUrl}/api/v1`,
    `  Reference    ${appUrl}/public-docs`,
  ]
  if (seeded) {
    lines.push(
      `  Workspace    ${seeded.workspaceId}`,
      `  Admin        ${seeded.adminEmail}`,
      `  Password     ${seedAdminPassword ? '(the one in SEED_ADMIN_PASSWORD)' : seeded.adminPassword}`,
      `  API key      ${seeded.apiKey}`,
      '',
      '  The password and the key are shown this once.',
    )
  }
  return `${lines.join('\n')}\n`
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
