import { connect, type Socket } from 'node:net'

export interface Drive {
  url: string
  connections: number
  seconds: number
  first: number
  /** Connections begin one after the other within this time; all at once unless said. */
  spreadMillis?: number
  nextRequest(n: number): string
}

export interface Outcome {
  requests: number
  seconds: number
  p50Millis: number
  p99Millis: number
  next: number
  /** The first answer that was not a success. */
  failure?: string
}

/** A fixed number of connections, each of which sends its next request when the answer to the last one is there. */
export async function drive({
  url,
  connections,
  seconds,
  first,
  spreadMillis = 0,
  nextRequest,
}: Drive): Promise<Outcome> {
  const { hostname, port } = new URL(url)
  const millis: number[] = []
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  let n = first
  let failure: string | undefined

  function work(index: number): Promise<void> {
    return new Promise((resolve) => {
      let sentAt = 0
      const end = (why?: string): void => {
        failure ??= why
        socket.destroy()
        resolve()
      }
      const send = (): void => {
        const request = nextRequest(n++)
        sentAt = performance.now()
        if (sentAt >= until || failure !== undefined) return end()
        socket.write(request)
      }
      const receive = answerReader((status, text) => {
        millis.push(performance.now() - sentAt)
        if (status >= 300) end(`${status} ${text()}`)
        else send()
      })
      const socket = openSocket(Number(port), hostname, receive)
      socket.on('error', (error) => end(error.message))
      socket.on('close', () => end(performance.now() < until ? 'the server closed the connection' : undefined))
      socket.once('connect', () => setTimeout(send, (spreadMillis * index) / connections))
    })
  }

  await Promise.all(Array.from({ length: connections }, (_, index) => work(index)))
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  const sorted = Float64Array.from(millis).toSorted()
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? 0
  return { requests: millis.length, seconds: elapsedSeconds, p50Millis: at(0.5), p99Millis: at(0.99), next: n, failure }
}

/** Without a stream between: the load shares its processors with what it measures, and is to take little from it. */
function openSocket(port: number, host: string, receive: (part: Buffer) => void): Socket {
  const callback = (sizeBytes: number, { buffer }: Uint8Array): boolean => {
    receive(Buffer.from(buffer, 0, sizeBytes))
    return true
  }
  const socket = connect({ port, host, noDelay: true, onread: { buffer: new Uint8Array(READ_BYTES), callback } })
  // There is no data in the stream, but its end.
  return socket.resume()
}
const READ_BYTES = 64 * 1024

const LAST_CHUNK = '\r\n0\r\n\r\n'

/** Calls back when an answer is complete. It keeps only the first part: the rest is counted. Parts are lent. */
function answerReader(onAnswer: (status: number, text: () => string) => void): (part: Buffer) => void {
  let head: Buffer | undefined
  let missing = -1
  let isChunked = false
  const isOver = (part: Buffer): boolean => {
    if (isChunked) head = head ? Buffer.concat([head, part]) : part
    else if (missing >= 0) missing -= part.length
    else {
      head = head ? Buffer.concat([head, part]) : part
      const end = head.indexOf('\r\n\r\n')
      if (end === -1) return false
      const fields = head.toString('latin1', 0, end)
      isChunked = /\r\ntransfer-encoding: *chunked/i.test(fields)
      const length = /\r\ncontent-length: *(\d+)/i.exec(fields)?.[1]
      if (!isChunked) missing = end + 4 + Number(length ?? fail('an answer without a length')) - head.length
    }
    return isChunked ? head?.subarray(-LAST_CHUNK.length).toString('latin1') === LAST_CHUNK : missing <= 0
  }
  return (part) => {
    if (!isOver(part) || !head) return void (head = head === part ? Buffer.from(part) : head)
    const text = head
    head = undefined
    missing = -1
    isChunked = false
    onAnswer(Number(text.toString('latin1', 9, 12)), () => text.toString('utf8', 0, 1000))
  }
}

export function fail(text: string): never {
  throw new Error(text)
}
