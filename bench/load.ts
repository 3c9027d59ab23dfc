/**
 * The load, in a process of its own: a fixed number of connections, each of which sends its next request when the
 * answer to the last one is there. It writes and reads HTTP/1.1 by itself, because it shares the machine with what it
 * measures, and node:http's client would cost more than the floor's server does.
 */
import { connect, type Socket } from 'node:net'
import { works, type Turn } from './work.ts'

export interface Job extends Omit<Turn, 'n'> {
  work: string
  url: string
  key: string
  connections: number
  seconds: number
  /** Where the last job with this work and server ended. */
  first: number
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

process.on('message', (job: Job) => {
  void run(job).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit())

async function run(job: Job): Promise<Outcome> {
  const { hostname, port } = new URL(job.url)
  const nextRequest = requestsOf(job)
  const millis: number[] = []
  const startedAt = performance.now()
  const until = startedAt + job.seconds * 1000
  let n = job.first
  let failure: string | undefined

  function work(socket: Socket): Promise<void> {
    return new Promise((resolve) => {
      let sentAt = 0
      const end = (why?: string): void => {
        failure ??= why
        socket.destroy()
        resolve()
      }
      const send = (): void => {
        sentAt = performance.now()
        if (sentAt >= until || failure !== undefined) return end()
        socket.write(nextRequest(n++))
      }
      const receive = answerReader((status, text) => {
        millis.push(performance.now() - sentAt)
        if (status >= 300) end(`${status} ${text}`)
        else send()
      })
      socket.setNoDelay(true)
      socket.on('data', receive)
      socket.on('error', (error) => end(error.message))
      socket.on('close', () => end(performance.now() < until ? 'the server closed the connection' : undefined))
      socket.once('connect', send)
    })
  }

  await Promise.all(Array.from({ length: job.connections }, () => work(connect(Number(port), hostname))))
  const seconds = (performance.now() - startedAt) / 1000
  const sorted = Float64Array.from(millis).toSorted()
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? 0
  return { requests: millis.length, seconds, p50Millis: at(0.5), p99Millis: at(0.99), next: n, failure }
}

function requestsOf({ work, url, key, lane, tasks }: Job): (n: number) => string {
  const { request } = works.find(({ name }) => name === work) ?? fail(`no work is called ${work}`)
  const standing = `HTTP/1.1\r\nhost: ${new URL(url).host}\r\nauthorization: Bearer ${key}\r\n`
  return (n) => {
    const { method, path, body } = request({ n, lane, tasks })
    const head = `${method} ${path} ${standing}`
    if (body === undefined) return `${head}\r\n`
    return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }
}

/** Calls back when an answer is complete. It keeps only the first part: the rest is counted. */
function answerReader(onAnswer: (status: number, text: string) => void): (part: Buffer) => void {
  let head: Buffer | undefined
  let missing = -1
  return (part) => {
    if (missing >= 0) missing -= part.length
    else {
      head = head ? Buffer.concat([head, part]) : part
      const end = head.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = /\r\ncontent-length: *(\d+)/i.exec(head.toString('latin1', 0, end))?.[1]
      missing = end + 4 + Number(length ?? fail('an answer without content-length')) - head.length
    }
    if (missing > 0 || !head) return
    const text = head
    head = undefined
    missing = -1
    onAnswer(Number(text.toString('latin1', 9, 12)), text.toString('utf8', 0, 1000))
  }
}

function fail(text: string): never {
  throw new Error(text)
}
