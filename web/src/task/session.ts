import type { SharedTask } from '../../../src/modules/links/shared-task.schema.ts'
import { sweepPhone, type Load } from '../offline/load.ts'
import { newKey } from '../offline/new-key.ts'
import { openWire, type News } from '../offline/news.ts'
import { observable } from '../offline/observable.ts'
import { linkIdOf, type Place } from '../offline/place.ts'
import { askForSync, askToStay } from '../offline/register.ts'
import { addEntry, dropEntry, entriesOf, hasExpired, keptAnswer, putEntry, type Entry } from '../offline/store.ts'
import { makesNeedless, type Action } from './action.ts'
import { openExchange } from './exchange.ts'

const UNWRITTEN = -1

export interface Snapshot {
  /** What this link's things are filed under on the phone. */
  link: string
  load: Load<SharedTask>
  entries: readonly Entry[]
  /** What is on its way right now, and how much of it has left. */
  sending: { key: string; fraction: number } | undefined
  hasSignal: boolean
}

/** The life of one task page: what it shows, what was done on it, and the way of both to and from the server. */
export interface Session {
  subscribe(listener: () => void): () => void
  snapshot(): Snapshot
  act(action: Action): Promise<void>
  /** Gives a refused action another try. */
  retry(entry: Entry): Promise<void>
  drop(entry: Entry): Promise<void>
}

/** The end of a link counts without signal too. */
function loadOf(kept: Parameters<typeof hasExpired>[0] & { answer: SharedTask }): Load<SharedTask> {
  return hasExpired(kept) ? { kind: 'gone', why: 'expired' } : { kind: 'ready', answer: kept.answer }
}

export function openSession({ base, token }: Place): Session {
  const address = `${base}/api/v1/public/shared-task/${token}`
  const linkId = linkIdOf(token)
  const state = observable<Snapshot>({
    link: '',
    load: { kind: 'loading' },
    entries: [],
    sending: undefined,
    hasSignal: navigator.onLine,
  })

  /** Done, seen, and not yet written down. */
  const unwritten = new Map<string, Entry>()
  /** Reads again what the phone holds; another tab or the service worker may have changed it. */
  async function look(): Promise<void> {
    const link = await linkId
    const [kept, written] = await Promise.all([keptAnswer<SharedTask>(link), entriesOf(link)])
    const entries = [
      ...written,
      ...[...unwritten.values()].filter(({ key }) => !written.some((entry) => entry.key === key)),
    ]
    const { load, sending } = state.get()
    const isUnderWay = entries.some(({ key }) => key === sending?.key)
    state.change({
      link,
      entries,
      load: kept ? loadOf(kept) : load,
      sending: isUnderWay ? sending : undefined,
    })
  }
  async function hear(news: News): Promise<void> {
    if (news.link !== (await linkId)) return
    if (news.kind === 'sending') state.change({ sending: { key: news.key, fraction: news.fraction } })
    else await look()
  }
  const wire = openWire((news) => void hear(news))
  const exchange = openExchange({ link: linkId, address, state, wire, look })

  window.addEventListener('offline', () => state.change({ hasSignal: false }))
  // An upload that nobody watches any more is broken off by the browser; the service worker has a try at it.
  window.addEventListener('pagehide', () => void askForSync())
  void look()
    .then(async () => sweepPhone(await linkId))
    .then(exchange)

  return {
    subscribe: state.subscribe,
    snapshot: state.get,
    async act(action) {
      const draft = { address, key: newKey(), action, createdAt: Date.now() }
      const isNeedless = (other: Entry): boolean => makesNeedless(action, other.action)
      // Seen at once; the line with its place in the outbox comes when it is written.
      const shown = { ...draft, id: UNWRITTEN, link: state.get().link }
      unwritten.set(draft.key, shown)
      state.change({ entries: [...state.get().entries.filter((other) => !isNeedless(other)), shown] })
      const link = await linkId
      await addEntry({ ...draft, link }, isNeedless)
      unwritten.delete(draft.key)
      wire.tell({ link, kind: 'changed' })
      exchange()
      await Promise.all([askForSync(), askToStay()])
    },
    async retry({ refusal: _refusal, ...entry }) {
      await putEntry({ ...entry, key: newKey() })
      wire.tell({ link: entry.link, kind: 'changed' })
      exchange()
    },
    async drop(entry) {
      await dropEntry(entry.id)
      wire.tell({ link: entry.link, kind: 'changed' })
    },
  }
}
