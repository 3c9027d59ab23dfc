import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** A network between a server and its database that can break in the ways networks do. */
export interface Proxy {
  /** The database's address, through this. */
  readonly url: string
  /** Cuts every connection and refuses new ones. */
  refuse(): Promise<void>
  /**
   * Connections stay open and nothing comes through any more, without an error on either side. With a word only those
   * whose first message had it (PostgreSQL's names the application), and new ones work.
   */
  hang(word?: string): void
  /** New connections work; what hangs, hangs for ever. */
  restore(): Promise<void>
  close(): Promise<void>
}

interface Line {
  client: Socket
  server: Socket
  greeting: string
  isHung: boolean
}

export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl)
  const lines = new Set<Line>()
  const port = await freePort()
  let isSilent = false

  const listener = createServer((client) => {
    const server = isSilent ? client : connect(Number(target.port || 5432), target.hostname)
    const line: Line = { client, server, greeting: '', isHung: isSilent }
    lines.add(line)
    function drop(): void {
      lines.delete(line)
      client.destroy()
      server.destroy()
    }
    client.on('error', () => {}).on('close', drop)
    client.on('data', (part) => {
      line.greeting ||= part.toString('latin1')
      if (!line.isHung) server.write(part)
    })
    if (server === client) return
    server.on('error', () => {}).on('close', () => (line.isHung ? server.destroy() : drop()))
    server.on('data', (part) => {
      if (!line.isHung) client.write(part)
    })
  })

  async function listen(): Promise<void> {
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
  }

  async function refuse(): Promise<void> {
    if (!listener.listening) return
    const closed = once(listener, 'close')
    listener.close()
    for (const { client } of lines) client.destroy()
    await closed
  }

  await listen()
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    refuse,
    hang(word) {
      isSilent = word === undefined
      for (const line of lines) line.isHung ||= word === undefined || line.greeting.includes(word)
    },
    async restore() {
      isSilent = false
      if (!listener.listening) await listen()
    },
    close: refuse,
  }
}
