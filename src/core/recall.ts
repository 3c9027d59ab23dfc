import { BoundedMap } from './bounded-map.ts'
import type { Bus } from './bus.ts'

const REMEMBERED_USUAL = 20_000

/** Answers what is remembered, or asks. What does not exist is not remembered. */
export type Recall = <T>(what: string, ask: () => Promise<T>) => Promise<T>

/**
 * Remembers answers while the bus is live; a message on the topic makes every node forget. When in doubt it asks
 * again.
 */
export function recallUnder(bus: Bus, topic: string, rememberedMax = REMEMBERED_USUAL): Recall {
  const remembered = new BoundedMap<string, unknown>(rememberedMax)
  // An answer that was on its way when a change came must not be remembered.
  let generation = 0
  const forget = (): void => {
    generation += 1
    remembered.clear()
  }
  bus.on(topic, forget)
  bus.onGap(forget)

  async function askFor<T>(what: string, ask: () => Promise<T>): Promise<T> {
    const asked = generation
    const answer = await ask()
    if (answer !== undefined && asked === generation) remembered.set(what, answer)
    return answer
  }

  // Every request recalls several things, so what is known is told without an async function around it.
  return <T>(what: string, ask: () => Promise<T>): Promise<T> => {
    if (!bus.isLive()) return ask()
    const known = remembered.get(what)
    return known === undefined ? askFor(what, ask) : Promise.resolve(known as T)
  }
}
