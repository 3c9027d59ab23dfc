import type { Outgoing } from '../task/action.ts'
import type { Transport } from './send.ts'
import type { Response } from './verdict.ts'

/** An upload on one bar of signal takes its time; one that has stood still for so long is tried anew. */
const STALLED_MILLIS = 45_000
/** A question or a few words: a connection that takes longer is as good as none. */
const SHORT_MILLIS = 15_000
/** A whole photo from the service worker, which cannot see whether it moves. */
const UPLOAD_MILLIS = 180_000

/** With XMLHttpRequest, which alone can tell how much of an upload has left. */
export const pageTransport: Transport = (request, onProgress) =>
  new Promise((resolve) => {
    const call = new XMLHttpRequest()
    let watch: ReturnType<typeof setTimeout> | undefined
    const limitMillis = isSmall(request) ? SHORT_MILLIS : STALLED_MILLIS
    const moving = (): void => {
      clearTimeout(watch)
      watch = setTimeout(() => call.abort(), limitMillis)
    }
    call.open(request.method, request.address)
    for (const [name, value] of Object.entries(request.headers)) call.setRequestHeader(name, value)
    call.upload.addEventListener('progress', ({ loaded, total }) => {
      moving()
      if (total > 0) onProgress(loaded / total)
    })
    call.addEventListener('loadend', () => {
      clearTimeout(watch)
      const retryAfterSeconds = secondsIn(call.getResponseHeader('retry-after'))
      resolve({ status: call.status, body: parsed(call.responseText), retryAfterSeconds })
    })
    moving()
    call.send(request.body)
  })

export const workerTransport: Transport = (request) =>
  ask(request.address, request, isSmall(request) ? SHORT_MILLIS : UPLOAD_MILLIS)

const isSmall = ({ body }: Outgoing): boolean => typeof body === 'string'

/** A request that does not throw and does not wait for ever: no answer is status 0. */
export async function ask(
  address: string,
  init: Partial<Outgoing> & RequestInit = {},
  limitMillis = SHORT_MILLIS,
): Promise<Response> {
  const stop = new AbortController()
  const watch = setTimeout(() => stop.abort(), limitMillis)
  try {
    const sent = { cache: 'no-store', referrerPolicy: 'no-referrer', signal: stop.signal, ...init } as const
    const response = await fetch(address, sent)
    const retryAfterSeconds = secondsIn(response.headers.get('retry-after'))
    return { status: response.status, body: parsed(await response.text()), retryAfterSeconds }
  } catch {
    return { status: 0, body: undefined }
  } finally {
    clearTimeout(watch)
  }
}

function secondsIn(header: string | null): number | undefined {
  const seconds = Number(header ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
