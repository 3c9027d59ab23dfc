import { setTimeout as sleep } from 'node:timers/promises'
import { WrongCall } from '#src/commands/command.ts'

/** What the service answers. This is a program of its own, outside of it: it finds what is there. */
export type Json = Record<string, unknown>

/** An object inside of it; empty where there is none. */
export function partIn(json: Json, name: string): Json {
  const part = json[name]
  return typeof part === 'object' && part !== null ? { ...part } : {}
}

/** A list of objects inside of it; empty where there is none. */
export function listIn(json: Json, name: string): Json[] {
  const list: unknown = json[name]
  return Array.isArray(list) ? list : []
}

/** A running service, as its administrator and as outside systems reach it. */
export interface Service {
  workspaceId: string
  userId: string
  email: string
  /** The newest ones. */
  tasks(): Promise<Json[]>
  /** At the public surface of the workspace. */
  open(method: string, path: string, body?: Json): Promise<Json>
  /** At the console's surface of the workspace. */
  get(path: string): Promise<Json>
  list(path: string): Promise<Json[]>
  post(path: string, body: Json): Promise<Json>
  patch(path: string, body: Json): Promise<Json>
  /** As an outside system does. */
  deliver(path: string, text: string, headers: Record<string, string>): Promise<Json>
}

export interface Account {
  url: string
  email: string
  password: string
  workspace?: string | undefined
}

export async function openService({ url, email, password, workspace }: Account): Promise<Service> {
  const { accessToken } = await send(`${url}/api/v1/auth/token`, 'POST', {}, { email, password })
  const credential = { authorization: `Bearer ${String(accessToken)}` }
  const user = partIn(await send(`${url}/api/v1/auth/me`, 'GET', credential), 'user')
  const [first] = listIn(await send(`${url}/api/v1/workspaces`, 'GET', credential), 'items')
  if (workspace === undefined && !first) throw new WrongCall('the account has no workspace.')
  const workspaceId = workspace ?? String(first?.['id'])
  const at = (path: string): string => `${url}/api/app/v1/workspaces/${workspaceId}${path}`
  // Nobody else changes what the simulator has made.
  const open: Service['open'] = (method, path, body) =>
    send(`${url}/api/v1/workspaces/${workspaceId}${path}`, method, { 'if-match': '*', ...credential }, body)
  return {
    workspaceId,
    userId: String(user['id']),
    email,
    tasks: async () => listIn(await open('GET', '/tasks?limit=50'), 'items'),
    open,
    get: (path) => send(at(path), 'GET', credential),
    list: async (path) => listIn(await send(at(path), 'GET', credential), 'items'),
    post: (path, body) => send(at(path), 'POST', credential, body),
    patch: (path, body) => send(at(path), 'PATCH', credential, body),
    async deliver(path, text, headers) {
      const sent = { 'content-type': 'application/json', ...headers }
      const response = await reach(`${url}${path}`, { method: 'POST', headers: sent, body: text })
      const said = await response.text()
      if (!response.ok) throw new WrongCall(`${path} answered ${response.status}: ${said}`)
      return said.startsWith('{') ? (JSON.parse(said) as Json) : { text: said }
    },
  }
}

async function send(address: string, method: string, headers: Record<string, string>, body?: Json): Promise<Json> {
  const content = body && { body: JSON.stringify(body) }
  const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  const response = await reach(address, { method, headers: { ...type, ...headers }, ...content })
  const said = (await response.json()) as Json
  if (!response.ok) throw new WrongCall(`${method} ${new URL(address).pathname}: ${String(said['detail'])}`)
  return said
}

async function reach(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request)
  } catch {
    throw new WrongCall(`nobody answers at ${new URL(address).origin}. Start the service first: npm start`)
  }
}

const WAIT_MILLIS = 60_000
const LOOK_MILLIS = 150

/** Asks until there is an answer. */
export async function until<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = Date.now() + WAIT_MILLIS
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new WrongCall(`there was no ${what} within a minute.`)
    await sleep(LOOK_MILLIS)
  }
}
