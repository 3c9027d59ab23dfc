import { setImmediate as nextTurn } from 'node:timers/promises'

const LOOK_MILLIS = 5

/**
 * The longest the event loop was held while the work ran, in milliseconds of this thread's processor time. A busy
 * machine makes a turn last longer but does not add work, so other processes cannot make a test fail.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    longest = Math.max(longest, (user + system) / 1000)
  }
  const timer = setInterval(look, LOOK_MILLIS)
  try {
    await work()
    await nextTurn()
  } finally {
    clearInterval(timer)
    look()
  }
  return longest
}
