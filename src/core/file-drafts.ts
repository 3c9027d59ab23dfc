import type { Ctx, Scope, TxCtx, WorkspaceCtx } from './context.ts'
import { many, run, type Db } from './db.ts'
import type { Routine } from './jobs.ts'
import { sql } from './sql.ts'

/** Much longer than storing a file may take: a draft that is older belongs to a process that is gone. */
const DRAFT_HOURS_MAX = 1
const BATCH = 100

/**
 * Says that files are about to be stored under these keys. Committed by itself, before the first byte. Said again with a
 * later time, it is from then on that they may be swept away.
 */
export async function beginFile(
  { db, workspaceId, now }: Scope & { now: Date },
  ...storageKeys: readonly string[]
): Promise<void> {
  await run(
    db,
    sql`
    insert into file_drafts (workspace_id, storage_key, created_at)
    select ${workspaceId}, key, ${now}::timestamptz from unnest(${storageKeys}::text[]) key
    on conflict (workspace_id, storage_key) do update
      set created_at = greatest(file_drafts.created_at, excluded.created_at)`,
  )
}

/** In the transaction that records the files. Answers false when it took so long that one may be gone. */
export async function keepFile({ db, workspaceId }: TxCtx, ...storageKeys: readonly string[]): Promise<boolean> {
  const kept = await run(
    db,
    sql`
    delete from file_drafts
    where workspace_id = ${workspaceId} and storage_key = any (${storageKeys}::text[]) and abandoned_at is null
    returning 1`,
  )
  return kept === storageKeys.length
}

/**
 * Removes files that are not to be recorded. Those without a draft stay: they were recorded, and only the answer to the
 * commit was lost. What fails here is done by the routine.
 */
export async function dropFile(ctx: WorkspaceCtx, ...storageKeys: readonly string[]): Promise<void> {
  const { db, workspaceId, services, log, now } = ctx
  try {
    const drafts = await many<Draft>(
      db,
      sql`
      update file_drafts set abandoned_at = ${now}
      where workspace_id = ${workspaceId} and storage_key = any (${storageKeys}::text[])
      returning workspace_id as "workspaceId", storage_key as "storageKey"`,
    )
    for (const draft of drafts) await removeDraft({ db, services }, draft)
  } catch (error) {
    log.warn({ err: error }, 'a file that nobody needs could not be removed; it is tried again within hours')
  }
}

/** Removes the files of processes that were killed between storing and recording. */
export const sweepFiles: Routine = {
  name: 'sweep-files',
  cron: '23 * * * *',
  async run(ctx) {
    const { db, now, log } = ctx
    let removed = 0
    for (let goesOn = true; goesOn;) {
      const drafts = await abandonOldDrafts(db, now)
      const before = removed
      for (const draft of drafts) {
        try {
          await removeDraft(ctx, draft)
          removed += 1
        } catch (error) {
          log.warn({ err: error, ...draft }, 'a file that nobody needs could not be removed; others are')
        }
      }
      // Where none of so many can be removed, the storage is away.
      goesOn = drafts.length === BATCH && removed > before
    }
    if (removed > 0) log.info({ removed }, 'files of interrupted uploads removed')
  },
}

interface Draft {
  workspaceId: string
  storageKey: string
}

/**
 * First committed as abandoned, so that a very late process cannot record a file that is being removed. Each is tried
 * once at a time, and what could not be removed before comes last.
 */
function abandonOldDrafts(db: Db, now: Date): Promise<Draft[]> {
  const before = new Date(now.getTime() - DRAFT_HOURS_MAX * 3600 * 1000)
  return many(
    db,
    sql`
    update file_drafts d set abandoned_at = ${now} from (
      select workspace_id, storage_key from file_drafts
      where created_at < ${before} and (abandoned_at is null or abandoned_at < ${now})
      order by abandoned_at nulls first, created_at limit ${BATCH} for update skip locked) old
    where d.workspace_id = old.workspace_id and d.storage_key = old.storage_key
    returning d.workspace_id as "workspaceId", d.storage_key as "storageKey"`,
  )
}

async function removeDraft({ db, services }: Pick<Ctx, 'db' | 'services'>, draft: Draft): Promise<void> {
  const { workspaceId, storageKey } = draft
  await services.storage.remove(storageKey)
  await run(db, sql`delete from file_drafts where workspace_id = ${workspaceId} and storage_key = ${storageKey}`)
}
