import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as send, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '#core/log.ts'
import type { Overlay } from '#mcp/server.ts'
import { createApp } from '#src/app.ts'
import { readConfig } from '#src/config.ts'
import { openRuntime } from '#src/runtime.ts'
import { freePort } from '../free-port.ts'
import { makersIn, makeWorkspace, type Makers } from '../makers.ts'

export const TOOL_PATH = '/v1/mcp-server'

/** The product, listening, with a workspace and a key in it. */
export interface Subject {
  url: string
  key: string
  workspaceId: string
  make: Makers
  /** From now on the clock of the product is so much later. */
  passHours(hours: number): void
}

export async function startSubject(cleanup: AsyncDisposableStack, toolOverlay?: Overlay): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'innkeeper-conformance-'))
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const logger = createLogger('silent')
  const config = readConfig({
    DATA_DIR: folder,
    APP_URL: url,
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_REGISTRATIONS_PER_HOUR: '1000000',
  })
  const runtime = await openRuntime({ config, log: logger })
  cleanup.defer(() => runtime.close())
  let aheadMillis = 0
  const now = (): Date => new Date(Date.now() + aheadMillis)
  const app = createApp(runtime, { logger, now, ...(toolOverlay && { toolOverlay }) })
  cleanup.defer(() => app.close())
  await app.listen({ host: '127.0.0.1', port })
  const workspaceId = await makeWorkspace(runtime)
  const make = makersIn(runtime, workspaceId)
  const passHours = (hours: number): void => void (aheadMillis += hours * 3_600_000)
  return { url, key: (await make.key()).value, workspaceId, make, passHours }
}

export async function newTask({ url, key, workspaceId, make }: Subject): Promise<string> {
  const { id: departmentId } = await make.department()
  const answer = await fetch(`${url}/api/v1/workspaces/${workspaceId}/tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Fix the boiler', departmentId }),
  })
  return ((await answer.json()) as { id: string }).id
}

/** The suite cannot send a credential, so this adds one to what passes through. */
export async function startProxy(cleanup: AsyncDisposableStack, { url, key }: Subject): Promise<string> {
  const { hostname, port } = new URL(url)
  const proxy: Server = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${key}` }
    const { method, url: path } = request
    const onward = send({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      response.flushHeaders()
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  cleanup.defer(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
