import { setTimeout as sleep } from 'node:timers/promises'
import { sha256 } from '#core/crypto.ts'
import type { Db } from '#core/db.ts'
import { fail } from '#core/errors.ts'
import { claimAnswer, dropAnswer, findAnswer, saveAnswer } from './answer.queries.ts'
import type { GatewayCall, Served } from './gateway-call.ts'
import { gatewayFailures } from './gateway-failures.ts'

const IDEMPOTENCY_SECONDS = 24 * 3600
/** A larger one is cheaper to make again than to keep. */
const ANSWER_CHARACTERS_MAX = 1_000_000

/** What callers ask to keep answers by. */
export interface Keeping {
  cache?: { ttl_seconds: number }
  idempotency_key?: string
}

interface Kept extends Served {
  bodyHash: string
  /** What is to be known of this answer, whenever it is told. */
  warnings?: string[]
}

export interface AnswerParts {
  pool: Db
  now: () => Date
}

interface Wanted {
  keeping: Keeping
  /** The request as the caller sent it: under the same key it must be the same. */
  sent(): object
  /** The request as the model gets it, where that is another. */
  asked?: (() => object) | undefined
  make: () => Promise<Served>
}

/** How long the answer is wanted again; 0 for never. */
export function keptSeconds({ cache, idempotency_key: key }: Keeping): number {
  return Math.max(cache?.ttl_seconds ?? 0, key === undefined ? 0 : IDEMPOTENCY_SECONDS)
}

/** The answer that is kept for this very request, or a new one. */
export function keptOrMade(parts: AnswerParts, call: GatewayCall, wanted: Wanted): Promise<Served> {
  if (wanted.keeping.idempotency_key !== undefined) return inTurn(parts, call, wanted)
  return keptSeconds(wanted.keeping) === 0 ? wanted.make() : keptOrNew(parts, call, wanted)
}

/** One after the other by their key: who sends a request again while it is under way waits for its answer. */
async function inTurn(parts: AnswerParts, call: GatewayCall, wanted: Wanted): Promise<Served> {
  const end = await turnFor(parts, call, retryKeyOf(call, wanted.keeping))
  try {
    return await keptOrNew(parts, call, wanted)
  } finally {
    await end()
  }
}

const LOOK_MILLIS = 50
/** After its deadline a call takes no longer than this to end. */
const CLAIM_MILLIS_MORE = 5000

/** Waits for all who came before, on whichever node. Calls back when it is done. */
async function turnFor({ pool, now }: AnswerParts, call: GatewayCall, retryKey: Buffer): Promise<() => Promise<void>> {
  const scope = { db: pool, workspaceId: call.user.workspaceId }
  const claim = sha256(`claim ${retryKey.toString('base64')}`)
  const untilMillis = (): number => now().getTime() + (call.deadlineAt - performance.now()) + CLAIM_MILLIS_MORE
  let until = new Date(untilMillis())
  while (!(await claimAnswer(scope, claim, now(), until))) {
    await call.within(sleep(LOOK_MILLIS))
    until = new Date(untilMillis())
  }
  // If the database is away, the claim ends by itself.
  return () => dropAnswer(scope, claim, until).catch(() => {})
}

function retryKeyOf({ user }: GatewayCall, { idempotency_key: key }: Keeping): Buffer {
  const { workspaceId, route, caller } = user
  return sha256(JSON.stringify(['retry', workspaceId, caller, route, key]))
}

/** A new one is kept if the caller asked for that. Keys hold the workspace twice over: in the hash and in the table. */
async function keptOrNew(
  { pool, now }: AnswerParts,
  call: GatewayCall,
  { keeping, sent, asked = sent, make }: Wanted,
): Promise<Served> {
  const ttlSeconds = keeping.cache?.ttl_seconds ?? 0
  const { idempotency_key: idempotencyKey } = keeping
  const { workspaceId, route } = call.user
  const scope = { db: pool, workspaceId }
  const hashOf = (request: object): string =>
    sha256(JSON.stringify([workspaceId, route, canonical(contentOf(request))])).toString('base64')
  const bodyHash = hashOf(sent())
  const retryKey = retryKeyOf(call, keeping)
  const { first } = call
  const cacheKey = sha256(`cache ${first.provider}:${first.modelId} ${asked === sent ? bodyHash : hashOf(asked())}`)

  const again = idempotencyKey === undefined ? undefined : await findAnswer<Kept>(scope, retryKey, now())
  if (again && again.bodyHash !== bodyHash) fail(gatewayFailures.idempotency_key_reused)
  const known = again ?? (ttlSeconds === 0 ? undefined : await findAnswer<Kept>(scope, cacheKey, now()))
  const until = (seconds: number): Date => new Date(now().getTime() + seconds * 1000)
  const keepForRetry = async (answer: Kept): Promise<void> => {
    if (idempotencyKey !== undefined) await saveAnswer(scope, retryKey, answer, until(IDEMPOTENCY_SECONDS))
  }
  if (known) {
    call.cached = true
    call.model = known.model
    call.warnings.push(...(known.warnings ?? []))
    if (!again) await keepForRetry({ ...known, bodyHash })
    return known
  }
  const served = await make()
  // What an answer took is not taken again.
  const warnings = call.warnings.filter((warning) => warning !== 'usage_estimated')
  const kept: Kept = { ...served, bodyHash, warnings }
  if (JSON.stringify(kept).length > ANSWER_CHARACTERS_MAX) {
    call.warnings.push('answer_not_kept')
    return served
  }
  // What stands in for a model that failed is good for this once.
  if (ttlSeconds > 0 && !isStandIn(call, served)) await saveAnswer(scope, cacheKey, kept, until(ttlSeconds))
  await keepForRetry(kept)
  return served
}

/** All of a request but how it is to be dealt with. */
function contentOf(request: Keeping & { timeout_ms?: number }): object {
  const { cache: _, idempotency_key: __, timeout_ms: ___, ...content } = request
  return content
}

/** Another model, or rules and policies: those speak under the name of the model that they stand in for too. */
function isStandIn({ first }: GatewayCall, { model, degraded }: Served): boolean {
  return model.provider !== first.provider || model.modelId !== first.modelId || degraded !== first.degraded
}

/**
 * The same value for the same request, in whatever order its fields were sent. Not `canonicalJson`, which writes it in
 * another way: nodes of different versions look for the answers that each other keeps, by what comes of this. A list that
 * reads like the fields of an object is marked, or the one could be had for the other.
 */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(canonical)
    return items[0] === LIST || items.every(isField) ? [LIST, ...items] : items
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return entries.map(([name, item]) => [name, canonical(item)])
}

const LIST = '[]'

function isField(item: unknown): boolean {
  return Array.isArray(item) && item.length === 2 && typeof item[0] === 'string'
}
