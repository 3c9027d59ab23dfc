import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run, type Db } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import type { Role } from '#core/principal.ts'
import { columnsOf, every, insertion, sql } from '#core/sql.ts'
import type { Decision, Interaction, Resolution } from './interaction.schema.ts'

export interface InteractionRow {
  id: string
  workspaceId: string
  sessionId: string
  runId: string
  agentId: string
  toolCallId: string
  kind: Interaction['kind']
  status: Interaction['status']
  message: string
  toolCall: Interaction['tool_call']
  options: Interaction['options']
  responseSchema: Record<string, unknown>
  allowedDecisions: Decision[]
  userIds: string[]
  roles: Role[]
  seq: number | null
  resolution: Resolution | null
  resolvedBy: string | null
  createdAt: string
  expiresAt: string
  resolvedAt: string | null
}

const FIELDS = [
  'id',
  'workspaceId',
  'sessionId',
  'runId',
  'agentId',
  'toolCallId',
  'kind',
  'status',
  'message',
  'toolCall',
  'options',
  'responseSchema',
  'allowedDecisions',
  'userIds',
  'roles',
  'seq',
  'resolution',
  'resolvedBy',
  'createdAt',
  'expiresAt',
  'resolvedAt',
] as const satisfies readonly (keyof InteractionRow)[]
const COLUMNS = columnsOf(FIELDS)

export type NewInteraction = Omit<
  InteractionRow,
  'workspaceId' | 'status' | 'seq' | 'resolution' | 'resolvedBy' | 'resolvedAt' | 'createdAt'
>

export async function insertInteraction(
  { db, workspaceId, now }: TxCtx,
  interaction: NewInteraction,
): Promise<InteractionRow | undefined> {
  const { toolCall, options, responseSchema } = interaction
  const json = {
    toolCall: toolCall === null ? null : JSON.stringify(toolCall),
    options: JSON.stringify(options),
    responseSchema: JSON.stringify(responseSchema),
  }
  const row = { ...interaction, ...json, workspaceId, status: 'pending', createdAt: now }
  return one(db, sql`insert into agent_interactions ${insertion(row)} returning ${COLUMNS}`)
}

export async function setSeq({ db, workspaceId }: TxCtx, interactionId: string, seq: number): Promise<void> {
  await run(
    db,
    sql`update agent_interactions set seq = ${seq} where workspace_id = ${workspaceId} and id = ${interactionId}`,
  )
}

/** Without a workspace: the address names the interaction alone, and its workspace decides who may see it. */
export function findInteractionAnywhere(db: Db, interactionId: string): Promise<InteractionRow | undefined> {
  return one(db, sql`select ${COLUMNS} from agent_interactions where id = ${interactionId}`)
}

export function findInteraction({ db, workspaceId }: Scope, id: string): Promise<InteractionRow | undefined> {
  return one(db, sql`select ${COLUMNS} from agent_interactions where workspace_id = ${workspaceId} and id = ${id}`)
}

export function listPending({ db, workspaceId }: Scope, runId: string): Promise<InteractionRow[]> {
  return many(
    db,
    sql`
    select ${COLUMNS} from agent_interactions
    where workspace_id = ${workspaceId} and run_id = ${runId} and status = 'pending' order by created_at, id`,
  )
}

const ASKED_MAX = 100

/** What was asked in a session, answered or not, newest first. */
export function listAsked({ db, workspaceId }: Scope, sessionId: string): Promise<InteractionRow[]> {
  return many(
    db,
    sql`
    select ${COLUMNS} from agent_interactions
    where workspace_id = ${workspaceId} and session_id = ${sessionId} order by created_at desc, id desc limit ${ASKED_MAX}`,
  )
}

/** What waits for this person, or for somebody with one of these roles. */
export function listAssigned(
  { db, workspaceId }: Scope,
  query: { limit?: number; offset?: number },
  { userId, roles, now }: { userId: string | null; roles: readonly Role[]; now: Date },
): Promise<Listed<InteractionRow>> {
  return listed(db, query, {
    columns: COLUMNS,
    from: sql`agent_interactions`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      sql`status = 'pending'`,
      sql`expires_at > ${now}`,
      sql`(${userId}::uuid = any (user_ids) or roles && ${roles}::text[])`,
    ]),
    order: sql`created_at desc, id desc`,
  })
}

/** Only one answer is the first. */
export function settleInteraction(
  { db, workspaceId, now }: TxCtx,
  interactionId: string,
  { status, resolution, resolvedBy }: Pick<InteractionRow, 'status' | 'resolution' | 'resolvedBy'>,
): Promise<InteractionRow | undefined> {
  return one(
    db,
    sql`
    update agent_interactions set status = ${status}, resolution = ${resolution && JSON.stringify(resolution)},
      resolved_by = ${resolvedBy}, resolved_at = ${now}
    where workspace_id = ${workspaceId} and id = ${interactionId} and status = 'pending' returning ${COLUMNS}`,
  )
}

/** Who approved a call; undefined if nobody did. */
export async function findApprover(
  { db, workspaceId }: Scope,
  runId: string,
  toolCallId: string,
): Promise<string | undefined> {
  const row = await one<{ resolvedBy: string }>(
    db,
    sql`
    select resolved_by as "resolvedBy" from agent_interactions
    where workspace_id = ${workspaceId} and run_id = ${runId} and tool_call_id = ${toolCallId} and status = 'resolved'
      and resolution ->> 'decision' in ('approve', 'edit') and resolved_by is not null
    order by resolved_at desc limit 1`,
  )
  return row?.resolvedBy
}

/** Runs with a question that nobody has answered in time. */
export function listOverdue(db: Db, now: Date, count: number): Promise<{ workspaceId: string; runId: string }[]> {
  return many(
    db,
    sql`
    select workspace_id as "workspaceId", run_id as "runId" from agent_interactions
    where status = 'pending' and expires_at <= ${now}
    group by workspace_id, run_id order by min(expires_at) limit ${count}`,
  )
}
