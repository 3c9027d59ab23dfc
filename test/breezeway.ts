import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface RemoteTask {
  id: number
  home_id: string
  name: string
  description: string
  type_task_status: { code: string }
  photos: { id: number; url: string }[]
  created_at: string
  [field: string]: unknown
}

/** One customer of the provider: credentials, properties, people, tasks, and how it is to behave. */
export interface Account {
  clientId: string
  clientSecret: string
  properties: { id: number; reference_property_id: string | null; name: string }[]
  people: { id: number; emails: string[] }[]
  tasks: RemoteTask[]
  /** What came in, in order: `POST /task/`. Calls for tokens are `login` and `refresh`. */
  calls: string[]
  /** Bodies of creates and updates. */
  bodies: Record<string, unknown>[]
  uploads: { fileName: string; bytes: Buffer }[]
  access: string
  refresh: string
  tokenSeconds: number
  /** Does something else than usual with a call, once for each entry. */
  next: Misbehaviour[]
}

type Misbehaviour =
  | { status: number; body?: object; headers?: Record<string, string>; on?: string }
  /** Never answers. */
  | { hang: true; on?: string }
  /** Takes its time: does what it was asked when this is over. */
  | { after: Promise<void>; on?: string }
  /** Does what it was asked, and dies before it answers. */
  | { dieAfter: true; on?: string }

export interface FakeBreezeway {
  url: string
  account(): Account
  close(): Promise<void>
}

/** A server that speaks Breezeway's public API as it is documented (docs/decisions/0008-operations-provider.md). */
export async function startBreezeway(): Promise<FakeBreezeway> {
  const accounts: Account[] = []
  let serial = 1000
  const server = createServer((request, response) => {
    void answer(accounts, () => ++serial, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    account() {
      const number = ++serial
      const account: Account = {
        clientId: `client-${number}`,
        clientSecret: `secret-of-client-${number}`,
        properties: [],
        people: [],
        tasks: [],
        calls: [],
        bodies: [],
        uploads: [],
        access: '',
        refresh: '',
        tokenSeconds: 24 * 3600,
        next: [],
      }
      accounts.push(account)
      return account
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function say(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

async function answer(
  accounts: Account[],
  newId: () => number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await buffer(request)
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (url.pathname.startsWith('/public/auth/v1/')) {
    return giveTokens({ accounts, newId, isRefresh: url.pathname.endsWith('/refresh') }, request, response, body)
  }
  const account = accounts.find(({ access }) => access !== '' && request.headers.authorization === `JWT ${access}`)
  if (!account) return say(response, 401, { error: 'Signature has expired' })
  const path = url.pathname.replace('/public/inventory/v1', '')
  const call = `${request.method} ${path.replace(/\d+/, ':id')}`
  account.calls.push(call)
  const odd = takeNext(account, call)
  if (odd && 'hang' in odd) return
  if (odd && 'status' in odd) return say(response, odd.status, odd.body ?? { error: 'no' }, odd.headers)
  if (odd && 'after' in odd) await odd.after
  const [status, result] = perform(account, newId, { method: request.method ?? '', path, url, request, body })
  if (odd && 'dieAfter' in odd) return void response.destroy()
  say(response, status, result)
}

function takeNext(account: Account, call: string): Misbehaviour | undefined {
  const index = account.next.findIndex(({ on }) => on === undefined || on === call)
  return index === -1 ? undefined : account.next.splice(index, 1)[0]
}

/** One token call a minute is the limit; tests look at the list of calls for that. */
async function giveTokens(
  { accounts, newId, isRefresh }: { accounts: Account[]; newId: () => number; isRefresh: boolean },
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): Promise<void> {
  const sent = body.length === 0 ? {} : (JSON.parse(body.toString()) as Record<string, unknown>)
  const account = isRefresh
    ? accounts.find(({ refresh }) => refresh !== '' && request.headers.authorization === `JWT ${refresh}`)
    : accounts.find(({ clientId }) => clientId === sent['client_id'])
  const call = isRefresh ? 'refresh' : 'login'
  account?.calls.push(call)
  const odd = account && takeNext(account, call)
  if (odd && 'hang' in odd) return
  if (odd && 'status' in odd) return say(response, odd.status, odd.body ?? { error: 'no' }, odd.headers)
  if (odd && 'after' in odd) await odd.after
  if (!account) return say(response, 401, { error: 'Signature has expired' })
  // This is how it answers a wrong secret.
  if (!isRefresh && account.clientSecret !== sent['client_secret']) return say(response, 200, null)
  const claims = { exp: Math.floor(Date.now() / 1000) + account.tokenSeconds, n: newId() }
  const token = (kind: string): string =>
    ['{"alg":"HS256"}', JSON.stringify({ ...claims, kind }), 'signature']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.')
  account.access = token('access')
  account.refresh = token('refresh')
  say(response, 200, { access_token: account.access, refresh_token: account.refresh })
}

interface Received {
  method: string
  path: string
  url: URL
  request: IncomingMessage
  body: Buffer
}

function perform(account: Account, newId: () => number, received: Received): [number, unknown] {
  const { method, path, url } = received
  if (method === 'GET' && path === '/property') return [200, paged(account.properties, url)]
  if (method === 'GET' && path === '/people') return [200, account.people]
  if (method === 'GET' && path === '/task/') {
    const home = url.searchParams.get('home_id')
    return [
      200,
      paged(
        account.tasks.filter((task) => task.home_id === home).map((task) => ({ ...task })),
        url,
      ),
    ]
  }
  if (method === 'POST' && path === '/task/') return create(account, newId, received)
  const [, id, action] = /^\/task\/(\d+)(?:\/(\w+))?$/.exec(path) ?? []
  const task = account.tasks.find((each) => String(each.id) === id && each.type_task_status.code !== 'deleted')
  if (!task) return [404, { error: 'Task not found' }]
  return change(account, newId, task, action, received)
}

function create(account: Account, newId: () => number, { body }: Received): [number, unknown] {
  const sent = JSON.parse(body.toString()) as Record<string, unknown>
  account.bodies.push(sent)
  const wrong = faultIn(sent)
  if (wrong) return [422, { error: wrong }]
  if (!account.properties.some(({ id }) => String(id) === sent['home_id']))
    return [404, { error: 'Property not found' }]
  const task: RemoteTask = {
    name: '',
    description: '',
    ...sent,
    id: newId(),
    home_id: String(sent['home_id']),
    type_task_status: { code: 'created' },
    photos: [],
    created_at: new Date().toISOString(),
  }
  account.tasks.push(task)
  return [201, task]
}

function change(
  account: Account,
  newId: () => number,
  task: RemoteTask,
  action: string | undefined,
  { method, request, body }: Received,
): [number, unknown] {
  if (action === 'photos') {
    const id = newId()
    task.photos.push({ id, url: `https://photos.example/${id}` })
    account.uploads.push(fileIn(request.headers['content-type'] ?? '', body))
    return [201, { id: String(id), url: `https://photos.example/${id}`, include_in_task_report: true }]
  }
  if (method === 'PATCH') {
    const sent = JSON.parse(body.toString()) as Record<string, unknown>
    account.bodies.push(sent)
    const wrong = faultIn(sent)
    if (wrong) return [422, { error: wrong }]
    Object.assign(task, sent)
  }
  if (method === 'DELETE') task.type_task_status = { code: 'deleted' }
  if (action === 'close') task.type_task_status = { code: 'closed' }
  if (action === 'reopen') task.type_task_status = { code: 'created' }
  return [200, task]
}

const DEPARTMENTS = ['housekeeping', 'inspection', 'maintenance', 'safety']
const PRIORITIES = ['urgent', 'high', 'normal', 'low', 'watch']

function faultIn(sent: Record<string, unknown>): string | undefined {
  if (!DEPARTMENTS.includes(String(sent['type_department']))) return 'type_department: not a valid choice'
  if (!PRIORITIES.includes(String(sent['type_priority']))) return 'type_priority: not a valid choice'
  if (typeof sent['name'] !== 'string' || sent['name'] === '') return 'name: may not be empty'
  if (sent['name'] === 'Refuse me') return 'name: no, and I say so to Refuse me'
  return undefined
}

function paged(items: unknown[], url: URL): object {
  const limit = Number(url.searchParams.get('limit') ?? 100)
  const page = Number(url.searchParams.get('page') ?? 1)
  const results = items.slice((page - 1) * limit, page * limit)
  return { results, page, limit, total_pages: Math.ceil(items.length / limit), total_results: items.length }
}

function fileIn(contentType: string, body: Buffer): { fileName: string; bytes: Buffer } {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1] ?? ''
  const start = body.indexOf('\r\n\r\n')
  const head = body.subarray(0, start).toString()
  const end = body.indexOf(`\r\n--${boundary}--`)
  if (!head.includes('name="file"') || end === -1) throw new Error('not an upload of one file')
  return { fileName: /filename="([^"]*)"/.exec(head)?.[1] ?? '', bytes: body.subarray(start + 4, end) }
}
