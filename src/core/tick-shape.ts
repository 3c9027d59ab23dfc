import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

/**
 * V8 forgets the shape of what process.nextTick queues when a full collection finds none of it alive, and what had been
 * learned of it with the shape: from then on every tick takes four times as long, as long as the process lives. There
 * are a dozen ticks in a request. As long as one is kept, so is the shape.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()))
}
