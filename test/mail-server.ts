import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { MailSettings } from '#core/mail-settings.ts'
import type { MailPatience } from '#core/mail.ts'

/** For a server that says nothing. Others have the product's own: a busy machine must not make them late. */
export const QUICK: MailPatience = { connect: 2000, answer: 2000, message: 6000 }

/** What a server does with a message: `drop` cuts the connection after the message, before its answer. */
type Manner = 'accept' | 'refuse' | 'defer' | 'refuse data' | 'hang' | 'drop'

export interface MailServer {
  settings: MailSettings
  /** Every message that was taken, as it came. */
  received: { to: string; raw: string }[]
  mailsTo(address: string): Promise<Email[]>
  /** How it treats mail to an address from now on; to all without one. */
  treat(manner: Manner, address?: string): void
  connections(): number
  stop(): Promise<void>
}

const REFUSALS = {
  refuse: { message: '5.1.1 user unknown', responseCode: 550 },
  defer: { message: '4.2.0 mailbox busy', responseCode: 451 },
  'refuse data': { message: '5.7.1 message refused as spam', responseCode: 554 },
}

/** A server that speaks SMTP on this machine, until the test is over. */
export async function startMailServer(login?: { user: string; password: string }): Promise<MailServer> {
  const manners = new Map<string, Manner>()
  const received: MailServer['received'] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const mannerFor = (address: string): Manner => manners.get(address) ?? manners.get('*') ?? 'accept'
  const refusal = (address: string): Error => {
    const { message, responseCode } = REFUSALS[mannerFor(address) as keyof typeof REFUSALS]
    return Object.assign(new Error(`${message} <${address}>`), { responseCode })
  }
  const server = new SMTPServer({
    authOptional: login === undefined,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      const isRight = username === login?.user && password === login?.password
      done(isRight ? null : new Error('Invalid login'), isRight ? { user: username } : undefined)
    },
    onRcptTo({ address }, _session, done) {
      const manner = mannerFor(address)
      if (manner !== 'hang') done(manner === 'refuse' || manner === 'defer' ? refusal(address) : undefined)
    },
    async onData(stream, { envelope }, done) {
      const raw = (await buffer(stream)).toString('utf8')
      const to = envelope.rcptTo[0]?.address ?? ''
      const manner = mannerFor(to)
      if (manner === 'refuse data') return done(refusal(to))
      received.push({ to, raw })
      if (manner === 'drop') for (const socket of sockets) socket.destroy()
      done()
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket.on('close', () => sockets.delete(socket)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> =>
    (stopping ??= new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    }))
  onTestFinished(stop)
  const from = { name: 'Seaside Homes', address: 'tasks@innkeeper.example' }
  return {
    settings: { host: '127.0.0.1', port, secure: false, user: login?.user, password: login?.password, from },
    received,
    mailsTo: (address) =>
      Promise.all(received.filter(({ to }) => to === address).map(({ raw }) => new PostalMime().parse(raw))),
    treat: (manner, address = '*') => void manners.set(address, manner),
    connections: () => connections,
    stop,
  }
}
