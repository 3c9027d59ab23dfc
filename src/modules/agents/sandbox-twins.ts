/** Lets a request wait for those with the same calls, so that what they were answered is found and costs nothing. */
export interface Twins {
  alone<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>
}

/**
 * In this process: one that comes to another node at the same moment is kept apart by the database, call by call, and may
 * be refused for want of calls.
 */
export function createTwins(): Twins {
  const underWay = new Map<string, Promise<void>>()
  return {
    async alone(keys, work) {
      for (let other = known(keys); other; other = known(keys)) await other
      const { promise, resolve } = Promise.withResolvers<void>()
      for (const key of keys) underWay.set(key, promise)
      try {
        return await work()
      } finally {
        for (const key of keys) underWay.delete(key)
        resolve()
      }
    },
  }

  function known(keys: readonly string[]): Promise<void> | undefined {
    return keys.map((key) => underWay.get(key)).find((each) => each !== undefined)
  }
}
