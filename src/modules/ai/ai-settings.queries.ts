import type { Scope, TxCtx } from '#core/context.ts'
import { one, run } from '#core/db.ts'
import { assignments, columnsOf, sql } from '#core/sql.ts'
import type { Purpose } from '#core/models.ts'
import type { AiProvider } from './ai-settings.schema.ts'

/** A provider as it is kept. */
export interface StoredProvider extends AiProvider {
  apiKeySealed: string | null
}

export interface StoredSettings {
  providers: StoredProvider[]
  models: Partial<Record<Purpose, string>>
  version: number
  updatedAt: string | null
}

const COLUMNS = columnsOf(['providers', 'models', 'version', 'updatedAt'])

export function findAiSettings({ db, workspaceId }: Scope): Promise<StoredSettings | undefined> {
  return one(db, sql`select ${COLUMNS} from ai_settings where workspace_id = ${workspaceId}`)
}

/** There is a row from the first change on, so that two first changes wait for each other. */
export async function lockAiSettings({ db, workspaceId, now }: TxCtx): Promise<StoredSettings | undefined> {
  await run(
    db,
    sql`
    insert into ai_settings (workspace_id, created_at) values (${workspaceId}, ${now})
    on conflict (workspace_id) do nothing`,
  )
  return one(db, sql`select ${COLUMNS} from ai_settings where workspace_id = ${workspaceId} for update`)
}

export function saveAiSettings(
  { db, workspaceId, now }: TxCtx,
  { providers, models }: Pick<StoredSettings, 'providers' | 'models'>,
): Promise<StoredSettings | undefined> {
  const row = { providers: JSON.stringify(providers), models: JSON.stringify(models), updatedAt: now }
  return one(
    db,
    sql`
    update ai_settings set ${assignments(row)}, version = version + 1 where workspace_id = ${workspaceId}
    returning ${COLUMNS}`,
  )
}
