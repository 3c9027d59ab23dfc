import { oneAtATime } from '#core/batching.ts'
import type { Pool } from '#core/db.ts'
import { readPages, type Place } from './stream.queries.ts'
import type { Entry } from './stream-entry.schema.ts'

export const PAGE_ENTRIES_MAX = 100
const PLACES_TOGETHER_MAX = 100

/** Reads what follows a place in the log: at most a page, less than one at its end. */
export type Reader = (place: Place) => Promise<readonly Entry[]>

/** Whoever asks while a look is under way shares the next one, and who asks for the same shares the answer. */
export function openReader(pool: Pool): Reader {
  const answers = new WeakMap<Place, readonly Entry[]>()
  const ask = oneAtATime<Place>(async (places) => {
    const byName = Map.groupBy(places, nameOf)
    const distinct = [...byName.values()].flatMap(([first]) => (first ? [first] : []))
    for (let from = 0; from < distinct.length; from += PLACES_TOGETHER_MAX) {
      const some = distinct.slice(from, from + PLACES_TOGETHER_MAX)
      const pages = await readPages(pool, some, PAGE_ENTRIES_MAX)
      for (const [index, place] of some.entries()) {
        for (const same of byName.get(nameOf(place)) ?? []) answers.set(same, pages[index] ?? [])
      }
    }
  })
  return async (place) => {
    const mine = { ...place }
    await ask(mine)
    return answers.get(mine) ?? []
  }
}

function nameOf({ sessionId, cursor }: Place): string {
  const { seq, messageId, attempt, streamSeq, reasoningSeq, textOffset } = cursor
  return [sessionId, seq, messageId, attempt, streamSeq, reasoningSeq, textOffset].join()
}
