/** Waits for the work, but not longer than this: then it fails with these words, and what comes of the work is not heard. */
export async function within<T>(work: Promise<T>, millis: number, late: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(late)), millis)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
