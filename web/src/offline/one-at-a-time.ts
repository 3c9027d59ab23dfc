/** The work as something to ask for: never two at once, and a wish that comes meanwhile is not lost. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isWorking = false
  let isWanted = false
  return async () => {
    isWanted = true
    if (isWorking) return
    isWorking = true
    try {
      while (isWanted) {
        isWanted = false
        await work()
      }
    } finally {
      isWorking = false
    }
  }
}
