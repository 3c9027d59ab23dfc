export interface StreamEvent {
  id: string
  event: string
  data: string
}

/** The server gives a sign of life every 15 seconds; a connection that is quiet for longer is dead, and says nothing of it. */
const SILENCE_MILLIS = 45_000

/** The events of a stream in the form of `text/event-stream`, as they come. It ends when it falls silent. */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ''
  try {
    for (;;) {
      const silence = setTimeout(() => void reader.cancel().catch(() => {}), SILENCE_MILLIS)
      const { value, done } = await reader.read().finally(() => clearTimeout(silence))
      if (done) return
      const blocks = (text + value).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event) yield event
      }
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}

/** Undefined for a sign of life. */
function eventOf(block: string): StreamEvent | undefined {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const colon = line.indexOf(': ')
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2))
  }
  const { event, data } = { event: fields.get('event'), data: fields.get('data') }
  if (event === undefined && data === undefined) return undefined
  return { event: event ?? 'message', id: fields.get('id') ?? '', data: data ?? '{}' }
}
