import type { JsonObject } from './document.schema.ts'
import { order } from './value-order.rules.ts'
import type { MetFilter } from './flow-listen.rules.ts'

/** Events that belong together, while some are missing: which filters have met one, by their position. */
export interface Gathering {
  id: string
  met: string[]
  correlations: JsonObject
}

/** What an event adds to a gathering: nothing when each filter that it meets has one, or it belongs to others. */
export function joinedTo(gathering: Gathering, met: readonly MetFilter[]): Gathering | undefined {
  const fitting = met.filter(
    ({ at, correlations }) => !gathering.met.includes(String(at)) && isTied(gathering.correlations, correlations),
  )
  if (fitting.length === 0) return undefined
  const correlations: JsonObject = Object.assign({}, ...fitting.map((each) => each.correlations))
  return { id: gathering.id, met: fitting.map(({ at }) => String(at)), correlations }
}

function isTied(known: JsonObject, found: JsonObject): boolean {
  return Object.entries(found).every(([name, value]) => {
    const before = known[name]
    return before === undefined || order(before, value) === 0
  })
}

/** Whether each of so many filters has met an event. */
export function isComplete(met: readonly string[], count: number): boolean {
  return Array.from({ length: count }, (_, at) => String(at)).every((at) => met.includes(at))
}

/** The events in the order of their filters, each once. */
export function inOrder(events: Record<string, JsonObject>, count: number): JsonObject[] {
  const there = Array.from({ length: count }, (_, at) => events[at]).filter((event) => event !== undefined)
  return there.filter((event, at) => there.findIndex(({ id }) => id === event['id']) === at)
}
