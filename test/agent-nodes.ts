import { createLogger } from '#core/log.ts'
import { one } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { readConfig } from '#src/config.ts'
import { openRuntime, systemContext } from '#src/runtime.ts'
import type { Stage } from './agent-marks.ts'
import { newInstallation, signIn } from './installation.ts'
import { killAll, startServer, type ServerProcess } from './process.ts'

export interface AgentNodes extends Stage {
  /** kill -9 of one of the servers, and a new one in its place. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** Two servers in processes of their own on one PostgreSQL, and a worker in this one. */
export async function startAgentNodes(): Promise<AgentNodes> {
  const installation = await newInstallation({ ROLE: 'api', EMBEDDINGS: 'off' })
  const { settings } = installation
  const servers: ServerProcess[] = [await startServer(settings)]
  servers.push(await startServer(settings))
  const token = await signIn(servers[0] as ServerProcess)
  const runtime = await openRuntime({ config: readConfig(settings), log: createLogger('silent') })
  const ctx = { ...systemContext(runtime), workspaceId: 'seaside-homes' }
  const user = await one<{ id: string }>(ctx.db, sql`select id from users where email = 'admin@example.com'`)
  let turn = 0
  return {
    ctx,
    token,
    userId: user?.id ?? '',
    urls: () => servers.map(({ url }) => url),
    async restart() {
      const index = turn++ % servers.length
      await servers[index]?.kill()
      servers[index] = await startServer(settings)
    },
    async close() {
      await killAll()
      await runtime.close()
      await installation.remove()
    },
  }
}
