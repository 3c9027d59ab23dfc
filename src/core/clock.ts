/** One that is waited for. */
export interface OnClock {
  /** Where it stands among them, as long as it is; the clock's own. */
  place: number | undefined
}

interface Clock<Each> {
  begin(each: Each): void
  /** Nothing, where it has ended already. */
  end(each: Each): void
}

/**
 * One timer for all: one for each costs more than it is worth, where there are thousands and hardly any is late.
 *
 * They stand in a list and not in a Set. A Set from which as much is taken as is put in makes its table anew again and
 * again, and each old table refers to the next and to all that was in it: once one of them is old to the collector of
 * garbage, everything that was ever waited for is kept, and copied, until a full collection.
 */
export function openClock<Each extends OnClock>(
  lookMillis: number,
  look: (each: Each, now: number) => void,
): Clock<Each> {
  const all: Each[] = []
  let timer: NodeJS.Timeout | undefined

  function lookAtAll(): void {
    const now = performance.now()
    for (const each of all.slice()) if (each.place !== undefined) look(each, now)
    if (all.length > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    begin(each) {
      if (each.place !== undefined) return
      each.place = all.push(each) - 1
      timer ??= setInterval(lookAtAll, lookMillis).unref()
    },
    end(each) {
      const { place } = each
      const last = all.at(-1)
      if (place === undefined || last === undefined) return
      // The last one takes its place.
      all[place] = last
      last.place = place
      each.place = undefined
      all.pop()
    },
  }
}
