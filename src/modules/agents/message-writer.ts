import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { storableText } from './event.queries.ts'
import { beginAttempt } from './message-attempt.ts'
import { closersOf, newDraft, toolNamesIn, type Step } from './message-draft.rules.ts'
import { openJournal, type Journal } from './message-journal.ts'
import { MessageLost, openPage, type Also, type EndedMessage } from './message-page.ts'
import type { Channel, SessionEvent } from './session-event.schema.ts'

/**
 * Writes one message of an agent into the log while it comes into being. What is given is written in that order, a few
 * pieces at a time; a call waits only while too much is on its way. After a failure every call fails.
 */
export interface MessageWriter {
  readonly messageId: string
  /** 1, and more when others died over it. */
  readonly attempt: number
  text(delta: string): Promise<void>
  reasoning(delta: string): Promise<void>
  /** Said by itself when text or a tool call begins. */
  reasoningEnd(): Promise<void>
  toolStart(call: { id: string; name: string }): Promise<void>
  toolArguments(callId: string, delta: string): Promise<void>
  /** The arguments are complete. */
  toolCall(callId: string, input: unknown): Promise<void>
  /** All that was given is committed. */
  flush(): Promise<void>
  /** Closes what is open. `also` is done in the transaction of that. */
  end(also?: Also): Promise<EndedMessage>
}

/**
 * Begins the message, or begins it again when its writer died; throws `MessageLost` for one that is finished. `guard`
 * goes before that in the same transaction, and keeps out who has no business there by throwing.
 */
export async function openMessage(
  ctx: WorkspaceCtx,
  { sessionId, messageId, guard }: { sessionId: string; messageId: string; guard?: Also },
): Promise<MessageWriter> {
  const begun = await inTransaction(ctx, async (ctx) => {
    await guard?.(ctx)
    return beginAttempt(ctx, sessionId, messageId)
  })
  if (!begun) throw new MessageLost('the message is finished')
  ctx.services.sessionLog.tell(sessionId)
  const draft = newDraft(messageId, begun.attempt, begun.lastSeq)
  return writerOn(openJournal(openPage(ctx, sessionId, draft)), messageId, begun.attempt)
}

function writerOn(journal: Journal, messageId: string, attempt: number): MessageWriter {
  const about = { message_id: messageId }
  const events: SessionEvent[] = []
  const pieceOf = pieces()

  function noted(event: SessionEvent): Step[] {
    events.push(event)
    return [{ event }]
  }

  const isOpen = (channel: 'text' | 'reasoning'): boolean =>
    closersOf(events).some(({ type }) => type === `${channel}.ended`)

  /** The event that opens a channel goes before its first piece. */
  function opened(channel: 'text' | 'reasoning'): Step[] {
    return isOpen(channel) ? [] : noted({ type: `${channel}.started`, ...about })
  }

  /** What is said and done comes after the thoughts about it. */
  function thoughtOver(): Step[] {
    return isOpen('reasoning') ? noted({ type: 'reasoning.ended', ...about }) : []
  }

  return {
    messageId,
    attempt,
    text: async (delta) => {
      if (delta !== '') await journal.add([...thoughtOver(), ...opened('text'), ...pieceOf('text', null, delta)])
    },
    reasoning: async (delta) => {
      if (delta !== '') await journal.add([...opened('reasoning'), ...pieceOf('reasoning', null, delta)])
    },
    reasoningEnd: () => journal.add(thoughtOver()),
    toolStart: ({ id, name }) => {
      const started = { type: 'tool.started', ...about, tool_call_id: id, tool_name: name } as const
      return journal.add([...thoughtOver(), ...noted(started)])
    },
    toolArguments: (callId, delta) => journal.add(pieceOf('arguments', callId, delta)),
    toolCall: async (callId, input) => {
      const name = toolNamesIn(events).get(callId)
      if (name === undefined) throw new Error(`the tool call ${callId} was never started`)
      await journal.add(noted({ type: 'tool.called', ...about, tool_call_id: callId, tool_name: name, input }))
    },
    flush: () => journal.flush(),
    end: (also) =>
      journal.end(
        closersOf(events).map((event) => ({ event })),
        toolNamesIn(events),
        also,
      ),
  }
}

/** Never half a character: that waits for its other half. */
function pieces(): (channel: Channel, toolCallId: string | null, delta: string) => Step[] {
  const halves = new Map<string, string>()
  return (channel, toolCallId, delta) => {
    const name = `${channel}:${toolCallId ?? ''}`
    const whole = (halves.get(name) ?? '') + delta
    const half = /[\ud800-\udbff]$/.exec(whole)?.[0] ?? ''
    halves.set(name, half)
    const text = storableText(whole.slice(0, whole.length - half.length))
    return text === '' ? [] : [{ channel, toolCallId, text }]
  }
}
