import { setTimeout as sleep } from 'node:timers/promises'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ChosenModel } from '#core/models.ts'
import { answered, boundPrompt, estimateOf } from './gateway-completion.ts'
import type { GatewayCall, Served } from './gateway-call.ts'
import { checkedBody, conduct, spendOne, type Conducted, type GatewayParts, type Visit } from './gateway-conduct.ts'
import {
  asTold,
  byRules,
  elicit,
  readWanted,
  refuseWithout,
  schemaCharacters,
  servedOf,
  wantedIn,
  type Form,
  type StructuredLike,
} from './gateway-structured.ts'
import { lastUserText } from './gateway-prompt.rules.ts'
import { FAST_MILLIS, FastRequest } from './gateway.schema.ts'
import { jsonIn } from './gateway-body.ts'

/** After this part of the time the second model is asked too. */
const HEDGE_SHARE = 0.4
/** Rules need no time: the first model has nearly all of it before they stand in. */
const RULES_SHARE = 0.8

/** One try each, no repairs: an answer that comes late is none. */
export async function analyseFast(parts: GatewayParts, visit: Visit): Promise<Conducted> {
  const request = checkedBody<FastRequest>(FastRequest, jsonIn(visit))
  boundPrompt(request)
  await spendOne(parts, visit)
  const wanted = wantedIn(request) ?? refuseWithout()
  const deadlineMillis = request.deadline_ms ?? FAST_MILLIS.usual
  const { workspaceId } = visit.user
  return conduct(parts, visit, {
    object: 'fast_analysis',
    timeoutMillis: deadlineMillis,
    choose: (name = request.model ?? 'fast') => parts.models.language(workspaceId, name),
    fallbacks: request.fallback_models,
    estimate: estimateOf(request, schemaCharacters(wanted)),
    prepare: (call) => readWanted(parts, call, wanted),
    work: async (call, first, form) => {
      const served = await answered(parts, call, request, async (hidden, hiding) => {
        const told = asTold(form, hiding)
        if (first.degraded) return byRules(first, told, lastUserText(hidden), call.signal)
        return hedged(parts, call, { request: hidden, form: told, first })
      })
      return { ...served, fields: { ...served.fields, deadline_ms: deadlineMillis } }
    },
  })
}

interface Race {
  request: StructuredLike
  form: Form
  first: ChosenModel<LanguageModelV4>
}

/** The first model, and after a while or its failure also the one to fall back on; the first answer that fits wins. */
async function hedged(parts: GatewayParts, call: GatewayCall, { request, form, first }: Race): Promise<Served> {
  const ask = async (model: ChosenModel<LanguageModelV4>, source: string): Promise<Served> => {
    const elicited = await elicit(parts, call, {
      request,
      form,
      first: model,
      repairsMax: 0,
      retriesMax: 0,
      fallbacks: [],
    })
    const served = servedOf(elicited, request)
    return { ...served, fields: { ...served.fields, source } }
  }
  const [name] = request.fallback_models ?? []
  const second =
    name === undefined ? undefined : await parts.models.language(call.user.workspaceId, name).catch(() => undefined)
  const main = ask(first, 'model')
  // Nobody else can be asked, so all of the time is the first one's.
  if (!second) return main
  const share = second.degraded ? RULES_SHARE : HEDGE_SHARE
  const inTime = await within((call.deadlineAt - performance.now()) * share, main)
  if (inTime) return inTime
  try {
    if (second.degraded) return await byRules(second, form, lastUserText(request), call.signal).catch(() => main)
    return await Promise.any([main, ask(second, 'fallback')])
  } catch (error) {
    throw error instanceof AggregateError ? error.errors.at(-1) : error
  } finally {
    // Whoever still works on it works for nobody.
    call.abandon(new Error('Nobody waits for it any more.'))
  }
}

/** Undefined when it takes longer, or fails. */
async function within<T>(millis: number, work: Promise<T>): Promise<T | undefined> {
  const enough = new AbortController()
  const done = work.then(
    (result) => result,
    () => undefined,
  )
  try {
    return await Promise.race([done, sleep(millis, undefined, { signal: enough.signal }).catch(() => undefined)])
  } finally {
    enough.abort()
  }
}
