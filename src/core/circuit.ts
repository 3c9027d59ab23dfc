import { BoundedMap } from './bounded-map.ts'

const OPEN_MILLIS = 30_000
const PROBE_MILLIS = 1000
const CIRCUITS_MAX = 10_000

interface Circuit {
  failedAt: number[]
  openUntil: number
  /** One call is out to see whether it works again. */
  isProbing: boolean
}

/** How often something may fail within how long. */
interface Patience {
  failuresMax: number
  windowMillis: number
}
const PATIENCE: Patience = { failuresMax: 5, windowMillis: 30_000 }

/** Leaves alone for half a minute what has failed too often, a model or a receiver; then one call finds out. */
export interface Circuits {
  /** Undefined when it may be called; otherwise in how many milliseconds to ask again. */
  closedFor(name: string): number | undefined
  worked(name: string): void
  failed(name: string): void
  /** The call was given up for a reason that says nothing of what was called. */
  released(name: string): void
}

export function openCircuits({ failuresMax, windowMillis } = PATIENCE): Circuits {
  const circuits = new BoundedMap<string, Circuit>(CIRCUITS_MAX)

  return {
    closedFor(name) {
      // Nearly always, and then the name need not be hashed.
      if (circuits.size === 0) return undefined
      const circuit = circuits.get(name)
      if (!circuit || circuit.openUntil === 0) return undefined
      const left = circuit.openUntil - performance.now()
      if (left > 0) return left
      if (circuit.isProbing) return PROBE_MILLIS
      circuit.isProbing = true
      return undefined
    },
    worked(name) {
      if (circuits.size > 0) circuits.delete(name)
    },
    failed(name) {
      const circuit = circuits.get(name) ?? { failedAt: [], openUntil: 0, isProbing: false }
      const at = performance.now()
      circuit.failedAt = [...circuit.failedAt.filter((earlier) => at - earlier < windowMillis), at]
      if (circuit.isProbing || circuit.failedAt.length >= failuresMax) circuit.openUntil = at + OPEN_MILLIS
      circuit.isProbing = false
      circuits.set(name, circuit)
    },
    released(name) {
      const circuit = circuits.get(name)
      if (circuit) circuit.isProbing = false
    },
  }
}
