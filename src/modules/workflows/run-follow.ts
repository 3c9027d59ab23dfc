import { oneAtATime } from '#core/batching.ts'
import { createBell, type Bell } from '#core/bell.ts'
import type { Bus } from '#core/bus.ts'
import type { Log } from '#core/context.ts'
import type { Pool } from '#core/db.ts'
import { reporter } from '#core/report.ts'
import type { Signals } from '#core/signals.ts'
import { readPages, type Page, type Place } from './run-follow.queries.ts'
import type { HistoryRow } from './run.queries.ts'
import { FINAL_STATES } from './run.schema.ts'

const EVENTS_MAX = 100
const RUNS_TOGETHER_MAX = 100
/** The most events queued for one reader. Slower readers read from the database themselves. */
const WAITING_MAX = 500
/**
 * How often to look while signals cannot be heard; every few rounds also otherwise, in case a signal was lost. One
 * statement covers all runs.
 */
const LOOK_MILLIS = 2000
const LOOKS_BETWEEN = 15
/** Correctness does not depend on it: news ends the wait. */
const WAIT_MILLIS = 60_000

interface Reader {
  waiting: HistoryRow[]
  isBehind: boolean
  readonly bell: Bell
}

/** One run, shared by everyone in this process who follows it. */
interface Room {
  readonly place: Place
  readonly readers: Set<Reader>
  after: number
  isOver: boolean
  stop(): void
}

export interface RunFollower {
  /** The run's history after this position, as it grows, until the run ends or the reader leaves. */
  follow(place: Place, signal: AbortSignal): AsyncGenerator<readonly HistoryRow[]>
}

interface Parts {
  pool: Pool
  bus: Bus
  signals: Signals
  log: Log
}

/** Reads a run's new events once for all its followers in this process, and only when there are any. */
export function openRunFollower({ pool, bus, signals, log }: Parts): RunFollower {
  const rooms = new Map<string, Room>()
  const nameOf = ({ workspaceId, runId }: Place): string => `${workspaceId} ${runId}`
  const report = reporter(log)
  let timer: NodeJS.Timeout | undefined
  let looks = 0

  const pageAfter = pageReader(pool)
  // However often it is triggered, at most one look runs and one more waits.
  const lookAtAll = oneAtATime<Room>((woken) => Promise.all([...new Set(woken)].map(look)))
  const wake = (room: Room): void =>
    void lookAtAll(room).catch((error: unknown) => {
      report(error, 'a run cannot be followed now; trying again')
      looks = LOOKS_BETWEEN - 1
    })
  const wakeAll = (): void => rooms.forEach(wake)
  bus.onGap(wakeAll)

  async function look(room: Room): Promise<void> {
    for (let isMore = true; isMore && room.readers.size > 0;) {
      const { status, events } = await pageAfter({ ...room.place, after: room.after })
      room.after = events.at(-1)?.seq ?? room.after
      isMore = events.length === EVENTS_MAX
      if (!isMore && isFinal(status)) close(room)
      for (const reader of room.readers) hand(reader, events)
    }
  }

  /** Later readers get a new room: a failed run may be retried. */
  function close(room: Room): void {
    room.isOver = true
    if (rooms.get(nameOf(room.place)) !== room) return
    rooms.delete(nameOf(room.place))
    room.stop()
    if (rooms.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }

  function join(place: Place, reader: Reader): Room {
    const known = rooms.get(nameOf(place))
    if (known) {
      known.readers.add(reader)
      return known
    }
    const room: Room = { place, readers: new Set([reader]), after: place.after, isOver: false, stop: () => {} }
    room.stop = signals.on(place.runId, () => wake(room))
    rooms.set(nameOf(place), room)
    timer ??= setInterval(() => {
      looks += 1
      if (!bus.isLive() || looks % LOOKS_BETWEEN === 0) wakeAll()
    }, LOOK_MILLIS).unref()
    return room
  }

  return {
    async *follow(place, signal) {
      const reader: Reader = { waiting: [], isBehind: true, bell: createBell() }
      // Join the room before reading the log: events between the two appear in both and are taken once.
      const room = join(place, reader)
      signal.addEventListener('abort', reader.bell.ring)
      try {
        yield* eventsFor(reader, room, { place, signal, pageAfter })
      } finally {
        signal.removeEventListener('abort', reader.bell.ring)
        room.readers.delete(reader)
        if (room.readers.size === 0) close(room)
      }
    },
  }
}

/** Callers who ask during a read share the next one. */
function pageReader(pool: Pool): (place: Place) => Promise<Page> {
  const pages = new WeakMap<Place, Page>()
  const read = oneAtATime<Place>(async (places) => {
    for (let from = 0; from < places.length; from += RUNS_TOGETHER_MAX) {
      const some = places.slice(from, from + RUNS_TOGETHER_MAX)
      const found = await readPages(pool, some, EVENTS_MAX)
      for (const [index, page] of found.entries()) if (some[index]) pages.set(some[index], page)
    }
  })
  return async (place) => {
    const mine = { ...place }
    await read(mine)
    return pages.get(mine) ?? { status: undefined, events: [] }
  }
}

interface Following {
  place: Place
  signal: AbortSignal
  pageAfter(place: Place): Promise<Page>
}

async function* eventsFor(
  reader: Reader,
  room: Room,
  { place, signal, pageAfter }: Following,
): AsyncGenerator<readonly HistoryRow[]> {
  let { after } = place
  while (!signal.aborted) {
    if (reader.isBehind) {
      // From here on new events are handed over directly, including those that arrive while the log is read.
      Object.assign(reader, { isBehind: false, waiting: [] })
      const { status, events } = await pageAfter({ ...place, after })
      after = events.at(-1)?.seq ?? after
      // A lone reader has read for the whole room; several may each be at a different position.
      if (room.readers.size === 1) room.after = Math.max(room.after, after)
      reader.isBehind ||= events.length === EVENTS_MAX
      if (events.length > 0) yield events
      if (reader.isBehind) continue
      if (isFinal(status)) return
    }
    const events = reader.waiting.splice(0).filter(({ seq }) => seq > after)
    after = events.at(-1)?.seq ?? after
    if (events.length > 0) yield events
    else if (room.isOver) return
    else await reader.bell.wait(WAIT_MILLIS)
  }
}

/** A run that was deleted is final too. */
function isFinal(status: Page['status']): boolean {
  return status === undefined || FINAL_STATES.includes(status)
}

function hand(reader: Reader, events: readonly HistoryRow[]): void {
  if (reader.waiting.length + events.length > WAITING_MAX) {
    reader.isBehind = true
    reader.waiting = []
  } else if (!reader.isBehind) reader.waiting.push(...events)
  reader.bell.ring()
}
