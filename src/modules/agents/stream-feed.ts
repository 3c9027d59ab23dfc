import { advance } from './mark.rules.ts'
import { PAGE_ENTRIES_MAX, type Reader } from './stream-reader.ts'
import type { Advance, Cursor } from './stream-entry.schema.ts'

const KEPT_MAX = 512
const KEPT_LENGTH_MAX = 1_048_576

/** Something new of a session, with its place in the row of all that this process has seen of it. */
export interface News extends Advance {
  /** As it goes out, made once for all who stand at the same place. */
  readonly frames: Map<string, Buffer>
}

/**
 * What is new in one session, read once for all who watch it in this process. The newest are kept for a while: who is
 * slower than that reads the log for itself, so that nobody's pace costs memory.
 */
export interface Feed {
  /** The number that the next piece of news will have. */
  next(): number
  /** What is new from that number on; undefined when it is no longer all there. */
  since(number: number): readonly News[] | undefined
  /** Calls whenever something is new. */
  watch(onNews: () => void): () => void
  /** Says that there may be something new. */
  wake(): void
  isWatched(): boolean
}

interface Parts {
  workspaceId: string
  sessionId: string
  cursor: Cursor
  read: Reader
  report: (error: unknown) => void
}

export function createFeed({ workspaceId, sessionId, cursor: start, read, report }: Parts): Feed {
  const watchers = new Set<() => void>()
  let cursor = start
  let kept: News[] = []
  let keptLength = 0
  let next = 0
  let reading = false
  let again = false

  async function look(): Promise<void> {
    if (reading) return void (again = true)
    reading = true
    try {
      for (let isMore = true; isMore && watchers.size > 0;) {
        again = false
        const page = await read({ workspaceId, sessionId, cursor })
        for (const entry of page) keep(advance(cursor, entry, true))
        if (page.length > 0) for (const tell of watchers) tell()
        isMore = again || page.length === PAGE_ENTRIES_MAX
      }
    } catch (error) {
      report(error)
    } finally {
      reading = false
    }
  }

  function keep(news: Advance | undefined): void {
    if (!news) return
    cursor = news.cursor
    kept.push({ ...news, frames: new Map() })
    keptLength += lengthOf(news)
    next += 1
    if (kept.length < 2 * KEPT_MAX && keptLength < 2 * KEPT_LENGTH_MAX) return
    // Half at a time, for taking one from the front of a list moves all of it.
    kept = kept.slice(Math.ceil(kept.length / 2))
    keptLength = kept.reduce((sum, each) => sum + lengthOf(each), 0)
  }

  return {
    next: () => next,
    since(number) {
      const index = number - (next - kept.length)
      return index < 0 ? undefined : kept.slice(index)
    },
    watch(onNews) {
      watchers.add(onNews)
      return () => void watchers.delete(onNews)
    },
    wake: () => void look(),
    isWatched: () => watchers.size > 0,
  }
}

/** About what it takes; events are small as a rule, and have no more than a tool may answer. */
function lengthOf({ entry }: Advance): number {
  return 'delta' in entry ? entry.delta.content.length : 500
}
