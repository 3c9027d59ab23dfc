import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keepHeartbeat } from '#core/canaries.ts'
import { openOutlastingWork } from '#core/outlasting.ts'
import { pendingMigrations } from '#core/migrate.ts'
import { one } from '#core/db.ts'
import type { Jobs } from '#core/jobs.ts'
import { exactLimiter, leasedLimiter } from '#core/ratelimit.ts'
import { riskOfRole } from '#core/serving-role.ts'
import { sql } from '#core/sql.ts'
import { admitTool, countMessages, limitAddress } from '#http/admission.ts'
import { limitBrowser } from '#http/browser-limit.ts'
import { mountAiGateway } from '#http/ai-gateway.ts'
import { mountCanary } from '#http/canary.ts'
import { openGuesses } from '#http/guesses.ts'
import { mountFiles } from '#http/files.ts'
import { mountHealth, mountMetrics } from '#http/health.ts'
import { createMetrics, type Metrics } from '#http/metrics.ts'
import { mountAs422, mountLinks } from '#http/mount-422.ts'
import { mount, type Door } from '#http/mount.ts'
import { mountOAuth } from '#http/oauth.ts'
import { openToPages } from '#http/open-to-pages.ts'
import { mountPages } from '#http/pages.ts'
import { mountReference } from '#http/reference.ts'
import { refuseOtherEncodings } from '#http/encoding.ts'
import { mountSecurityContact } from '#http/security-contact.ts'
import { answerUnknown, createServer } from '#http/server.ts'
import { limitConnections } from '#http/connections.ts'
import { streamPlaces } from '#http/stream-places.ts'
import { mountWebhooks } from '#http/webhooks.ts'
import { mountToolServer } from '#mcp/mount.ts'
import type { Overlay } from '#mcp/server.ts'
import { createGateway } from '#modules/ai/gateway.ts'
import { createDoorkeeper } from '#modules/identity/doorkeeper.ts'
import { collectKeyUse } from '#modules/identity/key-use.ts'
import { findUserName } from '#modules/identity/member.queries.ts'
import { listWorkspacesOf } from '#modules/identity/workspace.service.ts'
import { passwordOf } from '#modules/identity/session.service.ts'
import { isKnownBrowser } from '#modules/identity/sign-in-pace.ts'
import { proveAccount } from '#modules/identity/sign-in.service.ts'
import * as workspaces from '#modules/identity/workspace.operations.ts'
import { allow, deny, readRequest } from '#modules/oauth/authorization.service.ts'
import { registerClient } from '#modules/oauth/client.service.ts'
import { issueTokens, revokeToken } from '#modules/oauth/grant.service.ts'
import { createToolDoorkeeper } from '#modules/oauth/tool-doorkeeper.ts'
import { createLinkKeeper } from '#modules/links/link-keeper.ts'
import { openDesk } from '#modules/inbound/desk.ts'
import { webhookOf } from '#modules/inbound/receiver.ts'
import { isFileShown } from '#modules/tasks/file-shown.ts'
import { ask, decline, take } from '#modules/tools/confirmation.service.ts'
import { collectCallTraces } from '#modules/tools/call-trace.ts'
import { recordCall } from '#modules/tools/tool-call.queries.ts'
import type { WorkflowWorker } from '#modules/workflows/run-worker.ts'
import { agentKeeper } from './agent-keeper.ts'
import { mountAgentSessions } from './agent-door.ts'
import { agentApi, appApi, linkApi, publicApi, senders, tools, workflowApi, workflowTools } from './catalogue.ts'
import { mountConsole } from './console-door.ts'
import { AGENT_PREFIX, documentOfHost } from './host-document.ts'
import { mountInstallDoor } from './install-door.ts'
import type { Runtime } from './runtime.ts'
import { mountSandbox } from './sandbox-door.ts'
import { gaugeWorkflows, triggerDoor } from './workflow-api.ts'

const LINK_REQUESTS_PER_MINUTE = 60

export interface AppOptions {
  logger: FastifyBaseLogger
  now?: () => Date
  isDraining?: () => boolean
  /** Absent in a process that only serves the API. */
  jobs?: Jobs
  /** Who works on runs of workflows in this process. */
  workflows?: Pick<WorkflowWorker, 'pulse'>
  /** For tests of the tool protocol; a server that people use has none. */
  toolOverlay?: Overlay
}

function checksOf(
  { database: { pool }, services }: Runtime,
  jobs: Jobs | undefined,
): Record<string, () => Promise<void>> {
  return {
    database: async () => void (await one(pool, sql`select 1`)),
    migrations: async () => {
      const pending = await pendingMigrations(pool)
      if (pending.length > 0) throw new Error(`pending: ${pending.join(', ')}`)
    },
    storage: () => services.storage.check(),
    jobs: async () => jobs?.check(),
  }
}

/** Everything mounted, not yet listening. */
export function createApp(runtime: Runtime, options: AppOptions): FastifyInstance {
  const { config, database, bus, services, log } = runtime
  const { pool } = database
  const { logger, now = () => new Date(), isDraining = () => false, jobs } = options
  const metrics = createMetrics()
  const { perMinute, burst, addressPerMinute } = config.rateLimit
  const perAddress = leasedLimiter(pool, {
    perMinute: addressPerMinute,
    burst: Math.max(10, Math.floor(addressPerMinute / 4)),
  })
  const app = createServer({
    logger,
    trustProxy: config.trustProxy,
    metrics,
    perAddress,
    urls: [config.appUrl, config.baseUrl],
  })
  limitConnections(app, config.connections, config.trustProxy)
  answerUnknown(app, (request, reply) => limitAddress(perAddress, request, reply))

  mountHealth(app, {
    version: config.version,
    startedAt: Date.now(),
    isDraining,
    checks: checksOf(runtime, jobs),
  })
  mountMetrics(app, metrics, config.metricsToken)
  mountSecurityContact(app, config)

  if (config.role !== 'worker') {
    const keyUse = collectKeyUse(pool, log)
    app.addHook('onClose', () => keyUse.close())
    const doorkeeper = createDoorkeeper({ pool, bus, signer: services.signer, keyUse, now })
    const perCredential = leasedLimiter(pool, { perMinute, burst })
    const linkKeeper = createLinkKeeper({ pool, now })
    const door: Door = {
      pool,
      services,
      now,
      places: streamPlaces(config.streams),
      admission: {
        doorkeeper,
        linkKeeper,
        perCredential,
        perLink: exactLimiter(pool, LINK_REQUESTS_PER_MINUTE),
        perAddress,
        isKnownBrowser: (token) => isKnownBrowser(pool, token),
        agents: agentKeeper({ db: pool, services, now, doorkeeper, serverKey: config.agentServerKey }),
      },
    }
    mountSurfaces(app, door)
    mountToolDoor(app, runtime, door, doorkeeper, options.toolOverlay)
    mountAiDoor(app, runtime, door, metrics)
    openToPages(app, AGENT_PREFIX)
    const { agentServerKey: serverKey, agentStreamsPerPerson: openEachMax } = config
    const streamsOpen = mountAgentSessions(app, { ...door, bus, log, serverKey, openEachMax })
    mountSandbox(app, door)
    metrics.gauge('agent_streams_open', 'Streams of agent sessions that somebody reads.', streamsOpen)
    mountFiles(app, {
      ...services,
      limit: (request, reply) => limitAddress(perAddress, request, reply),
      isShown: (storageKey) => isFileShown(pool, storageKey),
    })
    mountCanary(app, { secret: config.canarySecret, keep: (beat) => keepHeartbeat(pool, beat, now()) })
    mountPages(app)
    mountConsole(app, { ...door, bus, log, metrics })
    mountWebhookDoor(app, runtime, door, metrics)
    mountInstallDoor(app, door)
    const host = () => documentOfHost(config.baseUrl)
    mountReference(app, { operations: publicApi, workflowOperations: workflowApi, appUrl: config.appUrl, host })
  }

  gaugeLoad(metrics, pool, jobs)
  gaugeWorkflows(metrics, { pool, services }, options.workflows?.pulse)
  return app
}

/** The internal AI gateway, for services of the operator. */
function mountAiDoor(app: FastifyInstance, { config }: Runtime, door: Door, metrics: Metrics): void {
  const { pool, services, now, admission } = door
  const { requireSignature, perMinute } = config.aiGateway
  const limiter = leasedLimiter(pool, { perMinute, burst: Math.max(10, Math.floor(perMinute / 10)) })
  const gateway = createGateway({ pool, services, limiter, now, requireSignature })
  app.addHook('onClose', () => gateway.close())
  mountAiGateway(app, {
    gateway,
    metrics,
    perAddress: admission.perAddress,
  })
}

/** How busy the database is, and what waits to be done. */
function gaugeLoad(metrics: ReturnType<typeof createMetrics>, pool: Door['pool'], jobs: Jobs | undefined): void {
  metrics.gauge('database_connections_busy', 'Connections of the pool in use.', () => pool.usage().busy)
  metrics.gauge('database_waiting', 'Requests waiting for a connection.', () => pool.usage().waiting)
  metrics.gauge('database_role_limited', 'Whether the role that serves cannot rewrite the audit log.', async () =>
    (await riskOfRole(pool)) === undefined ? 1 : 0,
  )
  if (!jobs) return
  metrics.gauge('jobs_waiting', 'Events and jobs that are due and not begun.', async () => (await jobs.lag()).waiting)
  metrics.gauge(
    'jobs_oldest_seconds',
    'How long the oldest of them waits.',
    async () => (await jobs.lag()).oldestSeconds,
  )
  metrics.gauge('jobs_left', 'Jobs that only a worker of another version can do.', () => jobs.left())
}

/** Everything that is made of operations. */
function mountSurfaces(app: FastifyInstance, door: Door): void {
  void app.register(async (scope) => mount(scope, publicApi, door), { prefix: '/api/v1' })
  void app.register(async (scope) => mount(scope, workflowApi, door), { prefix: '/api/v1' })
  void app.register(async (scope) => mount(scope, appApi, door), { prefix: '/api/app/v1' })
  void app.register(async (scope) => mountLinks(scope, linkApi, door), { prefix: '/api/v1/public' })
  void app.register(async (scope) => mountAs422(scope, agentApi, door), { prefix: AGENT_PREFIX })
}

/** What outside systems call. */
function mountWebhookDoor(app: FastifyInstance, { config, bus, log }: Runtime, door: Door, metrics: Metrics): void {
  const { pool, services, now, admission } = door
  const background = openOutlastingWork(log)
  app.addHook('onClose', () => background.close())
  const desk = openDesk({
    db: pool,
    bus,
    services,
    background,
    answerMillis: config.webhookAnswerMillis,
    secrets: config.webhookSecrets,
    record: recordCall,
  })
  mountWebhooks(app, {
    webhooks: [...senders.map((sender) => webhookOf(desk, sender)), triggerDoor(door, config.rateLimit, workflowTools)],
    now,
    limit: (request, reply) => limitAddress(admission.perAddress, request, reply),
    guesses: openGuesses(admission.perAddress),
    count: metrics.counter('webhooks_total', 'Deliveries of outside systems.', ['sender', 'outcome']),
  })
}

/** The tool server and the sign-in of its clients. */
function mountToolDoor(
  app: FastifyInstance,
  { config, log }: Runtime,
  { pool, services, now, admission }: Door,
  doorkeeper: ReturnType<typeof createDoorkeeper>,
  overlay: Overlay | undefined,
): void {
  const toolDoorkeeper = createToolDoorkeeper({ pool, services, now, doorkeeper })
  const traces = collectCallTraces(pool, log)
  app.addHook('onClose', () => traces.close())
  mountToolServer(app, {
    pool,
    services,
    now,
    tools,
    workspace: workspaces.getWorkspace,
    nameOfUser: findUserName,
    version: config.version,
    origins: [config.appUrl, config.baseUrl].map((url) => new URL(url).origin),
    desk: { ask, decline, take, record: recordCall, note: traces.note },
    overlay,
    assertEncoding: refuseOtherEncodings,
    count: (principal, messages, reply) => countMessages(admission, principal, messages, reply),
    admit: (request, reply) => admitTool({ ...admission, doorkeeper: toolDoorkeeper }, request, reply),
  })
  const limit = (request: FastifyRequest, reply: FastifyReply): Promise<void> => limitBrowser(admission, request, reply)
  const { registrationsPerHour } = config
  const perRegistration = leasedLimiter(pool, { perMinute: registrationsPerHour / 60, burst: registrationsPerHour })
  const limitRegistrations = (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    limitAddress(perRegistration, request, reply, 'register')
  const people = { prove: proveAccount, passwordOf, workspacesOf: listWorkspacesOf }
  const programs = { readRequest, allow, deny, issueTokens, registerClient, revokeToken }
  void app.register(async (scope) =>
    mountOAuth(scope, { pool, services, now, limit, limitRegistrations, ...people, ...programs }),
  )
}
