import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createLogger } from '#core/log.ts'
import { openPasswords } from '#core/passwords.ts'
import type { VendorUrls } from '#core/services.ts'
import { createApp, type AppOptions } from '#src/app.ts'
import { readConfig, type Config } from '#src/config.ts'
import { openRuntime, type Runtime } from '#src/runtime.ts'
import { clientOf, type Client } from './client.ts'
import { newDatabase } from './database.ts'
import { makersIn, makeWorkspace, type Makers, type Person } from './makers.ts'

/** What a backend of the operator shows at the routes of agents. */
export const SERVER_KEY = 'the-shared-key-of-the-backend-long-enough'

export interface TestApp {
  app: FastifyInstance
  runtime: Runtime
  close(): Promise<void>
}

/** A workspace of its own for each test, on a database shared by the worker: quick, and a standing proof of tenancy. */
export interface Harness extends TestApp {
  workspaceId: string
  make: Makers
  admin: Person
  /** A server key with every scope, at the public surface. */
  asKey: Client
  /** The administrator's session at the public surface. */
  asUser: Client
  /** The administrator's session at the console's surface. */
  asAdmin: Client
  asNobody: Client
  /** Somebody else at the public surface of this workspace. */
  as(token: string): Client
  /** Somebody else at the console's surface of this workspace. */
  asConsole(token: string): Client
}

export interface TestAppOptions extends Partial<Omit<AppOptions, 'logger'>> {
  config?: Partial<Config>
  /** Where log lines go; nowhere unless said. */
  logTo?: NodeJS.WritableStream
}

/** Where other systems are asked: a test that wants an answer says who gives it. */
const NOBODY: VendorUrls = {
  slack: 'http://localhost:1',
  slackAuthorize: 'http://localhost:1',
  composio: 'http://localhost:1',
  telegram: 'http://localhost:1',
  agentMail: 'http://localhost:1',
  notion: 'http://localhost:1',
  github: 'http://localhost:1',
  googleChat: 'http://localhost:1',
  googleToken: 'http://localhost:1',
  googleChatKeys: 'http://localhost:1',
  googleKeys: 'http://localhost:1',
}

/** The product's own cost is in src/core/passwords.test.ts; here it was most of what a sign-in took. */
const CHEAP = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }

/** A server with settings of its own, on a new database unless the settings name one. */
export async function startTestApp({ config: changes = {}, logTo, ...options }: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'innkeeper-test-'))
  const config: Config = {
    ...readConfig({
      DATA_DIR: dataDir,
      APP_URL: 'http://localhost:3000',
      CANARY_SECRET: 'canary-secret',
      AGENT_SERVER_KEY: SERVER_KEY,
      SIMULATOR_URL: 'off',
    }),
    database: changes.database ?? (await newDatabase()),
    // Tests that play somebody else's server are reached under this name; every other private address is refused.
    outboundAllow: ['localhost'],
    // Nobody listens there: a test that wants an answer says who gives it.
    breezewayUrl: 'http://localhost:1',
    hostawayUrl: 'http://localhost:1',
    vendorUrls: NOBODY,
    // A busy machine must not turn an answer into a late one; the tests of that ask for it.
    webhookAnswerMillis: 10_000,
    rateLimit: { perMinute: 10_000_000, burst: 1_000_000, addressPerMinute: 10_000_000 },
    registrationsPerHour: 10_000_000,
    // Half a second and a hundred megabytes each; the tests of it ask for it.
    embeddings: false,
    ...changes,
  }
  const logger = createLogger(logTo ? 'info' : 'silent', logTo)
  const opened = await openRuntime({ config, log: logger })
  const runtime = { ...opened, services: { ...opened.services, passwords: openPasswords(CHEAP) } }
  const app = createApp(runtime, { logger, ...options })
  await app.ready()
  return {
    app,
    runtime,
    async close() {
      await app.close()
      await runtime.close()
    },
  }
}

let shared: Promise<TestApp> | undefined

/** A new workspace with its administrator and a key, on the worker's own server or on the given one. */
export async function harness(on?: TestApp): Promise<Harness> {
  const server = on ?? (await (shared ??= startTestApp()))
  const { app, runtime } = server
  const workspaceId = await makeWorkspace(runtime)
  const make = makersIn(runtime, workspaceId)
  const admin = await make.person({ role: 'admin' })
  const { value } = await make.key()
  const at = (surface: string, token?: string): Client => clientOf(app, `${surface}/workspaces/${workspaceId}`, token)
  return {
    ...server,
    workspaceId,
    make,
    admin,
    asKey: at('/api/v1', value),
    asUser: at('/api/v1', admin.token),
    asAdmin: at('/api/app/v1', admin.token),
    asNobody: at('/api/v1'),
    as: (token) => at('/api/v1', token),
    asConsole: (token) => at('/api/app/v1', token),
  }
}
