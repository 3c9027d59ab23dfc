import type { FastifyInstance } from 'fastify'

/** One event of a stream as it came: its id and its data. */
export interface StreamedEvent {
  id: string
  data: { type: string; name?: string; value?: Record<string, unknown>; metadata: { marks: Marks } } & Record<
    string,
    unknown
  >
}

interface Marks {
  seq: number
  message_id: string | null
  stream_seq: number
  reasoning_seq: number
  text_offset: number
}

const beginning = new WeakMap<FastifyInstance, Promise<unknown>>()

/** Where the server of a test can be reached; it begins to listen when first asked. */
export async function addressOf(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) {
    const begun = beginning.get(app) ?? app.listen({ host: '127.0.0.1', port: 0 })
    beginning.set(app, begun)
    await begun
  }
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen')
  return `http://127.0.0.1:${address.port}`
}

export interface EventSource {
  readonly response: Response
  /** The next event; undefined when the stream has ended. */
  next(): Promise<StreamedEvent | undefined>
  /** All events up to one of this type or name, that one included. */
  until(name: string): Promise<StreamedEvent[]>
  close(): void
}

/** Opens a stream by `fetch`, as browsers do that send a token. */
export async function openEvents(url: string, headers: Record<string, string>): Promise<EventSource> {
  const life = new AbortController()
  const response = await fetch(url, { headers, signal: life.signal })
  const events = eventsIn(response)
  const next = async (): Promise<StreamedEvent | undefined> => {
    const { value, done } = await events.next()
    return done ? undefined : value
  }
  return {
    response,
    next,
    async until(name) {
      const seen: StreamedEvent[] = []
      for (;;) {
        const event = await next()
        if (!event) throw new Error(`the stream ended before ${name}: ${JSON.stringify(seen)}`)
        seen.push(event)
        if (event.data.type === name || event.data.name === name) return seen
      }
    },
    close: () => life.abort(),
  }
}

async function* eventsIn({ body }: Response): AsyncGenerator<StreamedEvent> {
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]),
      )
      const data = fields.get('data')
      if (data !== undefined) yield { id: fields.get('id') ?? '', data: JSON.parse(data) }
    }
  }
}
