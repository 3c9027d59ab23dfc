import { eventsIn } from '../../shell/event-lines.ts'
import { Problem } from '../../shell/problem.ts'
import type { Api } from '../../shell/request.ts'

const WAIT_MILLIS_MIN = 500
const WAIT_MILLIS_MAX = 10_000

interface RunStreamParts {
  api: Api
  path: string
  signal: AbortSignal
  /** Something has happened to the run. */
  onNews(): void
  onLive(isLive: boolean): void
}

/** Follows the history of a run until nobody wants it any more; a stream that breaks off goes on where it was. */
export async function followRun({ api, path, signal, onNews, onLive }: RunStreamParts): Promise<void> {
  let mark: string | undefined
  async function read(): Promise<void> {
    const headers = { accept: 'text/event-stream', ...(mark === undefined ? {} : { 'last-event-id': mark }) }
    const response = await api.open(path, headers, signal)
    onLive(true)
    // Without a body: there is nothing more to come.
    if (response.body && response.status !== 204) {
      for await (const event of eventsIn(response.body)) {
        mark = event.id
        onNews()
      }
    }
    onNews()
  }
  for (let wait = WAIT_MILLIS_MIN; !signal.aborted; wait = Math.min(wait * 2, WAIT_MILLIS_MAX)) {
    try {
      await read()
      wait = WAIT_MILLIS_MIN
    } catch (error) {
      if (error instanceof Problem && [401, 403, 404].includes(error.status)) return
    }
    if (signal.aborted) return
    onLive(false)
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
