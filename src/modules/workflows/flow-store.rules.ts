import { isRecord } from '#core/json-record.ts'
import type { Json, JsonObject } from './document.schema.ts'
import type { FlowState, Listening, OpenTask } from './flow-state.rules.ts'
import { bytesOf } from './value.rules.ts'

/**
 * A state as it is kept: small, with what is large beside it under a number. A large value is written once, when it
 * comes, however many steps it stays: so a step of a loop through a thousand things costs no more than of one through ten.
 */
export interface StoredState {
  /** The state with `{"value": 3}` in place of what is large. */
  state: JsonObject
  /** Values that are new, to be kept. */
  added: { id: number; value: Json }[]
  /** Numbers of values that nothing points to any more. */
  gone: number[]
}

/** The values that a line has beside its state, by their numbers. */
export type LargeValues = ReadonlyMap<number, Json>

const BYTES_MIN = 256

export function storedState(state: FlowState, known: LargeValues): StoredState {
  const numbers = new Map<Json, number>([...known].map(([id, value]) => [value, id]))
  const used = new Set<number>()
  const added: StoredState['added'] = []
  let last = Math.max(0, ...known.keys())
  const kept = (value: Json): Json => {
    if (typeof value !== 'object' || value === null) return value
    let id = numbers.get(value)
    if (id === undefined) {
      // Small ones too, when they look like what stands in place of a large one.
      if (!isReference(value) && !isLarge(value)) return value
      id = ++last
      numbers.set(value, id)
      added.push({ id, value })
    }
    used.add(id)
    return { value: id }
  }
  const shape = withValues(state, kept)
  return { state: shape as unknown as JsonObject, added, gone: [...known.keys()].filter((id) => !used.has(id)) }
}

export function restoredState(state: JsonObject, values: LargeValues): FlowState {
  return withValues(state as unknown as FlowState, (value) => {
    if (!isReference(value)) return value
    const found = values.get(value.value)
    if (found === undefined) throw new Error(`value ${value.value} of the state is missing`)
    return found
  })
}

/** The values of a line after a state was stored: for the next one, without reading them again. */
export function valuesAfter(known: LargeValues, { added, gone }: StoredState): Map<number, Json> {
  const after = new Map(known)
  for (const id of gone) after.delete(id)
  for (const { id, value } of added) after.set(id, value)
  return after
}

/** Whatever in a state authors and events decide the size of. */
function withValues(state: FlowState, of: (value: Json) => Json): FlowState {
  return {
    ...state,
    open: state.open.map((open) => openWith(open, of)),
    context: of(state.context),
    data: of(state.data),
  }
}

function openWith(open: OpenTask, of: (value: Json) => Json): OpenTask {
  const { variables, loop, listening } = open
  return {
    ...open,
    rawInput: of(open.rawInput),
    input: of(open.input),
    ...(variables ? { variables: of(variables) as JsonObject } : {}),
    ...(loop ? { loop: { ...loop, items: of(loop.items) as Json[] } } : {}),
    ...(listening ? { listening: listeningWith(listening, of) } : {}),
  }
}

function listeningWith(listening: Listening, of: (value: Json) => Json): Listening {
  const { taken, queue, events } = listening
  return { ...listening, taken: taken.map(of), queue: queue.map(of), ...(events ? { events: events.map(of) } : {}) }
}

function isReference(value: Json): value is { value: number } {
  if (!isRecord(value)) return false
  return typeof value['value'] === 'number' && Object.keys(value).length === 1
}

function isLarge(value: Json): boolean {
  return bytesOf(value) >= BYTES_MIN
}
