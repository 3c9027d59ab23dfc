/**
 * What is put off to the end of this turn of the event loop and done together there, or as soon as there is so much of
 * it. Something small at the end of each of many pieces of work, such as to write to a socket, costs less when nothing
 * else comes between: the code stays warm, and the other side is woken once and not for each.
 */
export function endOfTurn(countMax = Number.POSITIVE_INFINITY): (work: () => void) => void {
  const waiting: (() => void)[] = []
  const doAll = (): void => {
    for (const work of waiting.splice(0)) work()
  }
  return (work) => {
    const count = waiting.push(work)
    if (count === 1) setImmediate(doAll)
    else if (count >= countMax) doAll()
  }
}
