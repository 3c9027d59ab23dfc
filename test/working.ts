import { onTestFinished, vi } from 'vitest'
import { startJobs, type Jobs, type JobsParts, type Subscriber } from '#core/jobs.ts'
import type { TestApp } from './harness.ts'

/** Works the events of this server with these subscribers until the test is over. */
export async function working(
  { runtime }: TestApp,
  subscribers: readonly Subscriber[],
  more: Partial<JobsParts> = {},
): Promise<Jobs> {
  const { database, bus, services, log } = runtime
  const pace = { pollSeconds: 0.5, superviseSeconds: 1, cronSeconds: 1, graceSeconds: 5 }
  const jobs = await startJobs({ database, bus, services, log, subscribers, routines: [], ...more }, pace)
  onTestFinished(() => jobs.stop())
  return jobs
}

/** For what happens after the answer: asks again until it holds. */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000, interval: 20 })
