import { observable } from '../../offline/observable.ts'

/** Long enough to read it and to change one's mind. */
const SHOWN_MILLIS = 8000
const UNDOS_MAX = 20

export interface Notice {
  id: number
  tone: 'plain' | 'danger'
  text: string
  undo?: () => void
  /** The foot of the sheet that it is about: it is said there, and goes with it. */
  foot?: HTMLElement | undefined
  /** The end of a session is why it was refused: history after the next sign-in. */
  isOfSession?: boolean
}

export interface Notices {
  subscribe(listener: () => void): () => void
  all(): readonly Notice[]
  /** What was refused stays until it is put away; what was done goes by itself. */
  say(notice: Omit<Notice, 'id'>): number
  drop(id: number): void
  /** What is of a session that has ended goes by itself, once it is seen. */
  fade(): void
  /** Nothing is left of what was said, nor of what could be taken back. */
  clear(): void
  /** Takes back what the notice told of. */
  undo(id: number): void
  /** Takes the last thing back that can be. */
  undoLast(): void
}

export function openNotices(isSeen: () => boolean): Notices {
  const store = observable<{ all: readonly Notice[] }>({ all: [] })
  let lastId = 0
  /** What can still be taken back, when its notice has gone too. */
  let undos: { id: number; undo(): void }[] = []
  const drop = (id: number): void => store.change({ all: store.get().all.filter((each) => each.id !== id) })
  const dropLater = ({ id, tone, isOfSession = false }: Notice): void => {
    if (tone === 'plain' || (isOfSession && isSeen())) setTimeout(() => drop(id), SHOWN_MILLIS)
  }
  return {
    subscribe: store.subscribe,
    all: () => store.get().all,
    say(notice) {
      lastId += 1
      const id = lastId
      const { undo } = notice
      if (undo) undos = [...undos.slice(1 - UNDOS_MAX), { id, undo }]
      // The same thing said again is one thing.
      const others = store.get().all.filter(({ text }) => text !== notice.text)
      const said = { ...notice, id }
      store.change({ all: [...others.slice(-2), said] })
      dropLater(said)
      return id
    },
    drop,
    fade() {
      for (const notice of store.get().all) if (notice.isOfSession) dropLater(notice)
    },
    clear() {
      undos = []
      store.change({ all: [] })
    },
    undo(id) {
      const found = undos.find((each) => each.id === id)
      undos = undos.filter((each) => each.id !== id)
      drop(id)
      found?.undo()
    },
    undoLast() {
      const last = undos.at(-1)
      if (last) this.undo(last.id)
    },
  }
}
