import { one } from '#core/db.ts'
import type { Routine } from '#core/jobs.ts'
import { sql } from '#core/sql.ts'

/** Small batches, so that no lock is held for long. */
const BATCH = 1000

/**
 * Deletes entries past the operator's retention period. Only a function of the database's owner can delete them, and it
 * enforces the owner's own minimum. Nothing else reads old entries: tasks have a history of their own.
 */
export const pruneAudit: Routine = {
  name: 'prune-audit',
  cron: '53 3 * * *',
  async run({ db, log, services }) {
    const { auditLogKeptDays } = services.settings
    let deleted = 0
    for (let batch = BATCH; batch === BATCH; deleted += batch) {
      const row = await one<{ batch: number }>(
        db,
        sql`select prune_audit_log(${auditLogKeptDays}::integer, ${BATCH}::integer) as batch`,
      )
      batch = row?.batch ?? 0
    }
    if (deleted > 0) log.info({ deleted }, 'old entries of the audit log deleted')
  },
}
