import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, vi } from 'vitest'
import { backend } from './database.ts'
import { newInstallation, PUBLIC, signIn, type Installation } from './installation.ts'
import { eventually, startServer, type ServerProcess } from './process.ts'
import type { RemoteClient } from './remote-client.ts'

/** What can happen to those who work on runs. */
type Trouble = 'kill' | 'freeze' | 'cut'

interface Storm {
  runs: number
  /** One after the other, spread over all that is to be done. */
  troubles: readonly Trouble[]
}

const ANY = { 'if-match': '*' }
const LANES = 8
/** Longer than a worker that gives no sign is waited for. */
const FREEZE_MILLIS = 12_000
const TASKS_EACH = 3

/** Each run makes three tasks, with a pause between them, and tells somebody outside. */
function documentOf(departmentId: string, port: number): object {
  const make = (name: string) => {
    const title = `\${ "storm " + ($workflow.input.number | tostring) + " ${name}" }`
    return { [name]: { call: 'task-create:1.0.0@default', with: { title, departmentId } } }
  }
  const pause = (name: string) => ({ [name]: { wait: { milliseconds: 150 } } })
  const body = '${ $workflow.input }'
  const tell = { tell: { call: 'http', with: { method: 'post', endpoint: `http://localhost:${port}/`, body } } }
  return {
    document: { dsl: '1.0.3', namespace: 'test', name: 'storm', version: '1.0.0' },
    do: [make('first'), pause('then'), make('second'), tell, pause('at-last'), make('third')],
  }
}

export interface Survived {
  /** Requests that the one outside got, and how many different keys they had. */
  told: number
  keys: number
}

/** Many runs while workers are killed and frozen and connections cut: every effect is there once, and every run is over. */
export async function surviveStorm({ runs, troubles }: Storm): Promise<Survived> {
  const keys: string[] = []
  const outside = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']))
    request.resume().on('end', () => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(outside, 'listening')
  const { port } = outside.address() as AddressInfo
  const installation = await newInstallation({ OUTBOUND_ALLOW: `localhost:${port}` })
  const place = backend === 'postgres' ? await severalProcesses(installation) : await oneProcess(installation)
  const workflowId = await startRuns(place.admin(), runs, port)
  const endedAs = (status: string) => countOf(place.admin(), workflowId, status)
  await place.begin()
  for (const [at, trouble] of troubles.entries()) {
    const goal = Math.round(((at + 1) * runs * TASKS_EACH) / (troubles.length + 1))
    await patientlyUntil(async () => expect(await tasksOf(place.admin())).toBeGreaterThanOrEqual(goal))
    await place.trouble(trouble)
  }
  await patientlyUntil(async () => expect((await endedAs('completed')) + (await endedAs('faulted'))).toBe(runs))
  expect(await faultsOf(place.admin(), workflowId)).toEqual([])
  await assertOnce(place.admin(), runs)
  await place.stop()
  outside.close()
  await installation.remove()
  const told = { told: keys.length, keys: new Set(keys).size }
  expect(told.keys).toBe(runs)
  return told
}

/** Under load a stretch of it can take minutes. Seldom, or the one embedded process would do nothing but count. */
function patientlyUntil(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 900_000, interval: 500 })
}

/** Answers whose runs they are: the demo has automations of its own. */
async function startRuns(admin: RemoteClient, runs: number, port: number): Promise<string> {
  const departmentId = (await admin.get(`${PUBLIC}/departments`)).body.items[0].id
  const document = documentOf(departmentId, port)
  const created = await admin.post(`${PUBLIC}/workflows`, { name: 'Storm', document })
  const path = `${PUBLIC}/workflows/${created.body.id}`
  expect((await admin.post(`${path}/versions`, undefined, ANY)).status, JSON.stringify(created.body)).toBe(201)
  await admin.put(`${path}/activation`, { routes: [{ version: 1, weight: 100 }] }, ANY)
  // Not before all are there: one embedded process would be through with the first meanwhile.
  const delayUntil = backend === 'postgres' ? undefined : new Date(Date.now() + 1000).toISOString()
  let number = 0
  const lane = async (): Promise<void> => {
    while (number < runs) {
      const input = { number: number++ }
      const { status, body } = await admin.post(`${path}/runs`, { input, ...(delayUntil ? { delayUntil } : {}) })
      expect(status, JSON.stringify(body)).toBe(202)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return created.body.id
}

async function countOf(admin: RemoteClient, workflowId: string, status: string): Promise<number> {
  return (await admin.get(`${PUBLIC}/workflow-runs?workflowId=${workflowId}&status=${status}&limit=1`)).body.pagination
    .total
}

/** None is to be there: what happens to workers is no fault of a run. */
async function faultsOf(admin: RemoteClient, workflowId: string): Promise<unknown[]> {
  const { items } = (await admin.get(`${PUBLIC}/workflow-runs?workflowId=${workflowId}&status=faulted`)).body
  return items.map(({ error }: { error: unknown }) => error)
}

async function tasksOf(admin: RemoteClient): Promise<number> {
  return (await admin.get(`${PUBLIC}/tasks?q=storm&limit=1`)).body.pagination.total
}

async function assertOnce(admin: RemoteClient, runs: number): Promise<void> {
  expect(await tasksOf(admin)).toBe(runs * TASKS_EACH)
  const titles = new Set<string>()
  for (let offset = 0; offset < runs * TASKS_EACH; offset += 100) {
    const { items } = (await admin.get(`${PUBLIC}/tasks?q=storm&limit=100&offset=${offset}`)).body
    for (const { title } of items as { title: string }[]) titles.add(title)
  }
  expect(titles.size).toBe(runs * TASKS_EACH)
}

interface Place {
  admin(): RemoteClient
  /** From now on runs are worked on. */
  begin(): Promise<void>
  trouble(what: Trouble): Promise<void>
  stop(): Promise<void>
}

/** One process that serves and two that work. */
async function severalProcesses({ settings, rows }: Installation): Promise<Place> {
  const api = await startServer({ ...settings, ROLE: 'api' })
  const admin = api.as(await signIn(api))
  const startWorker = () => startServer({ ...settings, SEED: 'none', ROLE: 'worker' })
  let workers: ServerProcess[] = []
  const troubles: Record<Trouble, (worker: ServerProcess) => Promise<unknown>> = {
    async kill(worker) {
      await worker.kill()
      workers = [...workers.filter((each) => each !== worker), await startWorker()]
    },
    async freeze(worker) {
      const until = Date.now() + FREEZE_MILLIS
      worker.signal('SIGSTOP')
      await eventually(() => expect(Date.now()).toBeGreaterThan(until))
      worker.signal('SIGCONT')
    },
    cut: () =>
      rows(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
  }
  return {
    admin: () => admin,
    async begin() {
      workers = [await startWorker(), await startWorker()]
    },
    async trouble(what) {
      const worker = workers[Math.floor(Math.random() * workers.length)]
      if (worker) await troubles[what](worker)
    },
    async stop() {
      await Promise.all([api, ...workers].map((each) => each.stop()))
    },
  }
}

/** The embedded database belongs to one process: whatever happens to it is a kill, and the folder is opened again. */
async function oneProcess({ settings }: Installation): Promise<Place> {
  let server = await startServer(settings)
  const token = await signIn(server)
  return {
    admin: () => server.as(token),
    async begin() {},
    async trouble() {
      await server.kill()
      server = await startServer(settings)
    },
    async stop() {
      await server.stop()
    },
  }
}
