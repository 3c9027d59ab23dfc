import { inexactIn } from '#core/json-scan.ts'

/** A number in an answer would change when read as a double. */
export class RoundedNumber extends Error {
  readonly pointer: string

  constructor(pointer: string) {
    super('a number would be rounded')
    this.pointer = pointer
  }
}

const EVENT_END = /\r\n\r\n|\n\n|\r\r/
const LINE_END = /\r\n|\n|\r/

/** Passes JSON on once it is complete, and events one by one, unless a number would be rounded. */
export function exactly(isEvents: boolean) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const decoder = new TextDecoder()
    let text = ''
    for await (const bytes of source) {
      text += decoder.decode(bytes, { stream: true })
      for (let end = isEvents ? EVENT_END.exec(text) : null; end; end = EVENT_END.exec(text)) {
        const event = text.slice(0, end.index + end[0].length)
        text = text.slice(event.length)
        assertExact(dataOf(event))
        yield Buffer.from(event)
      }
    }
    assertExact(isEvents ? dataOf(text) : text)
    yield Buffer.from(text)
  }
}

function dataOf(event: string): string {
  const lines = event.split(LINE_END).filter((line) => line.startsWith('data:'))
  return lines.map((line) => line.slice('data:'.length)).join('\n')
}

function assertExact(json: string): void {
  const pointer = inexactIn(json)
  if (pointer !== undefined) throw new RoundedNumber(pointer)
}
