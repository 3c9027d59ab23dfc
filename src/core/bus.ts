import { randomUUID } from 'node:crypto'
import type { Log } from './context.ts'
import { run, type Pool } from './db.ts'
import { reporter } from './report.ts'
import { createSettling } from './settling.ts'
import { sql } from './sql.ts'

/** All nodes hear this channel; a payload is `topic` or `topic:rest`. */
export const CHANNEL = 'innkeeper'

/** Told by the database itself (`credentials_changed`) with every change of who may do what. */
export const CREDENTIALS_TOPIC = 'credentials'

/** A connection that hears the channel. */
export interface Ear {
  /** A statement on this very connection: its answer proves that the connection is alive. */
  query(text: string, values: unknown[]): Promise<unknown>
  close(): Promise<void>
}

export type Listen = (onMessage: (payload: string) => void, onLost: () => void) => Promise<Ear>

export interface Bus {
  on(topic: string, handler: (rest: string) => void): void
  /** Called whenever messages may have been missed. */
  onGap(handler: () => void): void
  /** True while this node surely hears everything: only then may it trust what it remembers. */
  isLive(): boolean
  publish(...topics: string[]): Promise<void>
  /** Resolves when every live node has worked through all messages committed before the call. */
  settle(): Promise<void>
  close(): Promise<void>
}

const BEAT = `insert into nodes (id, seen_at) values ($1, clock_timestamp())
  on conflict (id) do update set seen_at = excluded.seen_at`
const BEAT_MILLIS = 1000
/** Without a beat for this long a node no longer trusts its memory, so nobody needs to wait for it longer. */
const TRUST_MILLIS = 3000

export async function openBus(pool: Pool, listen: Listen, log: Log): Promise<Bus> {
  const nodeId = randomUUID()
  const report = reporter(log)
  const handlers = new Map<string, ((rest: string) => void)[]>()
  const gapHandlers: (() => void)[] = []
  let ear: Ear | undefined
  let beatAt = -Infinity
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const gap = (): void => gapHandlers.forEach((handler) => handler())
  const publish = async (...payloads: string[]): Promise<void> =>
    void (await run(pool, sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`))

  function receive(payload: string): void {
    const colon = payload.indexOf(':')
    const topic = colon === -1 ? payload : payload.slice(0, colon)
    const rest = colon === -1 ? '' : payload.slice(colon + 1)
    for (const handle of handlers.get(topic) ?? []) handle(rest)
  }

  const isLive = (): boolean => performance.now() - beatAt < TRUST_MILLIS

  function lost(): void {
    beatAt = -Infinity
    const old = ear
    ear = undefined
    void old?.close().catch(() => {})
    gap()
  }

  async function tick(): Promise<void> {
    try {
      if (!ear) {
        ear = await listen(receive, lost)
        gap()
      }
      const sentAt = performance.now()
      await ear.query(BEAT, [nodeId])
      // Nobody waited for a node that had not been heard of for a while: what it remembers may be old.
      if (!isLive()) gap()
      beatAt = sentAt
    } catch (error) {
      if (!closed) report(error, 'the message channel is down; asking the database each time until it is back')
      lost()
    }
    if (!closed) timer = setTimeout(() => void tick(), BEAT_MILLIS)
  }

  const on = (topic: string, handler: (rest: string) => void): void =>
    void handlers.set(topic, [...(handlers.get(topic) ?? []), handler])
  const settle = createSettling({ pool, nodeId, on, publish, isLive, patienceMillis: TRUST_MILLIS + BEAT_MILLIS })
  await tick()

  return {
    on,
    onGap: (handler) => void gapHandlers.push(handler),
    isLive,
    publish,
    settle,
    async close() {
      closed = true
      clearTimeout(timer)
      await run(pool, sql`delete from nodes where id = ${nodeId}`).catch(() => {})
      await ear?.close().catch(() => {})
    },
  }
}
