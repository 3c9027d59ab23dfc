import type { Routine } from '#core/jobs.ts'
import { deleteOldPasses } from './install-pass.queries.ts'

/** A pass that has expired is refused for that: nobody need know that it was used. */
export const pruneInstallPasses: Routine = {
  name: 'prune-install-passes',
  cron: '41 * * * *',
  async run({ db, now }) {
    while ((await deleteOldPasses(db, now)) === 1000);
  },
}
