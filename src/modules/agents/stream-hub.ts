import type { Bus } from '#core/bus.ts'
import type { Log } from '#core/context.ts'
import type { Pool } from '#core/db.ts'
import { fail } from '#core/errors.ts'
import { reporter } from '#core/report.ts'
import { SESSION_TOPIC } from './session-log.ts'
import { findSessionAnywhere } from './session.queries.ts'
import type { AgentSession } from './session.schema.ts'
import { failures } from './session.service.ts'
import { createFeed, type Feed } from './stream-feed.ts'
import { openReader, type Reader } from './stream-reader.ts'
import { findProgress } from './stream.queries.ts'
import { startFor } from './mark.rules.ts'
import type { MessageProgress } from './stream-entry.schema.ts'

const LOOK_MILLIS = 1000
/** Looks without being told, for a word that got lost with its process. */
const LOOKS_BETWEEN = 5

/** All sessions that are watched in this process. */
export interface StreamHub {
  readonly pool: Pool
  /** For those who read for themselves. */
  readonly read: Reader
  /** The feed of the session from now on, and a way to let go of it. */
  attach(session: AgentSession, onNews: () => void): Promise<{ feed: Feed; detach: () => void }>
  close(): void
}

export function openStreamHub({ pool, bus, log }: { pool: Pool; bus: Bus; log: Log }): StreamHub {
  const feeds = new Map<string, Promise<Feed>>()
  const report = reporter(log)
  const readForFeeds = openReader(pool)
  let looks = 0

  // One that could not be opened was told to whom it was opened for: there is nobody to wake.
  const wake = (sessionId: string): void =>
    void feeds.get(sessionId)?.then(
      (feed) => feed.wake(),
      () => {},
    )
  const wakeAll = (): void => [...feeds.keys()].forEach(wake)
  bus.on(SESSION_TOPIC, (ids) => ids.split(',').forEach(wake))
  bus.onGap(wakeAll)
  const timer = setInterval(() => {
    looks += 1
    if (!bus.isLive() || looks % LOOKS_BETWEEN === 0) wakeAll()
  }, LOOK_MILLIS)
  timer.unref()

  async function open({ workspaceId, id: sessionId }: AgentSession): Promise<Feed> {
    const { cursor } = startFor({}, true, await situationOf(pool, sessionId))
    const tell = (error: unknown): void => report(error, 'a session cannot be read now; trying again')
    return createFeed({ workspaceId, sessionId, cursor, read: readForFeeds, report: tell })
  }

  return {
    pool,
    read: openReader(pool),
    async attach(session, onNews) {
      const { id } = session
      const opened = feeds.get(id) ?? open(session)
      feeds.set(id, opened)
      opened.catch(() => feeds.delete(id))
      const feed = await opened
      const unwatch = feed.watch(onNews)
      // Another may have let go of it, the last one, while this one waited.
      feeds.set(id, opened)
      return {
        feed,
        detach() {
          unwatch()
          if (!feed.isWatched() && feeds.get(id) === opened) feeds.delete(id)
        },
      }
    },
    close: () => clearInterval(timer),
  }
}

export interface Situation {
  readonly session: AgentSession
  readonly lastSeq: number
  readonly active: MessageProgress | undefined
}

/** The session as it is now, and the message that is being written in it. */
export async function situationOf(pool: Pool, sessionId: string): Promise<Situation & { marked: undefined }> {
  const session = (await findSessionAnywhere(pool, sessionId)) ?? fail(failures.session_not_found)
  const { workspaceId, activeMessageId, lastSeq } = session
  const active =
    activeMessageId === null ? undefined : await findProgress({ db: pool, workspaceId }, sessionId, activeMessageId)
  return { session, lastSeq, active, marked: undefined }
}
