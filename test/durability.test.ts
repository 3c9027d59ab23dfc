import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { backend } from './database.ts'
import { newInstallation } from './installation.ts'
import { surviveKills } from './kills.ts'
import { killAll, launch, patiently, startServer } from './process.ts'

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
    const installation = await newInstallation()
    const first = launch(['src/main.ts'], installation.settings)
    const data = join(installation.dataDir, 'pgdata')
    await vi.waitFor(() => expect(existsSync(join(data, 'base'))).toBe(true), { timeout: 60_000, interval: 5 })
    first.signal('SIGKILL')
    await first.ended
    // A moment later this would have been there too, before the rest: from then on it looks like a database.
    if (!existsSync(join(data, 'PG_VERSION'))) await writeFile(join(data, 'PG_VERSION'), '18\n')
    const second = await startServer(installation.settings)
    expect((await second.stop()).code).toBe(0)
    await installation.remove()
  },
)
