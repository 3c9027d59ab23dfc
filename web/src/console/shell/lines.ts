/** What goes one after the other: each waits for the end of the one before it in its line. */
const last = new Map<string, Promise<void>>()

export interface Place {
  turn: Promise<void> | undefined
  leave(): void
}

/** Nobody stands in any of them any more. */
export function clearLines(): void {
  last.clear()
}

export function joinLine(line: string): Place {
  let done = (): void => {}
  const end = new Promise<void>((resolve) => (done = resolve))
  const turn = last.get(line)
  last.set(line, end)
  return {
    turn,
    leave() {
      if (last.get(line) === end) last.delete(line)
      done()
    },
  }
}
