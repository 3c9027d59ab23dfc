import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, insertion, sql } from '#core/sql.ts'
import { VERSION_FIELDS, type WorkflowVersionRow } from './definition.schema.ts'
import type { WorkflowDocument } from './document.schema.ts'
import type { Problem } from './problem.schema.ts'

export interface DraftRow {
  format: 'json' | 'yaml'
  text: string
  problems: Problem[]
  problemCount: number
  version: number
  updatedAt: string
}
const DRAFT = columnsOf(['format', 'text', 'problems', 'problemCount', 'version', 'updatedAt'])

export function findDraft({ db, workspaceId }: Scope, definitionId: string): Promise<DraftRow | undefined> {
  return one(
    db,
    sql`select ${DRAFT} from wf_draft where workspace_id = ${workspaceId} and definition_id = ${definitionId}`,
  )
}

export function lockDraft({ db, workspaceId }: TxCtx, definitionId: string): Promise<DraftRow | undefined> {
  return one(
    db,
    sql`
    select ${DRAFT} from wf_draft where workspace_id = ${workspaceId} and definition_id = ${definitionId} for update`,
  )
}

export async function saveDraft(
  { db, workspaceId, now }: TxCtx,
  definitionId: string,
  draft: Pick<DraftRow, 'format' | 'text' | 'problems' | 'problemCount'>,
): Promise<void> {
  const problems = JSON.stringify(draft.problems)
  const row = { ...draft, problems, workspaceId, definitionId, updatedAt: now }
  await run(
    db,
    sql`
    insert into wf_draft ${insertion(row)} on conflict (workspace_id, definition_id) do update set
      format = excluded.format, text = excluded.text, problems = excluded.problems,
      problem_count = excluded.problem_count, updated_at = excluded.updated_at, version = wf_draft.version + 1`,
  )
}

type VersionRow = Omit<WorkflowVersionRow, 'workflowId'>
const VERSION = columnsOf(VERSION_FIELDS)

export function listVersions(
  { db, workspaceId }: Scope,
  definitionId: string,
  query: { limit?: number; offset?: number },
): Promise<Listed<VersionRow>> {
  return listed(db, query, {
    columns: VERSION,
    from: sql`wf_version`,
    where: sql`workspace_id = ${workspaceId} and definition_id = ${definitionId}`,
    order: sql`number desc`,
  })
}

export function findVersion(
  { db, workspaceId }: Scope,
  definitionId: string,
  number: number,
): Promise<(VersionRow & { document: WorkflowDocument }) | undefined> {
  return one(
    db,
    sql`
    select ${VERSION}, document from wf_version
    where workspace_id = ${workspaceId} and definition_id = ${definitionId} and number = ${number}`,
  )
}

export function findBySha256(
  { db, workspaceId }: Scope,
  definitionId: string,
  sha256: string,
): Promise<VersionRow | undefined> {
  return one(
    db,
    sql`
    select ${VERSION} from wf_version
    where workspace_id = ${workspaceId} and definition_id = ${definitionId} and sha256 = ${sha256}`,
  )
}

export async function knownVersions(
  { db, workspaceId }: Scope,
  definitionId: string,
  numbers: readonly number[],
): Promise<number[]> {
  const rows = await many<{ number: number }>(
    db,
    sql`
    select number from wf_version
    where workspace_id = ${workspaceId} and definition_id = ${definitionId} and number = any (${[...numbers]}::integer[])`,
  )
  return rows.map(({ number }) => number)
}

export function insertVersion(
  { db, workspaceId, now }: TxCtx,
  definitionId: string,
  version: { number: number; document: WorkflowDocument; sha256: string; createdBy: object },
): Promise<VersionRow | undefined> {
  const { document } = version
  const { namespace, name, version: documentVersion } = document.document
  const named = { namespace, name, documentVersion }
  const json = { document: JSON.stringify(document), createdBy: JSON.stringify(version.createdBy) }
  const row = { workspaceId, definitionId, ...version, ...named, ...json, createdAt: now }
  return one(db, sql`insert into wf_version ${insertion(row)} returning ${VERSION}`)
}
