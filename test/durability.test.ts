import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { sweepFiles } from '#core/file-drafts.ts'
import { createLogger } from '#core/log.ts'
import { readConfig } from '#src/config.ts'
import { openRuntime, systemContext } from '#src/runtime.ts'
import { backend } from './database.ts'
import { demoKeyOf, newInstallation, PUBLIC } from './installation.ts'
import { surviveKills } from './kills.ts'
import { servePhoto } from './photos.ts'
import { eventually, killAll, launch, patiently, startServer } from './process.ts'

afterAll(killAll)

test(
  'kill -9 in a stream of writes loses no acknowledged write, doubles none, and keeps the events',
  patiently,
  async () => {
    const { acknowledged, statuses } = await surviveKills(2)
    expect(acknowledged.size).toBeGreaterThan(40)
    expect([...statuses]).toEqual([201])
  },
)

test.runIf(backend === 'pglite')(
  'a first start that was killed half-way does not spoil the folder',
  patiently,
  async () => {
    const installation = await newInstallation({}, { isBare: true })
    const first = launch(['src/main.mjs'], installation.settings)
    const data = join(installation.dataDir, 'pgdata')
    await vi.waitFor(() => expect(existsSync(join(data, 'base'))).toBe(true), { timeout: 60_000, interval: 5 })
    first.signal('SIGKILL')
    await first.ended
    expect(existsSync(join(installation.dataDir, 'pgdata.unfinished')), 'killed while it was made').toBe(true)
    // A moment later this would have been there too, before the rest: from then on it looks like a database.
    if (!existsSync(join(data, 'PG_VERSION'))) await writeFile(join(data, 'PG_VERSION'), '18\n')
    const second = await startServer(installation.settings)
    expect((await second.as(await demoKeyOf(second)).get(`${PUBLIC}/tasks?limit=1`)).status).toBe(200)
    expect((await second.stop()).code).toBe(0)
    await installation.remove()
  },
)

test.runIf(backend === 'pglite')(
  'a secret that a full disk or a power cut has emptied is not used',
  patiently,
  async () => {
    const { settings, dataDir, remove } = await newInstallation()
    await writeFile(join(dataDir, 'jwt-secret'), '')
    const { code, stderr } = await launch(['src/main.mjs'], settings).ended
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^innkeeper: \S+jwt-secret holds less than 32 characters: put it back from a backup[^\n]+\n$/,
      ),
    ])
    await remove()
  },
)

test.runIf(backend === 'postgres')(
  'kill -9 between storing a photo and recording it leaves no file for good',
  patiently,
  async () => {
    const installation = await newInstallation({ OUTBOUND_ALLOW: 'localhost' })
    const server = await startServer(installation.settings)
    const asKey = server.as(await demoKeyOf(server))
    const [task] = (await asKey.get(`${PUBLIC}/tasks?limit=1`)).body.items
    const folder = join(installation.dataDir, 'files', 'seaside-homes', 'attachments')
    const stored = () => readdir(folder).catch(() => [])
    const photo = { sourceUrl: await servePhoto(), externalSource: 'acme', externalId: 'p-1' }

    const runtime = await openRuntime({ config: readConfig(installation.settings), log: createLogger('silent') })
    await runtime.database.pool.transaction(async (tx) => {
      // Recording the photo takes the whole task, downloading it only needs it to be there.
      await tx.raw('select 1 from tasks where id = $1 for key share', [task.id])
      const lost = asKey.post(`${PUBLIC}/tasks/${task.id}/attachments`, photo).catch(() => 'no answer')
      await eventually(async () => expect(await stored()).toHaveLength(1))
      await server.kill()
      expect(await lost).toBe('no answer')
    })
    await sweepFiles.run(systemContext(runtime))
    expect(await stored(), 'as young as that it could be of a process that lives').toHaveLength(1)
    const later = new Date(Date.now() + 2 * 3600 * 1000)
    await sweepFiles.run({ ...systemContext(runtime), now: later })
    expect(await stored()).toEqual([])
    await runtime.close()
    await installation.remove()
  },
)
