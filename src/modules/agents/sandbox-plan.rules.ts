import type { SandboxCall } from './sandbox.schema.ts'

export interface PlanFault {
  pointer: string
  code: string
  message: string
}

/** What is wrong with calls that each look right: names given twice, or an order that cannot be. */
export function planFaults(calls: readonly SandboxCall[]): PlanFault[] {
  const ids = calls.map(({ id }) => id)
  const faults = calls.flatMap((call, index) => [
    ...(ids.indexOf(call.id) < index ? [fault(`/calls/${index}/id`, 'duplicate', 'Another call has this id.')] : []),
    ...(call.depends_on ?? []).flatMap((id, place) =>
      ids.includes(id)
        ? []
        : [fault(`/calls/${index}/depends_on/${place}`, 'unknown_value', `There is no call "${id}".`)],
    ),
    ...(isKeyTaken(calls, index)
      ? [fault(`/calls/${index}/idempotency_key`, 'duplicate', 'Another call has this key.')]
      : []),
  ])
  return faults.length > 0 ? faults : cycleFaults(calls)
}

function isKeyTaken(calls: readonly SandboxCall[], index: number): boolean {
  const key = calls[index]?.idempotency_key
  return key !== undefined && calls.findIndex((call) => call.idempotency_key === key) < index
}

/** Takes away what can be done until nothing more can: what is left waits for itself. */
function cycleFaults(calls: readonly SandboxCall[]): PlanFault[] {
  let left = calls
  for (;;) {
    const ids = new Set(left.map(({ id }) => id))
    const blocked = left.filter(({ depends_on: needed = [] }) => needed.some((id) => ids.has(id)))
    if (blocked.length === left.length) break
    left = blocked
  }
  const [first] = left
  if (!first) return []
  const pointer = `/calls/${calls.indexOf(first)}/depends_on`
  return [fault(pointer, 'cycle', 'These calls wait for each other.')]
}

function fault(pointer: string, code: string, message: string): PlanFault {
  return { pointer, code, message }
}
