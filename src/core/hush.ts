/** Keeps work in the background from going on while an answer is under way whose time must not tell of that work. */
export interface Hush {
  /** Answers how to end it. */
  begin(): () => void
  /** Until nobody asks for it, or one has lasted so long that the work must not wait any more. */
  over(): Promise<void>
}

/** A stream of answers without a gap holds up what is behind them once, for so long, and not for ever. */
const LASTS_MILLIS_MAX = 5000
/** The last answer has to leave, and of those that come together not all come at the same moment. */
const AFTERWARDS_MILLIS = 5

export function openHush(): Hush {
  let count = 0
  let hushed: PromiseWithResolvers<void> | undefined
  /** It has lasted so long: another begins only after a gap. */
  let isSpent = false
  let limit: NodeJS.Timeout | undefined
  let pause: NodeJS.Timeout | undefined

  function end(): void {
    clearTimeout(limit)
    isSpent = count > 0
    hushed?.resolve()
    hushed = undefined
  }

  return {
    begin() {
      count += 1
      clearTimeout(pause)
      if (!hushed && !isSpent) {
        hushed = Promise.withResolvers()
        limit = setTimeout(end, LASTS_MILLIS_MAX).unref()
      }
      return () => {
        count -= 1
        if (count === 0) pause = setTimeout(end, AFTERWARDS_MILLIS)
      }
    },
    over: () => hushed?.promise ?? Promise.resolve(),
  }
}
