import type { Database } from '#core/database.ts'
import { closeBoss, openBoss } from '#core/job-boss.ts'
import { migrate } from '#core/migrate.ts'

const PACE = { superviseSeconds: 30, cronSeconds: 30 }

/** The tables that every test finds: ours, and those of the jobs, which take a second to make. */
export async function fillTemplate(database: Database): Promise<void> {
  await migrate(database.pool)
  const report = (cause: unknown): never => {
    throw new Error('the tables of the jobs could not be made', { cause })
  }
  await closeBoss(await openBoss(database, PACE, report), report)
}
