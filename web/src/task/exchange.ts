import type { SharedTask } from '../../../src/modules/links/shared-task.schema.ts'
import { askAndKeep } from '../offline/load.ts'
import type { Wire } from '../offline/news.ts'
import type { Observable } from '../offline/observable.ts'
import { oneAtATime } from '../offline/one-at-a-time.ts'
import { retryWith } from '../offline/retry.ts'
import { sendWaiting } from '../offline/send.ts'
import { pageTransport } from '../offline/transport.ts'
import type { Snapshot } from './session.ts'

/** What was sent is shown at once; what others did in between is asked for no more often than this. */
const FRESH_MILLIS = 10_000

export interface ExchangeOptions {
  link: Promise<string>
  address: string
  state: Observable<Snapshot>
  wire: Wire
  /** Shows what the phone holds now. */
  look(): Promise<void>
}

/** Sends what waits, then asks how things stand; tries again by itself. Answers how to ask for it. */
export function openExchange({ link: linkId, address, state, wire, look }: ExchangeOptions): () => void {
  let askedAt = 0
  const work = oneAtATime(async () => {
    const link = await linkId
    const sent = await sendWaiting(link, {
      transport: pageTransport,
      onSending: ({ key }, fraction) => wire.tell({ link, kind: 'sending', key, fraction }),
      onSettled: () => wire.tell({ link, kind: 'changed' }),
    })
    state.change({ sending: undefined })
    if (sent.kind === 'later') {
      state.change({ hasSignal: navigator.onLine && sent.seconds !== undefined })
      retry.later(sent.seconds)
      return
    }
    const isFresh = Date.now() - askedAt < FRESH_MILLIS && state.get().load.kind === 'ready'
    if (sent.kind === 'gone' || !isFresh) await askAgain(link)
    else {
      retry.done()
      state.change({ hasSignal: true })
    }
  })
  const retry = retryWith(() => void work())

  async function askAgain(link: string): Promise<void> {
    const asked = await askAndKeep<SharedTask>(link, address)
    if (asked.kind === 'silent') {
      const isFirst = state.get().load.kind === 'loading'
      state.change({ hasSignal: asked.status !== 0, ...(isFirst ? { load: { kind: 'unreachable' } } : {}) })
      retry.later(asked.seconds)
      return
    }
    askedAt = Date.now()
    retry.done()
    if (asked.kind === 'ready') await look()
    state.change({ hasSignal: true, ...(asked.kind === 'gone' ? { load: asked } : {}) })
  }

  return () => void work()
}
