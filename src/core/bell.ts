/** A wait that can be cut short. A ring while nobody waits ends the next wait at once, so none is lost. */
export interface Bell {
  ring(): void
  wait(millis: number): Promise<void>
}

export function createBell(): Bell {
  let rung = false
  let end: (() => void) | undefined
  return {
    ring() {
      rung = true
      end?.()
    },
    wait: (millis) =>
      new Promise((resolve) => {
        const timer = setTimeout(done, rung ? 0 : millis)
        end = done
        function done(): void {
          clearTimeout(timer)
          end = undefined
          rung = false
          resolve()
        }
      }),
  }
}

/** One call at a time; what arrives meanwhile goes together into the next. */
export function gathered<T>(send: (items: T[]) => Promise<unknown>): (item: T) => Promise<void> {
  let next: { items: T[]; sent: Promise<void> } | undefined
  let last: Promise<void> = Promise.resolve()

  async function sendAfter(previous: Promise<void>, items: T[]): Promise<void> {
    await previous.catch(() => {})
    next = undefined
    await send(items)
  }

  return (item) => {
    if (!next) {
      const items: T[] = []
      const sent = sendAfter(last, items)
      next = { items, sent }
      last = sent
    }
    next.items.push(item)
    return next.sent
  }
}
