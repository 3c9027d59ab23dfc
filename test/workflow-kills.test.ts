import { afterAll, expect, test } from 'vitest'
import { backend } from './database.ts'
import { newInstallation, PUBLIC, signIn } from './installation.ts'
import { eventually, killAll, patiently, startServer } from './process.ts'

afterAll(killAll)

const RUNS = 40
const KILLS = 4
const ANY = { 'if-match': '*' }

/** Each run makes three tasks, with a pause between them. */
const document = (departmentId: string) => ({
  document: { dsl: '1.0.3', namespace: 'test', name: 'crash', version: '1.0.0' },
  do: ['first', 'second', 'third'].flatMap((name) => [
    {
      [name]: {
        call: 'task-create:1.0.0@default',
        with: { title: `\${ "crash " + ($workflow.input.number | tostring) + " ${name}" }`, departmentId },
      },
    },
    { [`after-${name}`]: { wait: { milliseconds: 150 } } },
  ]),
})

test.runIf(backend === 'postgres')(
  'kill -9 of workers in the middle of many runs: every effect is there, none twice, no run is stuck',
  patiently,
  async () => {
    const installation = await newInstallation()
    const api = await startServer({ ...installation.settings, ROLE: 'api' })
    const admin = api.as(await signIn(api))
    const startWorker = () => startServer({ ...installation.settings, SEED: 'none', ROLE: 'worker' })
    const departmentId = (await admin.get(`${PUBLIC}/departments`)).body.items[0].id
    const created = await admin.post(`${PUBLIC}/workflows`, { name: 'Crash', document: document(departmentId) })
    const path = `${PUBLIC}/workflows/${created.body.id}`
    expect((await admin.post(`${path}/versions`, undefined, ANY)).status, JSON.stringify(created.body)).toBe(201)
    await admin.put(`${path}/activation`, { routes: [{ version: 1, weight: 100 }] }, ANY)
    for (let number = 0; number < RUNS; number++) {
      expect((await admin.post(`${path}/runs`, { input: { number } })).status).toBe(202)
    }
    const countOf = async (status: string): Promise<number> =>
      (await admin.get(`${PUBLIC}/workflow-runs?status=${status}&limit=1`)).body.pagination.total
    const tasks = async (): Promise<number> =>
      (await admin.get(`${PUBLIC}/tasks?q=crash&limit=1`)).body.pagination.total

    for (let kill = 0; kill < KILLS; kill++) {
      const worker = await startWorker()
      const goal = Math.round(((kill + 1) * RUNS * 3) / (KILLS + 1))
      await eventually(async () => expect(await tasks()).toBeGreaterThanOrEqual(goal))
      await worker.kill()
    }
    const last = await startWorker()
    await eventually(async () => expect(await countOf('completed')).toBe(RUNS))
    expect(await tasks()).toBe(RUNS * 3)
    expect(await countOf('faulted')).toBe(0)
    const titles = new Set<string>()
    for (let offset = 0; offset < RUNS * 3; offset += 100) {
      const { items } = (await admin.get(`${PUBLIC}/tasks?q=crash&limit=100&offset=${offset}`)).body
      for (const { title } of items as { title: string }[]) titles.add(title)
    }
    expect(titles.size).toBe(RUNS * 3)
    await Promise.all([last.stop(), api.stop()])
    await installation.remove()
  },
)
