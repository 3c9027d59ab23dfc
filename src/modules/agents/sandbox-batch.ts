import type { SandboxCall, SandboxResult } from './sandbox.schema.ts'

type Outcome = Pick<SandboxResult, 'status'>

export interface Plan<Result extends Outcome> {
  parallelMax: number
  /** After one that did not succeed nothing more is begun. */
  stopsOnError: boolean
  begin(call: SandboxCall): Promise<Result>
  skip(call: SandboxCall): Result
}

/**
 * Makes the calls, each after those it depends on, and answers their results in the order of the calls. What depends on
 * a call that did not succeed has no ground to stand on, and is skipped.
 */
export async function conduct<Result extends Outcome>(
  calls: readonly SandboxCall[],
  { parallelMax, stopsOnError, begin, skip }: Plan<Result>,
): Promise<Result[]> {
  const results = new Map<string, Result>()
  const waiting = new Set(calls)
  const running = new Set<Promise<void>>()
  let isStopped = false

  async function make(call: SandboxCall): Promise<void> {
    const result = await begin(call)
    results.set(call.id, result)
    if (stopsOnError && result.status !== 'ok') isStopped = true
  }

  function start(call: SandboxCall): void {
    const done = make(call).finally(() => running.delete(done))
    running.add(done)
  }

  while (waiting.size > 0) {
    for (const call of waiting) {
      const needed = (call.depends_on ?? []).map((id) => results.get(id))
      if (isStopped || needed.some((result) => result && result.status !== 'ok')) {
        waiting.delete(call)
        results.set(call.id, skip(call))
      } else if (running.size < parallelMax && !needed.includes(undefined)) {
        waiting.delete(call)
        start(call)
      }
    }
    // Without one under way only skipped ones can have held the others up: the next round takes them.
    if (running.size > 0) await Promise.race(running)
  }
  await Promise.all(running)
  return calls.flatMap(({ id }) => results.get(id) ?? [])
}
