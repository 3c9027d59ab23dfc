/** The floor of a gateway: node:http in, undici out, the bytes as they are. It checks, counts and keeps nothing. */
import { createServer, type ServerResponse } from 'node:http'
import { Agent, type Dispatcher } from 'undici'

const agent = new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0, connections: 256 })
const origin = process.env.UPSTREAM ?? ''
const headers = { 'content-type': 'application/json' }

function passingTo(response: ServerResponse): Dispatcher.DispatchHandler {
  const parts: Buffer[] = []
  return {
    onRequestStart() {},
    onResponseStart() {},
    onResponseData: (_, part) => void parts.push(part),
    onResponseEnd() {
      const body = Buffer.concat(parts)
      response.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
    },
    onResponseError: (_, error) => void response.writeHead(502).end(error.message),
  }
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    // Asked for with nothing, to see whether it is there.
    if (parts.length === 0) return void response.end()
    const body = Buffer.concat(parts)
    agent.dispatch({ origin, path: '/v1/chat/completions', method: 'POST', headers, body }, passingTo(response))
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), process.env.HOST)
