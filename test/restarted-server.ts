import { onTestFinished } from 'vitest'
import { createLogger } from '#core/log.ts'
import { createApp } from '#src/app.ts'
import type { Runtime } from '#src/runtime.ts'
import { freePort } from './free-port.ts'

/** A server that a test takes away and brings back while somebody uses it: a new one at the same address. */
export async function restartedServer(
  runtime: Runtime,
): Promise<{ url: string; stop(): Promise<void>; start(): Promise<void> }> {
  const port = await freePort()
  const open = async () => {
    const app = createApp(runtime, { logger: createLogger('silent') })
    await app.listen({ host: '127.0.0.1', port })
    return app
  }
  let app = await open()
  onTestFinished(() => app.close())
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => app.close(),
    start: async () => void (app = await open()),
  }
}
