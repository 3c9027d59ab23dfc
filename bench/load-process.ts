import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Outcome } from './connections.ts'

export interface LoadProcess<Job extends object> {
  /** Fails when an answer was not a success; `what` says in the message what was asked. */
  run(job: Job, what: string): Promise<Outcome>
  stop(): void
}

/** A process of its own that makes the load: what measures must not wait for it. It takes one job at a time. */
export function startLoadProcess<Job extends object>(file: string): LoadProcess<Job> {
  const child = fork(new URL(file, import.meta.url))
  const died = once(child, 'exit').then(() => {
    throw new Error('the load generator ended')
  })
  died.catch(() => {})
  return {
    async run(job, what) {
      child.send(job)
      const [outcome] = (await Promise.race([once(child, 'message'), died])) as [Outcome]
      if (outcome.failure !== undefined) throw new Error(`${what} failed: ${outcome.failure}`)
      return outcome
    },
    stop: () => void child.kill(),
  }
}
