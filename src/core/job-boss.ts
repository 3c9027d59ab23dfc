import type { Db as BossDb, PgBoss } from 'pg-boss'
import type { Database } from './database.ts'
import { one, type Db } from './db.ts'
import type { Report } from './report.ts'
import { sql } from './sql.ts'

/** How often pg-boss looks after jobs of dead workers and after the schedule. */
interface BossPace {
  superviseSeconds: number
  cronSeconds: number
}

/** pg-boss on our own pool; it makes or updates its schema by itself. Only who works jobs loads it. */
export async function openBoss(database: Database, pace: BossPace, report: Report): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const schema = await one<{ there: boolean }>(
    database.pool,
    sql`select to_regnamespace('pgboss') is not null as there`,
  )
  const boss = new PgBoss({
    db: bossOn(database.pool),
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    // A serving-only role may not even run `create schema if not exists`; the owner has created it by then.
    createSchema: !schema?.there,
    superviseIntervalSeconds: pace.superviseSeconds,
    monitorIntervalSeconds: pace.superviseSeconds,
    maintenanceIntervalSeconds: 5 * 60,
    cronMonitorIntervalSeconds: pace.cronSeconds,
    cronWorkerIntervalSeconds: Math.min(5, pace.cronSeconds),
    // Jobs that depend on each other are not used; looking for them costs a write each time.
    flowIntervalSeconds: 24 * 60 * 60,
  })
  boss.on('error', (error) => report(error, 'the job queue had a database error'))
  boss.on('warning', ({ message, data }) => report(data, message))
  try {
    return await boss.start()
  } catch (error) {
    await closeBoss(boss, report)
    throw error
  }
}

export async function closeBoss(boss: PgBoss, report: Report): Promise<void> {
  await boss
    .stop({ graceful: false, close: false })
    .catch((error: unknown) => report(error, 'the job queue did not close well'))
}

/** Makes pg-boss run its statements on a connection, or in a transaction, of ours. */
export function bossOn(db: Db): BossDb {
  return { executeSql: (text, values) => db.raw(text, values) }
}
