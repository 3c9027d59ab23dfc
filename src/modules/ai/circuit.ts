const FAILURES_MAX = 5
const WINDOW_MILLIS = 30_000
const OPEN_MILLIS = 30_000
const CIRCUITS_MAX = 10_000

interface Circuit {
  failedAt: number[]
  openUntil: number
  /** One call is out to see whether it works again. */
  isProbing: boolean
}

/** Leaves a model alone for a while that has failed five times in half a minute; then one call finds out. */
export interface Circuits {
  /** Undefined when it may be called; otherwise in how many milliseconds to ask again. */
  closedFor(name: string): number | undefined
  worked(name: string): void
  failed(name: string): void
  /** The call was given up for a reason that says nothing of the model. */
  released(name: string): void
}

export function openCircuits(now: () => number = () => performance.now()): Circuits {
  const circuits = new Map<string, Circuit>()

  return {
    closedFor(name) {
      // Nearly always, and then the name need not be hashed.
      if (circuits.size === 0) return undefined
      const circuit = circuits.get(name)
      if (!circuit || circuit.openUntil === 0) return undefined
      const left = circuit.openUntil - now()
      if (left > 0) return left
      if (circuit.isProbing) return WINDOW_MILLIS / 30
      circuit.isProbing = true
      return undefined
    },
    worked(name) {
      if (circuits.size > 0) circuits.delete(name)
    },
    failed(name) {
      const circuit = circuits.get(name) ?? { failedAt: [], openUntil: 0, isProbing: false }
      const at = now()
      circuit.failedAt = [...circuit.failedAt.filter((earlier) => at - earlier < WINDOW_MILLIS), at]
      if (circuit.isProbing || circuit.failedAt.length >= FAILURES_MAX) circuit.openUntil = at + OPEN_MILLIS
      circuit.isProbing = false
      if (circuits.size >= CIRCUITS_MAX) circuits.clear()
      circuits.set(name, circuit)
    },
    released(name) {
      const circuit = circuits.get(name)
      if (circuit) circuit.isProbing = false
    },
  }
}
