import { createBell } from '#core/bell.ts'
import { eventsIn, type Step } from './message-draft.rules.ts'
import { MessageLost, type Also, type EndedMessage, type MessagePage } from './message-page.ts'

const FLUSH_MILLIS = 25
const STEPS_TOGETHER_MAX = 32
const STEPS_WAITING_MAX = 256

/** Brings the steps of a message to its page in their order: the first at once, then a few at a time. */
export interface Journal {
  /** Waits only while too much is on its way. After a failure it fails. */
  add(steps: readonly Step[]): Promise<void>
  /** All that was added is committed. */
  flush(): Promise<void>
  end(steps: readonly Step[], toolNames: ReadonlyMap<string, string>, also?: Also): Promise<EndedMessage>
}

export function openJournal(page: MessagePage): Journal {
  const bell = createBell()
  let waiting: Step[] = []
  let writtenAt = -Infinity
  let writing: Promise<void> | undefined
  let failure: Error | undefined

  async function writeAll(): Promise<void> {
    try {
      while (waiting.length > 0) {
        await bell.wait(Math.max(0, writtenAt + FLUSH_MILLIS - performance.now()))
        const steps = waiting
        waiting = []
        writtenAt = performance.now()
        await page.write(steps)
      }
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
    } finally {
      // Here and not later: what is added from now on has to begin anew.
      writing = undefined
    }
  }

  function assertWorking(): void {
    if (failure) throw failure
  }

  async function flush(): Promise<void> {
    bell.ring()
    await writing
    assertWorking()
  }

  return {
    async add(steps) {
      assertWorking()
      if (steps.length === 0) return
      waiting.push(...steps)
      writing ??= writeAll()
      if (waiting.length >= STEPS_TOGETHER_MAX || eventsIn(steps).length > 0) bell.ring()
      if (waiting.length >= STEPS_WAITING_MAX) await writing
      assertWorking()
    },
    flush,
    async end(steps, toolNames, also) {
      await flush()
      failure = new MessageLost('the message is finished')
      return page.end(steps, toolNames, also)
    },
  }
}
