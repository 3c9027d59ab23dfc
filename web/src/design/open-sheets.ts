import { observable } from '../offline/observable.ts'

const store = observable<{ feet: readonly HTMLElement[] }>({ feet: [] })

/** The feet of the sheets that are open. All else is behind them, so what is said of a sheet is said at its foot. */
export const openSheets = {
  subscribe: store.subscribe,
  feet: () => store.get().feet,
  /** The one that is on top of all. */
  top: () => store.get().feet.at(-1),
}

/** A sheet opens; answers how it closes. */
export function openAt(foot: HTMLElement | null): (() => void) | undefined {
  if (!foot) return undefined
  store.change({ feet: [...store.get().feet, foot] })
  return () => store.change({ feet: store.get().feet.filter((each) => each !== foot) })
}
