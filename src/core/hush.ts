/** Holds up work in the background while an answer is under way that must not take longer because of that work. */
export interface Hush {
  /** Answers how to end it. */
  begin(): () => void
  /** Resolves when nobody needs quiet any more, or it has lasted so long that the work must go on. */
  over(): Promise<void>
}

/** Answers that follow each other without a gap hold up the work once, for so long, and not for ever. */
const LASTS_MILLIS_MAX = 5000
/** How long it goes on after the last one: that answer has to leave, and others that came with it may be a moment behind. */
const AFTERWARDS_MILLIS = 5

export function openHush(): Hush {
  let count = 0
  let hushed: PromiseWithResolvers<void> | undefined
  /** It has lasted as long as it may: it begins again only after a gap between answers. */
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
