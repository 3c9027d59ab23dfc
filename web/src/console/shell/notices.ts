import { observable } from '../../offline/observable.ts'

/** Long enough to read it and to change one's mind. */
const SHOWN_MILLIS = 8000

interface Notice {
  id: number
  tone: 'plain' | 'danger'
  text: string
  undo?: () => void
}

export interface Notices {
  subscribe(listener: () => void): () => void
  all(): readonly Notice[]
  /** What was refused stays until it is put away; what was done goes by itself. */
  say(notice: Omit<Notice, 'id'>): void
  drop(id: number): void
  /** Takes the last thing back that can be. */
  undoLast(): boolean
}

export function openNotices(): Notices {
  const store = observable<{ all: readonly Notice[] }>({ all: [] })
  let lastId = 0
  const drop = (id: number): void => store.change({ all: store.get().all.filter((each) => each.id !== id) })
  return {
    subscribe: store.subscribe,
    all: () => store.get().all,
    say(notice) {
      lastId += 1
      const id = lastId
      // The same thing said again is one thing.
      const others = store.get().all.filter(({ text }) => text !== notice.text)
      store.change({ all: [...others.slice(-2), { ...notice, id }] })
      if (notice.tone === 'plain') setTimeout(() => drop(id), SHOWN_MILLIS)
    },
    drop,
    undoLast() {
      const last = store.get().all.findLast(({ undo }) => undo !== undefined)
      if (!last?.undo) return false
      drop(last.id)
      last.undo()
      return true
    },
  }
}
