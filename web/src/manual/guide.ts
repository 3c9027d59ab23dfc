import type { Manual } from '../../../src/modules/links/manual.schema.ts'
import { askAndKeep, sweepPhone, type Load } from '../offline/load.ts'
import { observable } from '../offline/observable.ts'
import { linkIdOf, type Place } from '../offline/place.ts'
import { retryWith } from '../offline/retry.ts'
import { keptAnswer } from '../offline/store.ts'

interface GuideView {
  load: Load<Manual>
  hasSignal: boolean
}

/** The guide behind a link: the copy on the phone first, the server's own as soon as there is one. */
export interface Guide {
  subscribe(listener: () => void): () => void
  view(): GuideView
  /** Asks again: the door's times have changed, say. */
  refresh(): void
  /** Where the door is asked to open. */
  doorAddress: string
}

export function openGuide({ base, token }: Place): Guide {
  const address = `${base}/api/v1/public/manual/${token}`
  const view = observable<GuideView>({ load: { kind: 'loading' }, hasSignal: navigator.onLine })

  const retry = retryWith(() => void refresh())
  async function refresh(): Promise<void> {
    const asked = await askAndKeep<Manual>(await linkIdOf(token), address)
    if (asked.kind !== 'silent') {
      retry.done()
      view.change({ load: asked, hasSignal: true })
      return
    }
    const isFirst = view.get().load.kind === 'loading'
    view.change({ hasSignal: asked.status !== 0, ...(isFirst ? { load: { kind: 'unreachable' } } : {}) })
    retry.later(asked.seconds)
  }

  async function begin(): Promise<void> {
    const link = await linkIdOf(token)
    const kept = await keptAnswer<Manual>(link)
    if (kept && view.get().load.kind === 'loading') view.change({ load: { kind: 'ready', answer: kept.answer } })
    await sweepPhone(link)
    await refresh()
  }

  window.addEventListener('offline', () => view.change({ hasSignal: false }))
  void begin()
  return {
    subscribe: view.subscribe,
    view: view.get,
    refresh: () => void refresh(),
    doorAddress: `${address}/open-door`,
  }
}
