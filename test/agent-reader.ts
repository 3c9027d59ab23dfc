import { openEvents, type EventSource, type StreamedEvent } from './event-source.ts'

/** What a reader has put together of a message. */
interface Held {
  text: string
  reasoning: string
  calls: Map<string, string>
}

/** A fault in how a reader goes on, planted to see that it is found. */
export interface Fault {
  /** In what it remembers. */
  marks?(marks: Remembered): Remembered
  /** It does not begin a message anew when it is told to. */
  isStubborn?: boolean
}

interface Remembered {
  seq: number
  messageId: string
  streamSeq: number
  reasoningSeq: number
  textOffset: number
}

/** Follows a stream by the one rule there is: apply the event, then remember its marks. */
export interface AgentReader {
  /** The numbers of the events that it got, in their order. */
  readonly seqs: number[]
  readonly messages: ReadonlyMap<string, Held>
  visits(): number
  seq(): number
  /** Connects with its marks, takes some events, and leaves without a word. */
  visit(url: string, token: string, eventsMax: number, until: () => number): Promise<void>
}

export function createAgentReader(
  astrayShare: number,
  { marks: faulty = (marks) => marks, isStubborn = false }: Fault = {},
): AgentReader {
  const seqs: number[] = []
  const messages = new Map<string, Held>()
  const callOwners = new Map<string, string>()
  let marks: Remembered = { seq: 0, messageId: '', streamSeq: 0, reasoningSeq: 0, textOffset: 0 }
  let visits = 0

  function held(messageId: string): Held {
    const message = messages.get(messageId) ?? { text: '', reasoning: '', calls: new Map<string, string>() }
    messages.set(messageId, message)
    return message
  }

  function apply({ data, id }: StreamedEvent): void {
    const delta = String(data['delta'])
    const messageId = String(data['messageId']).replace(':reasoning', '')
    const callId = String(data['toolCallId'])
    if (data.type === 'TEXT_MESSAGE_CONTENT') held(messageId).text += delta
    else if (data.type === 'REASONING_MESSAGE_CONTENT') held(messageId).reasoning += delta
    else if (data.type === 'TOOL_CALL_ARGS') {
      const { calls } = held(callOwners.get(callId) ?? '')
      calls.set(callId, (calls.get(callId) ?? '') + delta)
    } else if (data.name?.startsWith('stream.')) {
      // Not about the session.
    } else {
      // Told at the start of a stream, a reset is no event of the session: the marks stay where they are.
      const isNotice = data.name === 'message.reset' && data.metadata.marks.seq === marks.seq
      if (!isNotice) seqs.push(data.metadata.marks.seq)
      if (data.type === 'TOOL_CALL_START') {
        callOwners.set(callId, String(data['parentMessageId']))
        held(String(data['parentMessageId'])).calls.set(callId, '')
      }
      if (data.name === 'message.reset' && !isStubborn) messages.delete(String(data.value?.['message_id']))
    }
    const [seq, message = '', streamSeq, reasoningSeq, textOffset] = id.split(';')
    const [seqNow, stream, reasoning, text] = [seq, streamSeq, reasoningSeq, textOffset].map(Number)
    marks = {
      seq: seqNow ?? 0,
      messageId: message,
      streamSeq: stream ?? 0,
      reasoningSeq: reasoning ?? 0,
      textOffset: text ?? 0,
    }
  }

  return {
    seqs,
    messages,
    visits: () => visits,
    seq: () => marks.seq,
    async visit(url, token, eventsMax, until) {
      const remembered = visits === 0 ? marks : faulty(marks)
      const isAstray = visits > 0 && Math.random() < astrayShare
      const events = await connect(url, token, isAstray ? astray(remembered) : remembered)
      visits += 1
      try {
        for (let count = 0; count < eventsMax; count++) {
          const event = await events.next()
          if (!event) return
          apply(event)
          if (marks.seq >= until()) return
        }
      } finally {
        events.close()
      }
    },
  }
}

const BEYOND = 1_000_000

/** At times a reader believes to have more of a message than there is, as after the log was put back to an older state. */
function astray(marks: Remembered): Remembered {
  if (marks.messageId === '') return marks
  const lost = (['streamSeq', 'reasoningSeq', 'textOffset'] as const)[Math.floor(Math.random() * 3)] ?? 'textOffset'
  return { ...marks, [lost]: marks[lost] + BEYOND }
}

function connect(url: string, token: string, marks: Remembered): Promise<EventSource> {
  const { seq, messageId, streamSeq, reasoningSeq, textOffset } = marks
  const headers = { authorization: `Bearer ${token}` }
  if (Math.random() < 0.5) {
    return openEvents(url, {
      ...headers,
      'last-event-id': `${seq};${messageId};${streamSeq};${reasoningSeq};${textOffset}`,
    })
  }
  const query = new URLSearchParams({ since_seq: String(seq) })
  if (messageId !== '') {
    query.set('message_id', messageId)
    query.set('text_offset', String(textOffset))
    query.set('after_stream_seq', String(streamSeq))
    query.set('after_reasoning_seq', String(reasoningSeq))
  }
  return openEvents(`${url}?${query}`, headers)
}
