/** How often it is decided anew, and the share of the time beyond which somebody is always at it. */
const LOOK_MILLIS = 100
const OFTEN_SHARE = 0.6
/** As many are let in beside each other without waiting: two who meet by chance are no crowd. */
const NO_CROWD = 2
/** So many times fewer than wait go in at once. */
const PARTS = 4
/** Whatever holds up the one who is at it holds up nobody else for longer. */
const WAIT_MILLIS_MAX = 10

/**
 * Work that waits for something short in its middle, such as a statement of the database: one after the other, as long as
 * there is time for that. Who comes in a crowd and is served in one leaves in one, each after the time of all; and where
 * those who left come again after a time that is the same for all, the crowd stays together and takes in whom it meets.
 * Served one by one they leave one by one, and find nobody before them the next time. Of a large crowd more go in at
 * once; and where somebody is nearly always at it, all do: there is no time between, and what they share costs less.
 */
export function oneByOne(now = (): number => performance.now()): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let inside = 0
  let busySince = 0
  let busyMillis = 0
  let lookedAt = 0
  let isOften = false
  let patience: NodeJS.Timeout | undefined

  function look(): void {
    const at = now()
    if (at - lookedAt < LOOK_MILLIS) return
    if (inside > 0) busyMillis += at - busySince
    isOften = busyMillis > OFTEN_SHARE * (at - lookedAt)
    busyMillis = 0
    busySince = lookedAt = at
  }

  function goIn<T>(work: () => Promise<T>): Promise<T> {
    if (inside === 0) busySince = now()
    inside += 1
    const done = work()
    done.then(leave, leave)
    return done
  }

  function leave(): void {
    inside -= 1
    if (inside === 0) busyMillis += now() - busySince
    if (waiting.length > 0) setImmediate(letSomeIn)
  }

  function letSomeIn(): void {
    letIn(isOften ? waiting.length : Math.ceil(waiting.length / PARTS) - inside)
  }

  function letIn(count: number): void {
    for (const next of waiting.splice(0, Math.max(0, count))) next()
    if (waiting.length > 0) return
    clearTimeout(patience)
    patience = undefined
  }

  return (work) => {
    look()
    if (isOften || (inside < NO_CROWD && waiting.length === 0)) return goIn(work)
    patience ??= setTimeout(() => letIn(waiting.length), WAIT_MILLIS_MAX)
    return new Promise((resolve) => void waiting.push(() => resolve(goIn(work))))
  }
}
