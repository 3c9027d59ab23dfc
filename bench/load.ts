/**
 * The load, in a process of its own. It writes and reads HTTP/1.1 by itself, because it shares the machine with what it
 * measures, and node:http's client would cost more than the floor's server does.
 */
import { drive, fail } from './connections.ts'
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

process.on('message', (job: Job) => {
  void drive({ ...job, nextRequest: requestsOf(job) }).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit())

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
