/** Those that are waited for, and who looks after them. */
interface Clock<Each> {
  begin(each: Each): void
  end(each: Each): void
}

/** One timer for all: one for each costs more than it is worth, where there are thousands and hardly any is late. */
export function openClock<Each>(lookMillis: number, look: (each: Each, now: number) => void): Clock<Each> {
  const all = new Set<Each>()
  let timer: NodeJS.Timeout | undefined

  function lookAtAll(): void {
    const now = performance.now()
    for (const each of all) look(each, now)
    if (all.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    begin(each) {
      all.add(each)
      timer ??= setInterval(lookAtAll, lookMillis).unref()
    },
    end: (each) => void all.delete(each),
  }
}
