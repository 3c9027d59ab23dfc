import { pause } from '../../offline/pause.ts'
import { Problem } from './problem.ts'
import { eventsIn } from './event-lines.ts'
import { deskPath, type Api } from './request.ts'
import { tabsOf } from './tabs.ts'

const WAIT_MILLIS_MIN = 500
const WAIT_MILLIS_MAX = 10_000

/** What happened, and the ids of what it happened to. */
export type Change = { type: string } & Record<string, string>

/** Refused: whoever reads is not in the workspace any more. */
export type Connection = 'connecting' | 'live' | 'lost' | 'refused'

interface Told {
  mark: string
  change?: Change
  isReset?: boolean
  connection?: Connection
}

export interface ChangesParts {
  api: Api
  workspaceId: string
  onChange(change: Change): void
  /** Everything shown may be old. */
  onReset(): void
  onConnection(connection: Connection): void
}

/**
 * What changes in a workspace. One tab holds the stream for all of this browser: over HTTP/1.1 six of them would leave
 * no connection for anything else. Answers how to stop.
 */
export function followChanges({ api, workspaceId, onChange, onReset, onConnection }: ChangesParts): () => void {
  const life = new AbortController()
  let mark: string | undefined
  const name = `innkeeper-changes:${workspaceId}`
  const tabs = tabsOf<Told>(name, hear)

  function hear({ mark: next, change, isReset, connection }: Told): void {
    if (next !== '') mark = next
    if (connection) onConnection(connection)
    if (isReset) onReset()
    if (change) onChange(change)
  }
  function tell(told: Told): void {
    hear(told)
    tabs.tell(told)
  }

  async function hold(): Promise<void> {
    let waitMillis = WAIT_MILLIS_MIN
    while (!life.signal.aborted) {
      let connection: Connection = 'lost'
      try {
        await read(() => (waitMillis = WAIT_MILLIS_MIN))
      } catch (error) {
        if (error instanceof Problem && [401, 403, 404].includes(error.status)) waitMillis = WAIT_MILLIS_MAX
        // A session that has ended (401) says so itself.
        if (error instanceof Problem && [403, 404].includes(error.status)) connection = 'refused'
      }
      if (life.signal.aborted) return
      tell({ mark: '', connection })
      await pause(waitMillis * (0.5 + Math.random()), life.signal)
      waitMillis = Math.min(waitMillis * 2, WAIT_MILLIS_MAX)
    }
  }
  async function read(onOpen: () => void): Promise<void> {
    const headers: Record<string, string> = mark === undefined ? {} : { 'last-event-id': mark }
    // What was loaded before the first word of the stream may have changed meanwhile.
    const isFirst = mark === undefined
    const response = await api.open(`${deskPath(workspaceId)}/changes`, headers, life.signal)
    onOpen()
    tell({ mark: '', connection: 'live' })
    if (!response.body) return
    for await (const { id, event, data } of eventsIn(response.body)) {
      if (event === 'change') tell({ mark: id, change: JSON.parse(data) })
      else tell({ mark: id, isReset: event === 'reset' || (event === 'ready' && isFirst) })
    }
  }

  void tabs.alone(hold)
  return () => {
    life.abort()
    tabs.close()
  }
}
