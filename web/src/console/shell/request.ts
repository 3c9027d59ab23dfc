import { newKey } from '../../offline/new-key.ts'
import { problemIn, Unreachable } from './problem.ts'
import type { Session } from './session.ts'
import { answerIn, sendForm } from './upload.ts'

type Query = Record<string, string | number | boolean | undefined>

interface SendOptions {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  /** The same for every try of one change, so that it has one effect. */
  key?: string
  /** What the change is based on: 412 when the thing is another by now. */
  version?: number
}

export interface Api {
  read<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T>
  send<T>(path: string, options: SendOptions): Promise<T>
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
  return {
    read: async (path, query = {}, signal) =>
      json(await ask(`${path}${searchOf(query)}`, signal ? { signal } : {}, {})),
    async send(path, { method, body, key = newKey(), version }) {
      const headers = {
        'idempotency-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        // The number is what counts; what follows it in an ETag tells two ways of writing the same apart.
        ...(version === undefined ? {} : { 'if-match': `"${version}.console"` }),
      }
      return json(await ask(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }, headers))
    },
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
