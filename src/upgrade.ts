import { openDatabase, type Database } from '#core/database.ts'
import type { Pool } from '#core/db.ts'
import { sqlState } from '#core/db-failures.ts'
import { migrate, pendingMigrations } from '#core/migrate.ts'
import { keepFor } from '#core/retention.ts'
import { mayMigrate, prepareServingRole } from '#core/serving-role.ts'
import type { Config } from './config.ts'

const OWNER_CONNECTIONS = 2
const NOT_ALLOWED = '42501'

/** Migrates as the owner, if one is configured, and then grants the serving role its rights. */
export async function upgrade(config: Config, database: Database, stage: (text: string) => void): Promise<void> {
  const { migrationUrl: url, database: settings } = config
  if (url === undefined || settings.kind === 'embedded') return upgradeAs(database.pool, config, stage)
  const owner = await openDatabase({ ...settings, url, poolSize: OWNER_CONNECTIONS })
  try {
    await upgradeAs(owner.pool, config, stage)
    await prepareServingRole(owner.pool, settings.url)
  } finally {
    await owner.close()
  }
}

/** The database lacks something this version needs, and the serving role cannot create it. */
export class NotMigrated extends Error {}

async function upgradeAs(pool: Pool, { auditLogKeptDays }: Config, stage: (text: string) => void): Promise<void> {
  if (!(await mayMigrate(pool))) return assertMigrated(pool)
  const applied = await migrate(pool, { stage })
  if (applied.length > 0) stage(`migrated: ${applied.join(', ')}`)
  await keepFor(pool, 'audit_log', auditLogKeptDays)
}

async function assertMigrated(pool: Pool): Promise<void> {
  const pending = await pendingMigrations(pool).catch((error: unknown) => {
    // The owner has started but has not granted this role anything yet.
    if (sqlState(error) === NOT_ALLOWED) return ['the rights of the role that serves']
    throw error
  })
  if (pending.length === 0) return
  throw new NotMigrated(
    `the database lacks ${pending[0]}, which the role of DATABASE_URL may not bring: start with MIGRATION_DATABASE_URL, or run npm run cli -- migrate with it.`,
  )
}
