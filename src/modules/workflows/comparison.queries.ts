import type { Scope, TxCtx } from '#core/context.ts'
import { many, one, run, type Db } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { columnsOf, every, insertion, sql } from '#core/sql.ts'
import type { PatchStep, SaidEffect } from './comparison.rules.ts'
import type { JsonObject } from './document.schema.ts'
import { COMPARISON_FIELDS, type Comparison, type ComparisonQuery } from './ownership.schema.ts'

export interface NewEffect extends SaidEffect {
  runId: string
  path: string
  iteration: string
}

/** What a run would have done. The same again, after a crash or at another attempt, is nothing new. */
export async function insertEffect({ db, workspaceId, now }: TxCtx, effect: NewEffect): Promise<void> {
  const row = { workspaceId, ...effect, fields: JSON.stringify(effect.fields), at: now }
  await run(db, sql`insert into wf_effect ${insertion(row)} on conflict do nothing`)
}

/** Of the run and of those it has started, in their order. */
export function findEffects({ db, workspaceId }: Scope, runId: string): Promise<SaidEffect[]> {
  return many(
    db,
    sql`
    with recursive tree as (
      select id from wf_run where workspace_id = ${workspaceId} and id = ${runId}
      union
      select r.id from wf_run r join tree on r.parent_run_id = tree.id
      where r.workspace_id = ${workspaceId} and r.trigger_kind = 'workflow')
    select e.kind, e.target, e.fields from wf_effect e
    where e.workspace_id = ${workspaceId} and e.run_id in (select id from tree) order by e.at, e.path, e.iteration`,
  )
}

export interface ObservationRow {
  correlationKey: string
  effects: SaidEffect[]
  answers: JsonObject | null
}

/** False when there is one for this key already. */
export async function insertObservation(
  { db, workspaceId, now }: TxCtx,
  definitionId: string,
  observation: ObservationRow & { occurredAt: string; createdBy: object },
): Promise<boolean> {
  const { effects, answers, createdBy, ...rest } = observation
  const json = {
    effects: JSON.stringify(effects),
    answers: answers === null ? null : JSON.stringify(answers),
    createdBy: JSON.stringify(createdBy),
  }
  const row = { workspaceId, definitionId, ...rest, ...json, createdAt: now }
  const found = await one(
    db,
    sql`insert into wf_observation ${insertion(row)} on conflict do nothing returning correlation_key`,
  )
  return found !== undefined
}

export function findObservation(
  { db, workspaceId }: Scope,
  definitionId: string,
  correlationKey: string,
): Promise<ObservationRow | undefined> {
  return one(
    db,
    sql`
    select correlation_key as "correlationKey", effects, answers from wf_observation
    where workspace_id = ${workspaceId} and definition_id = ${definitionId} and correlation_key = ${correlationKey}`,
  )
}

type Side =
  | { side: 'legacy'; effects: SaidEffect[] }
  | { side: 'service'; effects: SaidEffect[]; runId: string; versionNumber: number }

export interface ComparedRow {
  id: string
  verdict: Comparison['verdict']
  legacy: SaidEffect[] | null
  service: SaidEffect[] | null
}

/** Adds what one side did, and holds the comparison. What is decided already stays. */
export function saveSide(
  { db, workspaceId, now }: TxCtx,
  {
    id,
    definitionId,
    correlationKey,
    dueAt,
  }: { id: string; definitionId: string; correlationKey: string; dueAt: Date },
  { side, effects, ...about }: Side,
): Promise<ComparedRow | undefined> {
  const own = side === 'legacy' ? { legacy: JSON.stringify(effects) } : { service: JSON.stringify(effects), ...about }
  const row = { workspaceId, id, definitionId, correlationKey, createdAt: now, dueAt, ...own }
  return one(
    db,
    sql`
    insert into wf_comparison ${insertion(row)}
    on conflict (workspace_id, definition_id, correlation_key) do update set
      legacy = coalesce(wf_comparison.legacy, excluded.legacy), service = coalesce(wf_comparison.service, excluded.service),
      run_id = coalesce(wf_comparison.run_id, excluded.run_id),
      version_number = coalesce(wf_comparison.version_number, excluded.version_number)
    returning id, verdict, legacy, service`,
  )
}

export async function saveVerdict(
  { db, workspaceId, now }: TxCtx,
  id: string,
  verdict: Comparison['verdict'],
  diff: readonly PatchStep[],
): Promise<void> {
  await run(
    db,
    sql`
    update wf_comparison set verdict = ${verdict}, diff = ${JSON.stringify(diff)}::jsonb, decided_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id}`,
  )
}

/** Of those whose time is over one side is missing. Answers how many there were. */
export function decideMissing(db: Db, now: Date): Promise<number> {
  return run(
    db,
    sql`
    update wf_comparison set decided_at = ${now},
      verdict = case when legacy is null then 'missing_legacy' else 'missing_service' end
    where verdict = 'pending' and due_at <= ${now} returning id`,
  )
}

/** How many there are of each verdict since the active version was set. */
export async function countVerdicts(
  { db, workspaceId }: Scope,
  definitionId: string,
): Promise<{ since: string | null; counts: Record<string, number> }> {
  const [activations, verdicts] = await db.together([
    sql`
    select max(created_at) as since from wf_activation
    where workspace_id = ${workspaceId} and definition_id = ${definitionId} and routes is not null`,
    sql`
    select verdict, count(*)::integer as count from wf_comparison
    where workspace_id = ${workspaceId} and definition_id = ${definitionId} and created_at >= coalesce((
      select max(created_at) from wf_activation
      where workspace_id = ${workspaceId} and definition_id = ${definitionId} and routes is not null), '-infinity')
    group by verdict`,
  ])
  const counts = (verdicts as { verdict: string; count: number }[]).map(({ verdict, count }) => [verdict, count])
  return {
    since: (activations as { since: string | null }[])[0]?.since ?? null,
    counts: Object.fromEntries(counts) as Record<string, number>,
  }
}

export function listComparisons(
  { db, workspaceId }: Scope,
  definitionId: string,
  query: ComparisonQuery,
): Promise<Listed<Comparison>> {
  const { verdict, correlationKey } = query
  return listed(db, query, {
    columns: sql`${columnsOf(COMPARISON_FIELDS)}, version_number as "workflowVersion"`,
    from: sql`wf_comparison`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      sql`definition_id = ${definitionId}`,
      verdict !== undefined && sql`verdict = ${verdict}`,
      correlationKey !== undefined && sql`correlation_key = ${correlationKey}`,
    ]),
    order: sql`created_at desc, id desc`,
  })
}
