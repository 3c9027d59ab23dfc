import type { Place } from './place.ts'

interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** After the page is there: keeping it for the next time must not slow it down now. */
export function keepPage({ base }: Place, page: 't' | 'm'): void {
  if (!('serviceWorker' in navigator)) return
  // Without one (a private window, say) the page works as long as it stays open.
  navigator.serviceWorker.register(`${base}/${page}/service-worker.js`).catch(() => {})
}

/** Asks the browser to send when there is signal again, even if the page is closed by then. Some browsers can. */
export async function askForSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const found = navigator.serviceWorker.getRegistration()
  const registration: SyncRegistration | undefined = await found.catch(() => undefined)
  await registration?.sync?.register('outbox').catch(() => {})
}

let isAsked = false

/** Asks the browser, once, not to clear away what waits when the phone runs short of room. */
export async function askToStay(): Promise<void> {
  if (isAsked) return
  isAsked = true
  await navigator.storage?.persist?.().catch(() => false)
}
