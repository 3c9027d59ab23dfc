import type { Outgoing } from '../task/action.ts'
import type { Transport } from './send.ts'
import type { Response } from './verdict.ts'

/** An upload on one bar of signal takes its time; one that has stood still for so long is tried anew. */
const STALLED_MILLIS = 45_000

/** With XMLHttpRequest, which alone can tell how much of an upload has left. */
export const pageTransport: Transport = (request, onProgress) =>
  new Promise((resolve) => {
    const call = new XMLHttpRequest()
    let watch: ReturnType<typeof setTimeout> | undefined
    const moving = (): void => {
      clearTimeout(watch)
      watch = setTimeout(() => call.abort(), STALLED_MILLIS)
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

export const workerTransport: Transport = (request) => ask(request.address, request)

/** A request that does not throw: no answer is status 0. */
export async function ask(address: string, init: Partial<Outgoing> & RequestInit = {}): Promise<Response> {
  try {
    const response = await fetch(address, { cache: 'no-store', referrerPolicy: 'no-referrer', ...init })
    const retryAfterSeconds = secondsIn(response.headers.get('retry-after'))
    return { status: response.status, body: parsed(await response.text()), retryAfterSeconds }
  } catch {
    return { status: 0, body: undefined }
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
