import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventsIn, type StreamEvent } from './event-lines.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A connection that is never closed, and what came of it. */
function connection() {
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined
  let isBroken = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (writer = controller),
    cancel: () => void (isBroken = true),
  })
  const seen: StreamEvent[] = []
  const read = (async () => {
    for await (const event of eventsIn(body)) seen.push(event)
  })()
  return {
    seen,
    read,
    isBroken: () => isBroken,
    send: (text: string) => writer?.enqueue(new TextEncoder().encode(text)),
  }
}

test('signs of life keep a stream; one that falls silent is broken off and ends', async () => {
  const { seen, read, send, isBroken } = connection()
  for (let pings = 0; pings < 10; pings++) {
    await vi.advanceTimersByTimeAsync(15_000)
    send(': ping\n\n')
  }
  send('event: change\nid: 7\ndata: {}\n\n')
  await expect.poll(() => seen).toEqual([{ event: 'change', id: '7', data: '{}' }])
  expect(isBroken()).toBe(false)
  await vi.advanceTimersByTimeAsync(45_000)
  await read
  expect(isBroken()).toBe(true)
})
