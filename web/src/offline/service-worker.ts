import { openWire } from './news.ts'
import { sendWaiting } from './send.ts'
import { linksWaiting } from './store.ts'
import { workerTransport } from './transport.ts'

/** Written in by the build: the files of each page, and a name that changes with them. */
declare const SHELLS: Record<string, string[]>
declare const EDITION: string
declare const self: ServiceWorkerGlobalScope

/** Not in TypeScript's own library: a browser that has it calls when there is signal again, page or no page. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

const SHELL = `shell ${EDITION}`
const PHOTOS = 'photos'
const PHOTOS_MAX = 120
const PHOTO = /\/api\/v1\/public\/shared-task\/[^/]+\/photos\/[^/]+$/

/** `{base}/t/` or `{base}/m/`. */
const scope = new URL(self.registration.scope)
const page = /\/(\w+)\/$/.exec(scope.pathname)?.[1] ?? ''
const shell = scope.href
const files = (SHELLS[page] ?? []).map((file) => new URL(`../${file}`, scope).href)

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName(SHELL))
      .then((cache) => cache.addAll([shell, ...files]))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(dropFormerEditions().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const url = new URL(request.url)
  // The page is the same for every token, so one copy is the page of them all.
  if (request.mode === 'navigate' && isPage(url)) event.respondWith(kept(shell, request))
  else if (files.includes(url.href)) event.respondWith(kept(url.href, request))
  else if (PHOTO.test(url.pathname)) event.respondWith(photo(request))
})

self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as unknown as SyncEvent
  if (tag === 'outbox') waitUntil.call(event, sendAll())
})

/** A deeper address is led back to the page by the server. */
function isPage({ href }: URL): boolean {
  return href.startsWith(scope.href) && !href.slice(scope.href.length).includes('/')
}

async function kept(address: string, request: Request): Promise<Response> {
  const found = await (await caches.open(cacheName(SHELL))).match(address)
  return found ?? fetch(request)
}

/** What is behind the address of a photo never changes. */
async function photo(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName(PHOTOS))
  const found = await cache.match(request)
  if (found) return found
  const response = await fetch(request)
  if (response.status === 200) {
    await cache.put(request, response.clone())
    for (const old of (await cache.keys()).slice(0, -PHOTOS_MAX)) await cache.delete(old)
  }
  return response
}

function cacheName(name: string): string {
  return `${page} ${name}`
}

async function dropFormerEditions(): Promise<void> {
  const names = await caches.keys()
  const former = names.filter((name) => name.startsWith(cacheName('shell ')) && name !== cacheName(SHELL))
  await Promise.all(former.map((name) => caches.delete(name)))
}

async function sendAll(): Promise<void> {
  const wire = openWire(() => {})
  try {
    for (const link of await linksWaiting()) {
      const outcome = await sendWaiting(link, {
        transport: workerTransport,
        onSending: ({ key }, fraction) => wire.tell({ link, kind: 'sending', key, fraction }),
        onSettled: () => wire.tell({ link, kind: 'changed' }),
      })
      // The browser calls again later when this fails.
      if (outcome.kind === 'later') throw new Error('not everything could be sent')
    }
  } finally {
    wire.close()
  }
}
