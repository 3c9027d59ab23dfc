import type { Bus } from '#core/bus.ts'
import type { Pool } from '#core/db.ts'
import { fail } from '#core/errors.ts'
import { gathered } from '#core/gathering.ts'
import type { Hold } from '#core/model-use.ts'
import { recallUnder } from '#core/recall.ts'
import { findBudget, hold, settleHeld, type Amount } from './budget.queries.ts'
import { exceeded, periodsAt } from './budget.rules.ts'
import { gatewayFailures } from './gateway-failures.ts'

export interface Budgets {
  /** Undefined where the workspace has no limit. */
  reserve(workspaceId: string, amount: Amount): Promise<Hold>
  settle(hold: Hold, used: Amount): Promise<void>
}

interface Settling {
  span: number
  held: Amount
  used: Amount
}

export function openBudgets({ pool, bus, now }: { pool: Pool; bus: Bus; now: () => Date }): Budgets {
  const recall = recallUnder(bus, 'ai-budgets')

  /** All at once when they fit together; one by one when not, so that the last that fits still goes. */
  const reserve = gathered<Amount, number | undefined>(async (workspaceId, amounts) => {
    const periods = periodsAt(now())
    const span = await hold(pool, workspaceId, periods, sumOf(amounts))
    if (span !== undefined || amounts.length === 1) return amounts.map(() => span)
    const spans = []
    for (const amount of amounts) spans.push(await hold(pool, workspaceId, periods, amount))
    return spans
  })

  const settle = gathered<Settling, undefined>(async (workspaceId, settlings) => {
    const bySpan = Map.groupBy(settlings, ({ span }) => span)
    for (const [span, group] of bySpan) {
      const held = sumOf(group.map((each) => each.held))
      await settleHeld(pool, workspaceId, periodsAt(now()), { span, held, used: sumOf(group.map(({ used }) => used)) })
    }
    return settlings.map(() => undefined)
  })

  async function hasLimits(workspaceId: string): Promise<boolean> {
    const known = await recall(workspaceId, async () => {
      const budget = await findBudget({ db: pool, workspaceId }, periodsAt(now()))
      return { limited: budget !== undefined }
    })
    return known?.limited ?? false
  }

  return {
    async reserve(workspaceId, amount) {
      if (!(await hasLimits(workspaceId))) return undefined
      const span = await reserve(workspaceId, amount)
      if (span !== undefined) return { workspaceId, span, ...amount }
      const moment = now()
      const budget = await findBudget({ db: pool, workspaceId }, periodsAt(moment))
      // What was in the way may be gone by now; the answer stays the same, with a short wait.
      const { limit, retryAfterSeconds } = (budget && exceeded(budget, amount, moment)) ?? {
        limit: undefined,
        retryAfterSeconds: 1,
      }
      fail(gatewayFailures.budget_exceeded, { retryAfterSeconds, extra: { limit } })
    },
    async settle(hold, used) {
      if (!hold) return
      const { workspaceId, span, tokens, costMicros } = hold
      await settle(workspaceId, { span, held: { tokens, costMicros }, used })
    },
  }
}

function sumOf(amounts: readonly Amount[]): Amount {
  const sum = { tokens: 0, costMicros: 0 }
  for (const { tokens, costMicros } of amounts) {
    sum.tokens += tokens
    sum.costMicros += costMicros
  }
  return sum
}
