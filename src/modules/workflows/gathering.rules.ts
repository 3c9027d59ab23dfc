import type { JsonObject } from './document.schema.ts'
import { order } from './expression-value.rules.ts'
import type { MetFilter } from './flow-listen.rules.ts'

/** Events that belong together, while some are missing: by the position of the filter that each has met. */
export interface Gathering {
  id: string
  events: Record<string, JsonObject>
  correlations: JsonObject
}

/** What an event adds to a gathering: nothing when each filter that it meets has one, or it belongs to others. */
export function joinedTo(gathering: Gathering, event: JsonObject, met: readonly MetFilter[]): Gathering | undefined {
  const fitting = met.filter(
    ({ at, correlations }) => !(at in gathering.events) && isTied(gathering.correlations, correlations),
  )
  if (fitting.length === 0) return undefined
  return {
    id: gathering.id,
    events: { ...gathering.events, ...Object.fromEntries(fitting.map(({ at }) => [at, event])) },
    correlations: Object.assign({}, gathering.correlations, ...fitting.map(({ correlations }) => correlations)),
  }
}

function isTied(known: JsonObject, found: JsonObject): boolean {
  return Object.entries(found).every(([name, value]) => {
    const before = known[name]
    return before === undefined || order(before, value) === 0
  })
}

/** The events in the order of their filters once all are there, each once. */
export function gatheredIn({ events }: Gathering, count: number): JsonObject[] | undefined {
  const all = Array.from({ length: count }, (_, at) => events[at])
  const there = all.filter((event) => event !== undefined)
  if (there.length < count) return undefined
  return there.filter((event, at) => there.findIndex(({ id }) => id === event['id']) === at)
}
