import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A tool connector that opens whatever connection it is asked for. */
export async function startConnector(): Promise<{ url: string; close(): void }> {
  const answer = { items: [{ id: 'ac_1' }], redirect_url: 'https://connect.example/link/ln_1' }
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
