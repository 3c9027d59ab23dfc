/**
 * A worker as `ROLE=worker` makes one, with one subscriber more: it acts on every event of a task and leaves marks that
 * can be counted afterwards. Run as a process of its own, to be killed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '#core/db.ts'
import { startJobs } from '#core/jobs.ts'
import { createLogger } from '#core/log.ts'
import { sql } from '#core/sql.ts'
import { taskEffect } from '#modules/tasks/effect.service.ts'
import { routines, subscribers } from '#src/background.ts'
import { readConfig } from '#src/config.ts'
import { openRuntime, type Runtime } from '#src/runtime.ts'
import { WITNESS } from './witness.ts'

const witness = taskEffect({
  name: WITNESS,
  on: ['*'],
  async act({ db }, { id }) {
    await run(db, sql`insert into soak.acts (event_id) values (${id})`)
    await run(db, sql`insert into soak.effects (event_id) values (${id}) on conflict do nothing`)
    // Between what it did and the note of it is where a kill hurts.
    await sleep(Math.random() * 20)
    return {}
  },
})

const log = createLogger('warn')
const { database, bus, services } = await opened()
await startJobs({ database, bus, services, log, subscribers: [...subscribers, witness], routines })
process.stdout.write('working\n')

async function opened(): Promise<Runtime> {
  for (;;) {
    try {
      return await openRuntime({ config: readConfig(), log })
    } catch (error) {
      log.warn({ err: error }, 'no database yet')
      await sleep(500)
    }
  }
}
