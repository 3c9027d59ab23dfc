import { openBus } from '#core/bus.ts'
import { createLogger } from '#core/log.ts'
import type { Services } from '#core/services.ts'
import { createApp, type AppOptions } from '#src/app.ts'
import type { Config } from '#src/config.ts'
import { harness, type TestApp } from './harness.ts'

export interface NodeOptions extends Partial<Omit<AppOptions, 'logger'>> {
  config?: Partial<Config>
  /** Edges in place of the first node's. */
  services?: Partial<Services>
  logTo?: NodeJS.WritableStream
}

/** Another server on the worker's own database, with settings of its own: ready at once, where a database takes seconds. */
export async function secondNode(node: NodeOptions = {}): Promise<TestApp> {
  const { config: changes = {}, services = {}, logTo, ...options } = node
  const first = (await harness()).runtime
  const logger = createLogger(logTo ? 'info' : 'silent', logTo)
  const bus = await openBus(first.database.pool, first.database.listen, logger)
  const edges = { ...first.services, ...services }
  const runtime = { ...first, bus, log: logger, services: edges, config: { ...first.config, ...changes } }
  const app = createApp(runtime, { logger, ...options })
  await app.ready()
  return {
    app,
    runtime,
    async close() {
      await app.close()
      await bus.close()
    },
  }
}
