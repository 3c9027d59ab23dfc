import type { Scope, TxCtx } from '#core/context.ts'
import { many, one } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { assignments, columnsOf, every, insertion, sql } from '#core/sql.ts'
import { AGENT_FIELDS, type Agent, type AgentQuery } from './agent.schema.ts'

export interface AgentRow extends Agent {
  version: number
}

const COLUMNS = columnsOf([...AGENT_FIELDS, 'version'])

export function listAgents({ db, workspaceId }: Scope, query: AgentQuery): Promise<Listed<AgentRow>> {
  const { archived = false } = query
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`agents`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      archived ? sql`archived_at is not null` : sql`archived_at is null`,
    ]),
    order: sql`created_at desc, id desc`,
  })
}

export function findAgent({ db, workspaceId }: Scope, agentId: string): Promise<AgentRow | undefined> {
  return one(db, sql`select ${COLUMNS} from agents where workspace_id = ${workspaceId} and id = ${agentId}`)
}

export function findBySlug({ db, workspaceId }: Scope, slug: string): Promise<AgentRow | undefined> {
  return one(db, sql`select ${COLUMNS} from agents where workspace_id = ${workspaceId} and slug = ${slug}`)
}

export function lockAgent({ db, workspaceId }: TxCtx, agentId: string): Promise<AgentRow | undefined> {
  return one(db, sql`select ${COLUMNS} from agents where workspace_id = ${workspaceId} and id = ${agentId} for update`)
}

export async function slugsLike({ db, workspaceId }: Scope, slug: string): Promise<Set<string>> {
  const rows = await many<{ slug: string }>(
    db,
    sql`select slug from agents where workspace_id = ${workspaceId} and (slug = ${slug} or slug like ${`${slug}-%`})`,
  )
  return new Set(rows.map((row) => row.slug))
}

export function insertAgent(
  { db, workspaceId, now }: TxCtx,
  { approval, ...agent }: Omit<Agent, 'createdAt' | 'updatedAt' | 'archivedAt'>,
): Promise<AgentRow | undefined> {
  const row = { ...agent, approval: JSON.stringify(approval), workspaceId, createdAt: now, updatedAt: now }
  return one(db, sql`insert into agents ${insertion(row)} returning ${COLUMNS}`)
}

export function saveAgent(
  { db, workspaceId, now }: TxCtx,
  agentId: string,
  { approval, ...changes }: Partial<Omit<Agent, 'archivedAt'>> & { archivedAt?: Date | null },
): Promise<AgentRow | undefined> {
  const row = { ...changes, ...(approval && { approval: JSON.stringify(approval) }), updatedAt: now }
  return one(
    db,
    sql`
    update agents set ${assignments(row)}, version = version + 1
    where workspace_id = ${workspaceId} and id = ${agentId} returning ${COLUMNS}`,
  )
}
