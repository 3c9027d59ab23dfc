import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, containing, every, insertion, searchable, sql } from '#core/sql.ts'
import {
  WORKFLOW_FIELDS,
  type Activation,
  type WorkflowQuery,
  type WorkflowRoute,
  type WorkflowRow,
} from './definition.schema.ts'
import type { RetryDefaults } from './pace.schema.ts'

export interface DefinitionRow extends WorkflowRow {
  version: number
  epoch: number
}
const COLUMNS = columnsOf([...WORKFLOW_FIELDS, 'version', 'epoch'])

export function listDefinitions({ db, workspaceId }: Scope, query: WorkflowQuery): Promise<Listed<DefinitionRow>> {
  const { status, owner, triggerKind, tag, q } = query
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`wf_definition`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      // Those in the archive are seen when they are asked for.
      status === undefined ? sql`status <> 'archived'` : sql`status = ${status}`,
      owner !== undefined && sql`owner = ${owner}`,
      triggerKind !== undefined && sql`${triggerKind} = any (trigger_kinds)`,
      tag !== undefined && sql`${tag} = any (tags)`,
      q !== undefined && sql`search_text like ${containing(q)}`,
    ]),
    order: sql`created_at desc, id desc`,
  })
}

export function findDefinition({ db, workspaceId }: Scope, id: string): Promise<DefinitionRow | undefined> {
  return one(db, sql`select ${COLUMNS} from wf_definition where workspace_id = ${workspaceId} and id = ${id}`)
}

export function lockDefinition({ db, workspaceId }: TxCtx, id: string): Promise<DefinitionRow | undefined> {
  return one(
    db,
    sql`select ${COLUMNS} from wf_definition where workspace_id = ${workspaceId} and id = ${id} for update`,
  )
}

type Fields = Partial<Omit<WorkflowRow, 'createdAt' | 'updatedAt'>>

/** As the table has them. */
function columnsFor({ routes, migration, concurrency, retryDefaults, ...fields }: Fields): Record<string, unknown> {
  const kept = Object.entries({ routes, migration, concurrency, retryDefaults }).filter(
    ([, value]) => value !== undefined,
  )
  const json = kept.map(([name, value]) => [name, value === null ? null : JSON.stringify(value)])
  return { ...fields, ...Object.fromEntries(json) }
}

export async function findRetryDefaults({ db, workspaceId }: Scope, id: string): Promise<RetryDefaults | undefined> {
  const row = await one<{ retryDefaults: RetryDefaults | null }>(
    db,
    sql`select retry_defaults as "retryDefaults" from wf_definition where workspace_id = ${workspaceId} and id = ${id}`,
  )
  return row?.retryDefaults ?? undefined
}

export function insertDefinition(
  { db, workspaceId, now }: TxCtx,
  fields: Fields & { id: string; name: string },
): Promise<DefinitionRow | undefined> {
  const searchText = searchable(fields.name, fields.description)
  const row = { ...columnsFor(fields), workspaceId, searchText, createdAt: now, updatedAt: now }
  return one(db, sql`insert into wf_definition ${insertion(row)} returning ${COLUMNS}`)
}

export function saveDefinition(
  { db, workspaceId, now }: TxCtx,
  before: DefinitionRow,
  changes: Fields,
): Promise<DefinitionRow | undefined> {
  const { name, description } = { ...before, ...changes }
  const row = { ...columnsFor(changes), searchText: searchable(name, description), updatedAt: now }
  return one(
    db,
    sql`
    update wf_definition set ${assignments(row)}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${before.id} returning ${COLUMNS}`,
  )
}

export async function insertActivation(
  { db, workspaceId, now }: TxCtx,
  activation: {
    id: string
    definitionId: string
    routes: WorkflowRoute[] | null
    reason: string | null
    createdBy: object
  },
): Promise<void> {
  const { routes, createdBy, ...rest } = activation
  const row = {
    workspaceId,
    ...rest,
    routes: routes === null ? null : JSON.stringify(routes),
    createdBy: JSON.stringify(createdBy),
    createdAt: now,
  }
  await run(db, sql`insert into wf_activation ${insertion(row)}`)
}

export function findActivations({ db, workspaceId }: Scope, definitionId: string): Promise<Activation[]> {
  return many(
    db,
    sql`
    select ${columnsOf(['id', 'routes', 'reason', 'createdBy', 'createdAt'])} from wf_activation
    where workspace_id = ${workspaceId} and definition_id = ${definitionId}
    order by created_at desc, id desc limit 10`,
  )
}
