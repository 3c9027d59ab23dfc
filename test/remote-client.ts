import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Answer } from './client.ts'

type Headers = Record<string, string>

/** A caller over the network; each request has a connection of its own. A lost connection is a rejection. */
export interface RemoteClient {
  get(path: string): Promise<Answer>
  post(path: string, body: unknown, headers?: Headers): Promise<Answer>
  put(path: string, body: unknown, headers?: Headers): Promise<Answer>
  patch(path: string, body: unknown, headers?: Headers): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** A request whose body the caller writes when it likes. */
  begin(method: string, path: string, headers: Headers): { request: ClientRequest; answer: Promise<Answer> }
}

export function remoteClient(url: string, token?: string): RemoteClient {
  const credential: Headers = token === undefined ? {} : { authorization: `Bearer ${token}` }

  function begin(method: string, path: string, headers: Headers): ReturnType<RemoteClient['begin']> {
    const call = request(url + path, { method, agent: false, headers: { ...credential, ...headers } })
    const answer = new Promise<Answer>((resolve, reject) => {
      call.once('error', reject)
      call.once('response', (response) => answerIn(response).then(resolve, reject))
    })
    return { request: call, answer }
  }

  function send(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const about: Headers =
      payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }
    const { request, answer } = begin(method, path, { ...about, ...headers })
    request.end(payload)
    return answer
  }

  return {
    get: (path) => send('GET', path),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path) => send('DELETE', path),
    begin,
  }
}

async function answerIn(response: IncomingMessage): Promise<Answer> {
  const body = await text(response)
  const isJson = String(response.headers['content-type']).includes('json')
  return {
    status: response.statusCode ?? 0,
    headers: response.headers as Headers,
    body: isJson && body !== '' ? JSON.parse(body) : body,
  }
}
