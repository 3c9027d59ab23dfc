import { newKey } from '../../offline/new-key.ts'
import { problemIn, Unreachable } from './problem.ts'
import type { Session } from './session.ts'
import { answerIn, sendForm } from './upload.ts'

export type Query = Record<string, string | number | boolean | undefined>

interface SendOptions {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  /** The same for every try of one change, so that it has one effect. */
  key?: string
  /** The mark of what was read: a change that others made since then is not overwritten (412). */
  match?: string
}

/** Some of a list, as the API gives it. */
export interface Page<Item> {
  items: Item[]
  pagination: { total: number; hasMore: boolean; offset: number; limit: number }
}

/** What was read, with the mark that a change of it has to show. */
export interface Tagged<T> {
  value: T
  tag: string
}

export interface Api {
  read<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T>
  readTagged<T>(path: string, signal?: AbortSignal): Promise<Tagged<T>>
  send<T>(path: string, options: SendOptions): Promise<T>
  sendTagged<T>(path: string, options: SendOptions): Promise<Tagged<T>>
  /** A form with a file; tells how far it is, from 0 to 1. */
  upload<T>(path: string, form: FormData, key: string, onProgress: (share: number) => void): Promise<T>
  /** The answer as it comes, for what does not end. */
  open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response>
}

/** Requests of the person who is signed in. A token that is refused is renewed once. */
export function openApi(base: string, session: Session): Api {
  async function ask(path: string, init: RequestInit, headers: Record<string, string>): Promise<Response> {
    const first = await session.token()
    const answer = await attempt(first)
    return answer.status === 401 ? attempt(await session.token(first)) : answer

    async function attempt(token: string): Promise<Response> {
      const all = { ...headers, authorization: `Bearer ${token}` }
      return fetch(`${base}${path}`, { ...init, headers: all }).catch((cause: unknown) => {
        if (init.signal?.aborted) throw cause
        throw new Unreachable('', { cause })
      })
    }
  }
  async function json<T>(response: Response): Promise<T> {
    if (!response.ok) throw await problemIn(response)
    return response.status === 204 ? (undefined as T) : response.json()
  }
  async function tagged<T>(response: Response): Promise<Tagged<T>> {
    return { tag: response.headers.get('etag') ?? '', value: await json<T>(response) }
  }
  function write(path: string, { method, body, key = newKey(), match }: SendOptions): Promise<Response> {
    const headers = {
      'idempotency-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(match === undefined ? {} : { 'if-match': match }),
    }
    return ask(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }, headers)
  }
  return {
    read: async (path, query = {}, signal) =>
      json(await ask(`${path}${searchOf(query)}`, signal ? { signal } : {}, {})),
    // Past what the browser keeps: the mark must be that of now.
    readTagged: async (path, signal) =>
      tagged(await ask(path, { cache: 'no-store', ...(signal ? { signal } : {}) }, {})),
    send: async (path, options) => json(await write(path, options)),
    sendTagged: async (path, options) => tagged(await write(path, options)),
    async upload(path, form, key, onProgress) {
      const token = await session.token()
      const send = (good: string) => sendForm(`${base}${path}`, { token: good, key, form, onProgress })
      const first = await send(token)
      return answerIn(first.status === 401 ? await send(await session.token(token)) : first)
    },
    async open(path, headers, signal) {
      const response = await ask(path, { signal, cache: 'no-store' }, headers)
      if (!response.ok) throw await problemIn(response)
      return response
    },
  }
}

function searchOf(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** What integrators use too. */
export function openPath(workspaceId: string): string {
  return `/api/v1/workspaces/${encodeURIComponent(workspaceId)}`
}

/** What only people use. */
export function deskPath(workspaceId: string): string {
  return `/api/app/v1/workspaces/${encodeURIComponent(workspaceId)}`
}
