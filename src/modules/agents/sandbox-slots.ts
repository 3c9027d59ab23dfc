/** So many at a time for each name; the others wait in the order in which they came. */
export interface Slots {
  /** Answers how to give the place back. Refused when the signal ends before there is one. */
  take(name: string, max: number, signal: AbortSignal): Promise<() => void>
}

export function createSlots(): Slots {
  const busy = new Map<string, number>()
  const lines = new Map<string, (() => void)[]>()

  function leave(name: string): void {
    const next = lines.get(name)?.shift()
    if (next) return next()
    const left = (busy.get(name) ?? 1) - 1
    lines.delete(name)
    if (left > 0) busy.set(name, left)
    else busy.delete(name)
  }

  function giverOf(name: string): () => void {
    let isGiven = false
    return () => {
      if (!isGiven) leave(name)
      isGiven = true
    }
  }

  return {
    async take(name, max, signal) {
      signal.throwIfAborted()
      const count = busy.get(name) ?? 0
      if (count < max) {
        busy.set(name, count + 1)
        return giverOf(name)
      }
      return new Promise((resolve, reject) => {
        const line = lines.get(name) ?? []
        const enter = (): void => {
          signal.removeEventListener('abort', giveUp)
          resolve(giverOf(name))
        }
        function giveUp(): void {
          line.splice(line.indexOf(enter), 1)
          reject(signal.reason as Error)
        }
        signal.addEventListener('abort', giveUp, { once: true })
        line.push(enter)
        lines.set(name, line)
      })
    },
  }
}
