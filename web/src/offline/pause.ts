/** Until the time is over, the network is back, or nobody wants it any more. */
export function pause(millis: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, millis)
    window.addEventListener('online', done)
    signal?.addEventListener('abort', done)
    function done(): void {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal?.removeEventListener('abort', done)
      resolve()
    }
  })
}
