import { useCallback, useEffect, useRef, useState } from 'react'
import { pause } from '../../offline/pause.ts'
import { useDesk } from '../shell/console-context.ts'
import { eventsIn } from '../shell/event-lines.ts'
import { isPassing, Problem } from '../shell/problem.ts'
import type { Api } from '../shell/request.ts'
import { applied, EMPTY, type AgentEvent, type SessionView } from './session-view.ts'

const WAIT_MILLIS_MIN = 400
const WAIT_MILLIS_MAX = 8000
/** Pieces that come together are shown together. */
const SHOW_MILLIS = 24

interface Follow {
  api: Api
  sessionId: string
  signal: AbortSignal
  onEvent(event: AgentEvent): void
  onConnection(isLive: boolean): void
}

/** Follows a session for as long as it is wanted: applies an event, then keeps its mark, and comes back with it. */
async function follow({ api, sessionId, signal, onEvent, onConnection }: Follow): Promise<void> {
  let mark = ''
  let waitMillis = WAIT_MILLIS_MIN
  while (!signal.aborted) {
    try {
      const headers: Record<string, string> = mark === '' ? {} : { 'last-event-id': mark }
      const path = `/v1/agent/sessions/${sessionId}/subscribe_direct`
      const { body } = await api.open(path, headers, signal)
      onConnection(true)
      waitMillis = WAIT_MILLIS_MIN
      if (body) {
        for await (const { id, data } of eventsIn(body)) {
          onEvent(JSON.parse(data) as AgentEvent)
          if (id !== '') mark = id
        }
      }
    } catch (error) {
      // Whoever may not see it, or looks for what cannot be there, is told so; the end of a session says so itself.
      if (error instanceof Problem && error.status !== 401 && !isPassing(error)) throw error
    }
    if (signal.aborted) return
    onConnection(false)
    await pause(waitMillis, signal)
    waitMillis = Math.min(waitMillis * 2, WAIT_MILLIS_MAX)
  }
}

export interface OpenSession {
  view: SessionView
  isLive: boolean
  error: unknown
  /** Shows what is done here before the server has heard of it. */
  show(change: (view: SessionView) => SessionView): void
}

/** A session while it is looked at, with all that happens in it. */
export function useAgentSession(sessionId: string): OpenSession {
  const { api } = useDesk()
  const [view, setView] = useState(EMPTY)
  const [isLive, setLive] = useState(true)
  const [error, setError] = useState<unknown>()
  const latest = useRef(EMPTY)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = useCallback((change: (view: SessionView) => SessionView) => {
    latest.current = change(latest.current)
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setView(latest.current)
    }, SHOW_MILLIS)
  }, [])
  useEffect(() => {
    const life = new AbortController()
    latest.current = EMPTY
    const onEvent = (event: AgentEvent): void => show((before) => applied(before, event))
    follow({ api, sessionId, signal: life.signal, onEvent, onConnection: setLive }).catch(setError)
    return () => {
      life.abort()
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [api, sessionId, show])
  return { view, isLive, error, show }
}
