import type { Scope, TxCtx } from '#core/context.ts'
import { one, run, type Db } from '#core/db.ts'
import { sql, type Sql } from '#core/sql.ts'
import type { AiBudget } from './budget.schema.ts'

/** The days and the span of ten minutes that a moment is in, as the table names them. */
export interface Periods {
  day: string
  month: string
  span: number
}

export interface Amount {
  tokens: number
  costMicros: number
}

export interface BudgetRow extends AiBudget {
  version: number
}

/**
 * A row may be of an earlier day or span: then what it says has lapsed. It may also be of a later one, written by a
 * node whose clock is ahead: then that counts.
 */
function standing({ day, month, span }: Periods) {
  const ofDay = (column: Sql): Sql => sql`(case when b.day >= ${day}::date then ${column} else 0 end)`
  const ofMonth = (column: Sql): Sql => sql`(case when b.month >= ${month}::date then ${column} else 0 end)`
  const ofSpan = (column: Sql): Sql => sql`(case when b.held_span >= ${span}::bigint then ${column} else 0 end)`
  const before = (held: Sql, heldBefore: Sql): Sql => sql`(case when b.held_span >= ${span}::bigint then ${heldBefore}
    when b.held_span = ${span}::bigint - 1 then ${held} else 0 end)`
  return {
    dayTokens: ofDay(sql`b.day_tokens`),
    dayCost: ofDay(sql`b.day_cost_micros`),
    monthTokens: ofMonth(sql`b.month_tokens`),
    monthCost: ofMonth(sql`b.month_cost_micros`),
    heldTokens: ofSpan(sql`b.held_tokens`),
    heldCost: ofSpan(sql`b.held_cost_micros`),
    beforeTokens: before(sql`b.held_tokens`, sql`b.held_before_tokens`),
    beforeCost: before(sql`b.held_cost_micros`, sql`b.held_before_cost_micros`),
  }
}

/** Answers the span that it is held in; undefined when there is not as much room below every limit. */
export async function hold(
  db: Db,
  workspaceId: string,
  periods: Periods,
  { tokens, costMicros }: Amount,
  room: Amount,
): Promise<number | undefined> {
  const now = standing(periods)
  const fits = (max: Sql, used: Sql, held: Sql, more: number): Sql =>
    sql`(${max} is null or ${used} + ${held} + ${more}::bigint <= ${max})`
  const heldTokens = sql`${now.heldTokens} + ${now.beforeTokens}`
  const heldCost = sql`${now.heldCost} + ${now.beforeCost}`
  const row = await one<{ span: number }>(
    db,
    sql`
    update ai_budgets b set
      held_span = greatest(b.held_span, ${periods.span}::bigint),
      held_tokens = ${now.heldTokens} + ${tokens}::bigint, held_cost_micros = ${now.heldCost} + ${costMicros}::bigint,
      held_before_tokens = ${now.beforeTokens}, held_before_cost_micros = ${now.beforeCost}
    where workspace_id = ${workspaceId}
      and ${fits(sql`day_tokens_max`, now.dayTokens, heldTokens, room.tokens)}
      and ${fits(sql`day_cost_micros_max`, now.dayCost, heldCost, room.costMicros)}
      and ${fits(sql`month_tokens_max`, now.monthTokens, heldTokens, room.tokens)}
      and ${fits(sql`month_cost_micros_max`, now.monthCost, heldCost, room.costMicros)}
    returning held_span as span`,
  )
  return row?.span
}

/** What was held in a span, and what of it was used. */
export interface Settlement {
  span: number
  held: Amount
  used: Amount
}

/** Gives back what was held in a span, and counts what was used: from the first call on, whether there is a limit or not. */
export async function settleHeld(db: Db, workspaceId: string, periods: Periods, settlement: Settlement): Promise<void> {
  if (await settled(db, workspaceId, periods, settlement)) return
  await run(
    db,
    sql`
    insert into ai_budgets (workspace_id) select id from workspaces where id = ${workspaceId}
    on conflict do nothing`,
  )
  await settled(db, workspaceId, periods, settlement)
}

/** False when the workspace has no row yet. */
async function settled(
  db: Db,
  workspaceId: string,
  periods: Periods,
  { span, held, used }: Settlement,
): Promise<boolean> {
  const now = standing(periods)
  const current = sql`greatest(b.held_span, ${periods.span}::bigint)`
  const back = (of: Sql, when: Sql, amount: number): Sql =>
    sql`greatest(0, ${of} - case when ${when} then ${amount}::bigint else 0 end)`
  const isNow = sql`${current} = ${span}::bigint`
  const isBefore = sql`${current} = ${span}::bigint + 1`
  const row = await one(
    db,
    sql`
    update ai_budgets b set
      day = greatest(b.day, ${periods.day}::date), month = greatest(b.month, ${periods.month}::date),
      day_tokens = ${now.dayTokens} + ${used.tokens}::bigint,
      day_cost_micros = ${now.dayCost} + ${used.costMicros}::bigint,
      month_tokens = ${now.monthTokens} + ${used.tokens}::bigint,
      month_cost_micros = ${now.monthCost} + ${used.costMicros}::bigint,
      held_span = ${current},
      held_tokens = ${back(now.heldTokens, isNow, held.tokens)},
      held_cost_micros = ${back(now.heldCost, isNow, held.costMicros)},
      held_before_tokens = ${back(now.beforeTokens, isBefore, held.tokens)},
      held_before_cost_micros = ${back(now.beforeCost, isBefore, held.costMicros)}
    where workspace_id = ${workspaceId} returning workspace_id as "workspaceId"`,
  )
  return row !== undefined
}

export function findBudget({ db, workspaceId }: Scope, periods: Periods): Promise<BudgetRow | undefined> {
  const now = standing(periods)
  return one(
    db,
    sql`
    select workspace_id as "workspaceId", day_tokens_max as "dayTokensMax", day_cost_micros_max as "dayCostMicrosMax",
      month_tokens_max as "monthTokensMax", month_cost_micros_max as "monthCostMicrosMax",
      greatest(b.day, ${periods.day}::date) as day, ${now.dayTokens} as "dayTokens", ${now.dayCost} as "dayCostMicros",
      greatest(b.month, ${periods.month}::date) as month, ${now.monthTokens} as "monthTokens",
      ${now.monthCost} as "monthCostMicros", ${now.heldTokens} + ${now.beforeTokens} as "heldTokens",
      ${now.heldCost} + ${now.beforeCost} as "heldCostMicros", updated_at as "updatedAt", version
    from ai_budgets b where workspace_id = ${workspaceId}`,
  )
}

/** Holds back other changes to the limits, before there is a row too. */
export async function lockBudget({ db, workspaceId }: TxCtx): Promise<void> {
  await run(db, sql`select 1 from workspaces where id = ${workspaceId} for no key update`)
}

export async function saveLimits(
  { db, workspaceId, now }: TxCtx,
  limits: Pick<AiBudget, 'dayTokensMax' | 'dayCostMicrosMax' | 'monthTokensMax' | 'monthCostMicrosMax'>,
): Promise<void> {
  const { dayTokensMax, dayCostMicrosMax, monthTokensMax, monthCostMicrosMax } = limits
  await run(
    db,
    sql`
    insert into ai_budgets as b (workspace_id, day_tokens_max, day_cost_micros_max, month_tokens_max,
      month_cost_micros_max, version, updated_at)
    values (${workspaceId}, ${dayTokensMax}, ${dayCostMicrosMax}, ${monthTokensMax}, ${monthCostMicrosMax}, 2, ${now})
    on conflict (workspace_id) do update set day_tokens_max = excluded.day_tokens_max,
      day_cost_micros_max = excluded.day_cost_micros_max, month_tokens_max = excluded.month_tokens_max,
      month_cost_micros_max = excluded.month_cost_micros_max, version = b.version + 1, updated_at = excluded.updated_at`,
  )
}
