import { run } from '#core/db.ts'
import type { SealedPlace } from '#core/reseal.ts'
import { sql } from '#core/sql.ts'
import { findersOfSecret } from './finder.ts'
import { SEALED_FOR, type Secrets } from './integration-secrets.ts'

export const SEALED_INTEGRATIONS: SealedPlace = {
  table: 'integrations',
  column: 'secrets',
  type: 'text',
  key: ['workspace_id', 'id'],
  purpose: SEALED_FOR,
  owner: (row) => String(row['id']),
  /** Senders that present a secret are found by its MAC. */
  async follow(db, signer, row, text) {
    const kept = Object.values(JSON.parse(text) as Secrets)
    for (const secret of kept.flatMap(({ value, previous }) => [
      value,
      ...(previous === undefined ? [] : [previous]),
    ])) {
      const [newest = '', ...former] = findersOfSecret(signer, secret)
      await run(
        db,
        sql`
        update integration_finders set finder = ${newest}
        where workspace_id = ${row['workspace_id']} and integration_id = ${row['id']}
          and finder = any (${former}::text[])`,
      )
    }
  },
}
