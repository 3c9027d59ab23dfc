const USUAL_SECONDS = 5 * 60
const LONGEST_SECONDS = 3 * 3600

/**
 * Seconds until the next poll: five minutes, and after failures twice as long each time. A tenth more or less, by
 * chance, so that those who began together do not go on together. Who asks for patience gets it.
 */
export function pauseAfter(failures: number, retryAfterSeconds: number | undefined, chance: number): number {
  const pause = Math.min(USUAL_SECONDS * 2 ** Math.min(failures, 10), LONGEST_SECONDS)
  return Math.ceil(Math.max(pause * (0.9 + 0.2 * chance), retryAfterSeconds ?? 0))
}

interface Named {
  source: { propertyId: string; propertyName: string }
}

/** So many are named; the others are counted. */
const NAMED_MAX = 10

/** Which sources stopped a poll and why, and how to go on without them. */
export function unreadText(unread: readonly (Named & { error: string })[], sources: number): string {
  const others =
    sources > unread.length
      ? ' Until it can be read the other sources wait too: remove it, or give it a property system of its own.'
      : ''
  return `Nothing was changed: ${unread.length} of ${sources} sources could not be read. ${listed(unread, ({ error }) => error)}${others}`
}

/** Which sources were empty all at once. */
export function heldBackText(held: readonly (Named & { stays: number })[]): string {
  const sentence = ({ stays }: { stays: number }): string =>
    `no stays any more, though ${stays} were to come. They are cancelled if the next poll finds none either.`
  return `Held back: ${listed(held, sentence)}`
}

/** Which stays are in a state that we do not know. */
export function unclearText(unclear: readonly (Named & { why: string })[]): string {
  return `Left as they are: ${listed(unclear, ({ why }) => `${why}.`)}`
}

function listed<Item extends Named>(items: readonly Item[], sentence: (item: Item) => string): string {
  const named = items.slice(0, NAMED_MAX).map((item) => {
    const { propertyId, propertyName } = item.source
    return `${propertyName} (${propertyId}): ${sentence(item)}`
  })
  return [...named, ...(items.length > NAMED_MAX ? [`And ${items.length - NAMED_MAX} more.`] : [])].join(' ')
}
