/** After each such while it is decided anew whether it is busy: somebody was inside for more than this share of it. */
const LOOK_MILLIS = 100
const OFTEN_SHARE = 0.6
/** So many may be inside together before others have to wait: two who meet by chance are no crowd. */
const NO_CROWD = 2
/** A quarter of those who wait goes in at once. */
const PARTS = 4
/** After this long all who wait go in, whatever holds up those inside. */
const WAIT_MILLIS_MAX = 10

/**
 * Lets work in one after the other. It is for work that waits in its middle for something short, such as a statement of
 * the database.
 *
 * Callers who come together and are served together leave together, each after the time that all of them took. If each
 * comes again after the same time, as behind a model that always takes 50 ms, they meet again: the crowd stays together,
 * and takes in whomever it overtakes. Served one by one they leave at different moments, and the next time find nobody
 * in front of them.
 *
 * Of a large crowd a quarter goes in at once, so that its last one does not wait for all others. Where somebody is inside
 * nearly all the time, everybody goes in at once: there are no pauses to spread them over, and callers who share a
 * statement cost less.
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
