import type { Bus } from '#core/bus.ts'
import type { Log } from '#core/context.ts'
import type { Pool } from '#core/db.ts'
import { fail } from '#core/errors.ts'
import { gathered } from '#core/batching.ts'
import type { Hold } from '#core/model-use.ts'
import { recallUnder } from '#core/recall.ts'
import { findBudget, hold, settleHeld, type Amount } from './budget.queries.ts'
import { exceeded, periodsAt, spanAt } from './budget.rules.ts'
import { AI_BUDGET_LIMITS } from './budget.schema.ts'
import { gatewayFailures } from './gateway-failures.ts'
import { openSettlements } from './settlement.ts'

/** A lease holds the amount of so many more calls in advance. It is taken only where there is room for so many leases. */
const LEASED_CALLS = 128
const LEASES_OF_ROOM = 10
/** What is held in advance and not used goes back after this. */
const LEASE_MILLIS = 1000

export interface Budgets {
  /** Where the workspace has no limit nothing is held, and what is used is counted all the same. */
  reserve(workspaceId: string, amount: Amount): Promise<NonNullable<Hold>>
  /** Gives the rest back; written within a moment, together with others. */
  settle(hold: Hold, used: Amount): void
  close(): Promise<void>
}

interface Lease extends Amount {
  span: number
  /** When it was taken, on the clock of this process. */
  at: number
}

interface BudgetParts {
  pool: Pool
  bus: Bus
  log: Log
  now: () => Date
}

/**
 * Budgets are kept in one row for each workspace. Without leases every call would write it twice, and calls of a busy
 * workspace would queue for it; near a limit there are none, so that the last call that fits still goes.
 */
export function openBudgets({ pool, bus, log, now }: BudgetParts): Budgets {
  const recall = recallUnder(bus, 'ai-budgets')
  const leases = new Map<string, Lease>()
  const settlements = openSettlements(log, (workspaceId, settlement) =>
    settleHeld(pool, workspaceId, periodsAt(now()), settlement),
  )

  function fromLease(workspaceId: string, { tokens, costMicros }: Amount): number | undefined {
    const lease = leases.get(workspaceId)
    if (!lease || lease.tokens < tokens || lease.costMicros < costMicros) return undefined
    if (!bus.isLive() || lease.span !== spanAt(now()) || performance.now() - lease.at > LEASE_MILLIS) return undefined
    lease.tokens -= tokens
    lease.costMicros -= costMicros
    return lease.span
  }

  function giveBack(workspaceId: string): void {
    const lease = leases.get(workspaceId)
    if (!lease) return
    leases.delete(workspaceId)
    settlements.add(workspaceId, { span: lease.span, held: lease, used: NOTHING })
  }

  // Taken under limits that no longer hold.
  const giveAllBack = (): void => leases.forEach((_, workspaceId) => giveBack(workspaceId))
  bus.on('ai-budgets', giveAllBack)
  bus.onGap(giveAllBack)
  const sweeping = setInterval(() => {
    for (const [workspaceId, { at }] of leases) if (performance.now() - at > LEASE_MILLIS) giveBack(workspaceId)
  }, LEASE_MILLIS).unref()

  /** Those who waited while another took a lease have it, where it suffices for all of them. */
  const reserve = gathered<Amount, number | undefined>(async (workspaceId, amounts) => {
    const span = fromLease(workspaceId, sumOf(amounts))
    return span === undefined ? holdAll(workspaceId, amounts) : amounts.map(() => span)
  })

  /** Tries until something fits: all of them together with a lease, all of them without, each by itself. */
  async function holdAll(workspaceId: string, amounts: readonly Amount[]): Promise<(number | undefined)[]> {
    const periods = periodsAt(now())
    const sum = sumOf(amounts)
    const extra = times(sum, LEASED_CALLS / amounts.length)
    giveBack(workspaceId)
    const room = sumOf([sum, times(extra, LEASES_OF_ROOM)])
    const leased = await hold(pool, workspaceId, periods, sumOf([sum, extra]), room)
    if (leased !== undefined) leases.set(workspaceId, { ...extra, span: leased, at: performance.now() })
    if (leased !== undefined) return amounts.map(() => leased)
    // What is on its way back may be what is missing.
    await settlements.write()
    const span = await hold(pool, workspaceId, periods, sum, sum)
    if (span !== undefined || amounts.length === 1) return amounts.map(() => span)
    const spans = []
    for (const amount of amounts) spans.push(await hold(pool, workspaceId, periods, amount, amount))
    return spans
  }

  async function limitsOf(workspaceId: string): Promise<{ limited: boolean }> {
    const budget = await findBudget({ db: pool, workspaceId }, periodsAt(now()))
    return { limited: budget !== undefined && AI_BUDGET_LIMITS.some((limit) => budget[limit] !== null) }
  }

  return {
    async reserve(workspaceId, amount) {
      const limits = await recall(workspaceId, () => limitsOf(workspaceId))
      if (!limits.limited) return { workspaceId, span: spanAt(now()), ...NOTHING }
      const span = fromLease(workspaceId, amount) ?? (await reserve(workspaceId, amount))
      return span === undefined ? refuse(pool, workspaceId, amount, now()) : { workspaceId, span, ...amount }
    },
    settle(hold, used) {
      if (hold) settlements.add(hold.workspaceId, { span: hold.span, held: hold, used })
    },
    async close() {
      clearInterval(sweeping)
      giveAllBack()
      await settlements.write()
    },
  }
}

async function refuse(pool: Pool, workspaceId: string, amount: Amount, now: Date): Promise<never> {
  const budget = await findBudget({ db: pool, workspaceId }, periodsAt(now))
  const found = budget && exceeded(budget, amount, now)
  // What was in the way may be gone by now; the answer stays the same, with a short wait.
  const retryAfterSeconds = found?.retryAfterSeconds ?? 1
  fail(gatewayFailures.budget_exceeded, { retryAfterSeconds, extra: { limit: found?.limit } })
}

const NOTHING: Amount = { tokens: 0, costMicros: 0 }

function times({ tokens, costMicros }: Amount, factor: number): Amount {
  return { tokens: Math.ceil(tokens * factor), costMicros: Math.ceil(costMicros * factor) }
}

function sumOf(amounts: readonly Amount[]): Amount {
  const sum = { tokens: 0, costMicros: 0 }
  for (const { tokens, costMicros } of amounts) {
    sum.tokens += tokens
    sum.costMicros += costMicros
  }
  return sum
}
