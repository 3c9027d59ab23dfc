import type { Scope } from '#core/context.ts'
import { DAY_MILLIS } from '#core/days.ts'
import { many, run, type Db } from '#core/db.ts'
import { listed, type Listed } from '#core/paging.ts'
import { every, sql } from '#core/sql.ts'
import type { AiCall, AiCallQuery, AiUsageDay, AiUsageQuery, AiUsageSummary } from './usage.schema.ts'

export interface MeteredCall extends Omit<AiCall, 'createdAt'> {
  workspaceId: string
  /** A date would be written as a text, which takes longer than all the rest. */
  createdAtMillis: number
}

/** The calls and the sums of their days in one statement: both are there or neither is. */
export async function insertCalls(db: Db, calls: readonly MeteredCall[]): Promise<void> {
  await run(
    db,
    sql`
    with given as (
      select *, to_timestamp("createdAtMillis" / 1000) as "createdAt" from json_to_recordset(${JSON.stringify(calls)}::json) as call (
        "workspaceId" text, id uuid, caller text, "actorKind" text, "actorId" text, route text, provider text,
        model text, "inputTokens" integer, "outputTokens" integer, "audioSeconds" double precision, images integer,
        "costMicros" bigint, status text, "latencyMillis" integer, cached boolean, "requestId" text,
        "createdAtMillis" double precision)
      where exists (select from workspaces w where w.id = "workspaceId")),
    kept as (
      insert into ai_calls (workspace_id, id, caller, actor_kind, actor_id, route, provider, model, input_tokens,
        output_tokens, audio_seconds, images, cost_micros, status, latency_millis, cached, request_id, created_at)
      select "workspaceId", id, caller, "actorKind", "actorId", route, provider, model, "inputTokens", "outputTokens",
        "audioSeconds", images, "costMicros", status, "latencyMillis", cached, "requestId", "createdAt"
      from given
      -- There already, if only the answer to writing it was lost: then it is in the sums too.
      on conflict do nothing returning *)
    insert into ai_usage_days as d (workspace_id, day, caller, route, provider, model, calls, failed, cached,
      input_tokens, output_tokens, audio_seconds, images, cost_micros)
    select workspace_id, (created_at at time zone 'UTC')::date, caller, route, coalesce(provider, ''),
      coalesce(model, ''), count(*), count(*) filter (where status <> 'ok'), count(*) filter (where cached),
      sum(input_tokens), sum(output_tokens), sum(audio_seconds), sum(images), sum(cost_micros)
    from kept group by 1, 2, 3, 4, 5, 6
    -- In one order on every node, or two batches could wait for each other.
    order by 1, 2, 3, 4, 5, 6
    on conflict (workspace_id, day, caller, route, provider, model) do update set calls = d.calls + excluded.calls,
      failed = d.failed + excluded.failed, cached = d.cached + excluded.cached,
      input_tokens = d.input_tokens + excluded.input_tokens, output_tokens = d.output_tokens + excluded.output_tokens,
      audio_seconds = d.audio_seconds + excluded.audio_seconds, images = d.images + excluded.images,
      cost_micros = d.cost_micros + excluded.cost_micros`,
  )
}

export function listAiCalls({ db, workspaceId }: Scope, query: AiCallQuery): Promise<Listed<AiCall>> {
  const { caller, route, status } = query
  return listed(db, query, {
    columns: sql`id, caller, actor_kind as "actorKind", actor_id as "actorId", route, provider, model,
      input_tokens as "inputTokens", output_tokens as "outputTokens", audio_seconds as "audioSeconds", images,
      cost_micros as "costMicros", status, latency_millis as "latencyMillis", cached, request_id as "requestId",
      created_at as "createdAt"`,
    from: sql`ai_calls`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      caller !== undefined && sql`caller = ${caller}`,
      route !== undefined && sql`route = ${route}`,
      status !== undefined && sql`status = ${status}`,
    ]),
    order: sql`created_at desc, id desc`,
  })
}

export function listUsageDays({ db, workspaceId }: Scope, query: AiUsageQuery): Promise<Listed<AiUsageDay>> {
  const { fromDate, toDate, caller } = query
  return listed(db, query, {
    columns: sql`day, caller, route, provider, model, calls, failed, cached, input_tokens as "inputTokens",
      output_tokens as "outputTokens", audio_seconds as "audioSeconds", images, cost_micros as "costMicros"`,
    from: sql`ai_usage_days`,
    where: every([
      sql`workspace_id = ${workspaceId}`,
      fromDate !== undefined && sql`day >= ${fromDate}`,
      toDate !== undefined && sql`day <= ${toDate}`,
      caller !== undefined && sql`caller = ${caller}`,
    ]),
    // Backwards through the key.
    order: sql`day desc, caller desc, route desc, provider desc, model desc`,
  })
}

export async function summarizeUsage({ db, workspaceId }: Scope, now: Date, lastDays = 30): Promise<AiUsageSummary> {
  const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)
  const fromDate = dayOf(now.getTime() - (lastDays - 1) * DAY_MILLIS)
  const days = await many<AiUsageSummary['days'][number]>(
    db,
    sql`
    select day, route, sum(calls)::bigint as calls, sum(failed)::bigint as failed, sum(cached)::bigint as cached,
      sum(input_tokens)::bigint as "inputTokens", sum(output_tokens)::bigint as "outputTokens",
      sum(audio_seconds) as "audioSeconds", sum(images)::bigint as images, sum(cost_micros)::bigint as "costMicros"
    from ai_usage_days where workspace_id = ${workspaceId} and day >= ${fromDate}
    group by day, route order by day, route`,
  )
  return { fromDate, toDate: dayOf(now.getTime()), days }
}
