import type { Bus } from '#core/bus.ts'
import type { Log } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import type { Pool } from '#core/db.ts'
import {
  added,
  NOTHING_USED,
  type ModelPrice,
  type ModelUsage,
  type ModelUse,
  type PricedModel,
} from '#core/model-use.ts'
import { openBudgets } from './budget.ts'
import { openMeter } from './metering.ts'

export interface ModelUseParts {
  pool: Pool
  bus: Bus
  log: Log
  /** By `provider:model`. */
  prices: ReadonlyMap<string, ModelPrice>
  now?: () => Date
}

/** Budgets and metering, in one place for the gateway and for agents. */
export function openModelUse({ pool, bus, log, prices, now = () => new Date() }: ModelUseParts): ModelUse {
  const budgets = openBudgets({ pool, bus, log, now })
  const meter = openMeter(pool, log)
  const priced = priceList(prices)
  const costBy = (model: PricedModel, usage: ModelUsage): number => costOf(priced(model), usage)

  return {
    reserve: (workspaceId, model, estimate) =>
      budgets.reserve(workspaceId, { tokens: tokensOf(estimate), costMicros: costBy(model, estimate) }),
    settle(hold, { workspaceId, caller, actor, route, requestId }, outcome) {
      const { id = newId(), model, status, latencyMillis, cached } = outcome
      const spent = outcome.spent.map((each) => ({ model: each.model, usage: countable(each.usage) }))
      const usage = countable(spent.reduce((sum, each) => added(sum, each.usage), NOTHING_USED))
      const { inputTokens, outputTokens, audioSeconds, images } = usage
      const costMicros = spent.reduce((sum, each) => sum + costBy(each.model, each.usage), 0)
      meter.note({
        workspaceId,
        id,
        caller,
        actorKind: actor.kind,
        actorId: actor.id,
        route,
        provider: model?.provider ?? null,
        model: model?.modelId ?? null,
        inputTokens,
        outputTokens,
        audioSeconds,
        images,
        costMicros,
        status,
        latencyMillis,
        cached,
        requestId,
        createdAtMillis: now().getTime(),
      })
      budgets.settle(hold, { tokens: tokensOf(usage), costMicros })
    },
    async close() {
      await budgets.close()
      await meter.close()
    },
  }
}

function tokensOf({ inputTokens, outputTokens }: ModelUsage): number {
  return inputTokens + outputTokens
}

/** As many as a call can be noted with: a model may claim anything. */
const COUNT_MAX = 2_147_483_647

/** What a model says of its use, as numbers that can be kept. */
function countable({ inputTokens, outputTokens, audioSeconds, images }: ModelUsage): ModelUsage {
  const within = (count: number): number => (count > 0 ? Math.min(count, COUNT_MAX) : 0)
  const whole = (count: number): number => Math.round(within(count))
  return {
    inputTokens: whole(inputTokens),
    outputTokens: whole(outputTokens),
    audioSeconds: within(audioSeconds),
    images: whole(images),
  }
}

/** By provider and then by model: a name put together for each call would have to be hashed anew each time. */
function priceList(prices: ModelUseParts['prices']): (model: PricedModel) => ModelPrice | undefined {
  const providers = new Map<string, Map<string, ModelPrice>>()
  for (const [name, price] of prices) {
    const [provider = '', ...model] = name.split(':')
    const models = providers.get(provider) ?? new Map<string, ModelPrice>()
    providers.set(provider, models.set(model.join(':'), price))
  }
  return ({ provider, modelId }) => providers.get(provider)?.get(modelId)
}

/** Unknown prices cost nothing: budgets in tokens still hold. */
function costOf(price: ModelPrice | undefined, usage: ModelUsage): number {
  if (!price) return 0
  const tokens = usage.inputTokens * price.input + usage.outputTokens * price.output
  const units = (usage.images + usage.audioSeconds / 60) * price.unit * 1_000_000
  return Math.ceil(tokens + units)
}
