import { daysBefore } from '#core/days.ts'
import { deleteInBatches } from '#core/housekeeping.ts'
import type { Routine } from '#core/jobs.ts'
import { sql } from '#core/sql.ts'

/** Entries that are older than the operator wants to keep them. Nothing else is read from the log: tasks have a history. */
export const pruneAudit: Routine = {
  name: 'prune-audit',
  cron: '53 3 * * *',
  async run({ db, now, log, services }) {
    const { auditLogKeptDays } = services.settings
    if (auditLogKeptDays === 0) return
    const before = daysBefore(now, auditLogKeptDays)
    const deleted = await deleteInBatches(db, sql`audit_log`, sql`created_at < ${before}`)
    if (deleted > 0) log.info({ deleted }, 'old entries of the audit log deleted')
  },
}
