import type { Scope, TxCtx, WorkspaceCtx } from './context.ts'
import { many, run, type Db } from './db.ts'
import type { Routine } from './jobs.ts'
import { sql } from './sql.ts'

/** Much longer than storing a file may take: a draft that is older belongs to a process that is gone. */
const DRAFT_HOURS_MAX = 1
const BATCH = 100

/** Says that a file is about to be stored under this key. Committed by itself, before the first byte. */
export async function beginFile({ db, workspaceId, now }: Scope & { now: Date }, storageKey: string): Promise<void> {
  await run(
    db,
    sql`insert into file_drafts (workspace_id, storage_key, created_at) values (${workspaceId}, ${storageKey}, ${now})`,
  )
}

/** In the transaction that records the file. Answers false when it took so long that the file may be gone. */
export async function keepFile({ db, workspaceId }: TxCtx, storageKey: string): Promise<boolean> {
  const kept = await run(
    db,
    sql`
    delete from file_drafts
    where workspace_id = ${workspaceId} and storage_key = ${storageKey} and abandoned_at is null returning 1`,
  )
  return kept > 0
}

/** Removes a file that is not to be recorded. What fails here is done by the routine. */
export async function dropFile({ db, workspaceId, services, log }: WorkspaceCtx, storageKey: string): Promise<void> {
  try {
    await services.storage.remove(storageKey)
    await deleteDraft(db, { workspaceId, storageKey })
  } catch (error) {
    log.warn({ err: error }, 'a file that nobody needs could not be removed; it is tried again within hours')
  }
}

/** Removes the files of processes that were killed between storing and recording. */
export const sweepFiles: Routine = {
  name: 'sweep-files',
  cron: '23 * * * *',
  async run({ db, now, log, services }) {
    let removed = 0
    for (let left = BATCH; left === BATCH;) {
      const drafts = await abandonOldDrafts(db, now)
      left = drafts.length
      for (const draft of drafts) {
        await services.storage.remove(draft.storageKey)
        await deleteDraft(db, draft)
        removed += 1
      }
    }
    if (removed > 0) log.info({ removed }, 'files of interrupted uploads removed')
  },
}

interface Draft {
  workspaceId: string
  storageKey: string
}

/** First committed as abandoned, so that a very late process cannot record a file that is being removed. */
function abandonOldDrafts(db: Db, now: Date): Promise<Draft[]> {
  const before = new Date(now.getTime() - DRAFT_HOURS_MAX * 3600 * 1000)
  return many(
    db,
    sql`
    update file_drafts d set abandoned_at = coalesce(d.abandoned_at, ${now}) from (
      select workspace_id, storage_key from file_drafts where created_at < ${before}
      order by created_at limit ${BATCH} for update skip locked) old
    where d.workspace_id = old.workspace_id and d.storage_key = old.storage_key
    returning d.workspace_id as "workspaceId", d.storage_key as "storageKey"`,
  )
}

async function deleteDraft(db: Db, { workspaceId, storageKey }: Draft): Promise<void> {
  await run(db, sql`delete from file_drafts where workspace_id = ${workspaceId} and storage_key = ${storageKey}`)
}
