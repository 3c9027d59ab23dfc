import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addressOf } from './event-source.ts'

export interface RawAnswer {
  status: number
  /** The first of each, by its lowercase name. */
  headers: Record<string, string>
  body: string
}

const PATIENCE_MILLIS = 20_000

/** Sends these bytes on a new connection and reads until the server closes it. Returns every answer, in order. */
export async function rawAnswers(app: FastifyInstance, text: string | Buffer): Promise<RawAnswer[]> {
  const heard = await exchange(Number(new URL(await addressOf(app)).port), text)
  return heard.split(/(?=HTTP\/1\.1 \d{3} )/).flatMap((part) => (part === '' ? [] : [answerIn(part)]))
}

/** Like rawAnswers, for one answer; undefined if the server closes without one. */
export async function rawAnswer(app: FastifyInstance, text: string | Buffer): Promise<RawAnswer | undefined> {
  return (await rawAnswers(app, text)).at(0)
}

function exchange(port: number, text: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`the server neither answered nor closed: ${JSON.stringify(heard.slice(0, 300))}`))
    }, PATIENCE_MILLIS)
    socket.setEncoding('latin1')
    socket.on('data', (part) => (heard += String(part)))
    // The server may reset the connection after answering: the answer has been read.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(heard)
    })
    socket.write(text)
  })
}

function answerIn(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [line = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers: Record<string, string> = {}
  for (const each of lines) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(each) ?? []
    headers[name.toLowerCase()] ??= value
  }
  return { status: Number(line.split(' ')[1]), headers, body: text.slice(end + 4) }
}
