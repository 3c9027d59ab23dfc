import { onTestFinished } from 'vitest'
import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { appendEvents } from '#modules/agents/event.service.ts'
import type { SessionEvent } from '#modules/agents/session-event.schema.ts'
import { createSession } from '#modules/agents/session.service.ts'
import { systemContext } from '#src/runtime.ts'
import { addressOf, openEvents, type EventSource, type StreamedEvent } from './event-source.ts'
import { harness, type Harness } from './harness.ts'

/** A session of the administrator of a new workspace. */
export interface SessionPlace extends Harness {
  ctx: WorkspaceCtx
  sessionId: string
  /** Its address, without the last part. */
  url: string
  append(...events: SessionEvent[]): Promise<void>
  subscribe(query?: string, headers?: Record<string, string>): Promise<EventSource>
}

export async function sessionPlace(visibility: 'private' | 'workspace' = 'private'): Promise<SessionPlace> {
  const here = await harness()
  const { runtime, workspaceId, admin, app } = here
  const ctx = { ...systemContext(runtime), workspaceId }
  const { id: sessionId } = await createSession(ctx, { userId: admin.userId, visibility })
  const url = `${await addressOf(app)}/v1/agent/sessions/${sessionId}`
  return {
    ...here,
    ctx,
    sessionId,
    url,
    async append(...events) {
      await inTransaction(ctx, (ctx) => appendEvents(ctx, sessionId, events))
      ctx.services.sessionLog.tell(sessionId)
    },
    async subscribe(query = '', headers = {}) {
      const address = `${url}/subscribe_direct?${query}`
      const events = await openEvents(address, { authorization: `Bearer ${admin.token}`, ...headers })
      onTestFinished(() => events.close())
      return events
    },
  }
}

/** What an event is called: the name of a custom one, else its type. */
export function namesOf(events: readonly StreamedEvent[]): string[] {
  return events.map(({ data }) => data.name ?? data.type)
}

/** What the events bring of a text or of arguments, put together. */
export function textIn(events: readonly StreamedEvent[], type: string): string {
  return events
    .filter(({ data }) => data.type === type)
    .map(({ data }) => String(data['delta']))
    .join('')
}
