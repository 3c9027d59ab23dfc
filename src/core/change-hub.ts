import { createBell, type Bell } from './bell.ts'
import type { Bus } from './bus.ts'
import { CHANGES_TOPIC, changesAfter, changesKept, type Change } from './changes.ts'
import type { Pool } from './db.ts'
import type { Report } from './report.ts'

/** More than this at once: whoever reads had better ask for everything anew. */
const BEHIND_MAX = 500
/** In case that a message got lost. */
const LOOK_MILLIS = 30_000

export type News =
  /** From here on nothing is missed. After a reset everything shown before may be old. */
  { kind: 'ready' | 'reset'; mark: number } | { kind: 'changes'; changes: Change[] }

interface Reader {
  pending: Change[]
  isBehind: boolean
  bell: Bell
}

/** The readers of one workspace in this process: a change is read once for all of them. */
interface Room {
  readers: Set<Reader>
  mark: number
  isReading: boolean
  isAgain: boolean
}

export interface ChangeHub {
  /** What changes in the workspace after the mark, or from now on, until the signal. */
  follow(workspaceId: string, mark: number | undefined, signal: AbortSignal): AsyncGenerator<News>
}

export function openChangeHub({ pool, bus, report }: { pool: Pool; bus: Bus; report: Report }): ChangeHub {
  const rooms = new Map<string, Room>()
  const wake = (workspaceId: string): void => void look(workspaceId)
  bus.on(CHANGES_TOPIC, wake)
  bus.onGap(() => [...rooms.keys()].forEach(wake))

  async function look(workspaceId: string): Promise<void> {
    const room = rooms.get(workspaceId)
    if (!room) return
    room.isAgain = true
    if (room.isReading) return
    room.isReading = true
    try {
      while (room.isAgain) {
        room.isAgain = false
        const changes = await changesAfter(pool, workspaceId, room.mark, BEHIND_MAX)
        room.mark = changes.at(-1)?.id ?? room.mark
        room.isAgain ||= changes.length === BEHIND_MAX
        if (changes.length > 0) for (const reader of room.readers) hand(reader, changes)
      }
    } catch (error) {
      report(error, 'changes cannot be read now; trying again')
    } finally {
      room.isReading = false
    }
  }

  function join(workspaceId: string, reader: Reader, newest: number): () => void {
    const room = rooms.get(workspaceId) ?? { readers: new Set(), mark: newest, isReading: false, isAgain: false }
    rooms.set(workspaceId, room)
    room.readers.add(reader)
    return () => {
      room.readers.delete(reader)
      if (room.readers.size === 0) rooms.delete(workspaceId)
    }
  }

  return {
    async *follow(workspaceId, mark, signal) {
      const reader: Reader = { pending: [], isBehind: false, bell: createBell() }
      const { oldest, newest } = await changesKept(pool)
      const leave = join(workspaceId, reader, newest)
      signal.addEventListener('abort', reader.bell.ring)
      try {
        // A number that was deleted since, or that this database has not given out yet.
        const isKnown = mark === undefined || (mark >= oldest - 1 && mark <= newest)
        let last = isKnown && mark !== undefined ? mark : newest
        // Read after joining: what is committed meanwhile comes twice rather than never.
        const missed = await changesAfter(pool, workspaceId, last, BEHIND_MAX)
        const isLost = !isKnown || missed.length === BEHIND_MAX
        if (isLost) last = Math.max(newest, missed.at(-1)?.id ?? 0)
        yield { kind: isLost ? 'reset' : 'ready', mark: last }
        if (!isLost && missed.length > 0) hand(reader, missed)
        while (!signal.aborted) {
          const changes = reader.pending.splice(0).filter(({ id }) => id > last)
          last = changes.at(-1)?.id ?? last
          if (reader.isBehind) {
            reader.isBehind = false
            yield { kind: 'reset', mark: last }
          } else if (changes.length > 0) yield { kind: 'changes', changes }
          else {
            await reader.bell.wait(LOOK_MILLIS)
            if (reader.pending.length === 0) wake(workspaceId)
          }
        }
      } finally {
        signal.removeEventListener('abort', reader.bell.ring)
        leave()
      }
    },
  }
}

function hand(reader: Reader, changes: readonly Change[]): void {
  reader.pending.push(...changes)
  if (reader.pending.length > BEHIND_MAX * 2) {
    reader.isBehind = true
    reader.pending.splice(0, reader.pending.length - 1)
  }
  reader.bell.ring()
}
