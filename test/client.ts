import type { FastifyInstance, InjectOptions } from 'fastify'

export interface Answer {
  status: number
  headers: Record<string, string>
  // Tests look into answers freely; their types are checked against the documents by contract.test.ts.
  // oxlint-disable-next-line no-explicit-any
  body: any
}

type Headers = Record<string, string>

/** A caller with a credential, at the address of one surface. */
export interface Client {
  get(path: string, headers?: Headers): Promise<Answer>
  post(path: string, body?: unknown, headers?: Headers): Promise<Answer>
  put(path: string, body?: unknown, headers?: Headers): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Headers): Promise<Answer>
  delete(path: string, headers?: Headers): Promise<Answer>
  /** Any method at any address of the server, the body as it is. */
  send(method: string, url: string, body?: string | Buffer, headers?: Headers): Promise<Answer>
  readonly token: string | undefined
}

export function clientOf(app: FastifyInstance, base: string, token?: string): Client {
  const credential: Headers = token === undefined ? {} : { authorization: `Bearer ${token}` }

  async function send(method: string, url: string, body?: string | Buffer, headers: Headers = {}): Promise<Answer> {
    const answer = await app.inject({
      method: method as InjectOptions['method'],
      url,
      headers: { ...credential, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
    const json = String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      headers: answer.headers as Headers,
      body: json && answer.body !== '' ? JSON.parse(answer.body) : answer.body,
    }
  }

  const withJson =
    (method: string) =>
    (path: string, body?: unknown, headers: Headers = {}) =>
      body === undefined
        ? send(method, base + path, undefined, headers)
        : send(method, base + path, JSON.stringify(body), { 'content-type': 'application/json', ...headers })

  return {
    get: (path, headers) => send('GET', base + path, undefined, headers),
    delete: (path, headers) => send('DELETE', base + path, undefined, headers),
    post: withJson('POST'),
    put: withJson('PUT'),
    patch: withJson('PATCH'),
    send,
    token,
  }
}
