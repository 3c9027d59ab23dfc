import type { Mailbox, MailSettings } from './mail-settings.ts'
import { within } from './within.ts'

export interface MailMessage {
  /** The same at every try, so that a receiver can know a message again. */
  id: string
  /** Messages of one thread are shown together. */
  threadId?: string
  to: Mailbox
  subject: string
  text: string
  html?: string
  /** Shown before our address, in place of the operator's own name for it. */
  fromName?: string
  /** The Message-IDs of the thread, oldest first: it answers the last one. */
  answers?: readonly string[]
  /** Somebody wrote it: programs at the other end may answer. */
  isFromPerson?: boolean
  /** Where the reader can say that they want no more of these. */
  preferencesUrl?: string
}

/** Sends mail through the operator's server. */
export interface Mail {
  /**
   * Resolves with the server's answer once it has taken the message, and the Message-ID under which it travels. Rejects with `MailRefused` when it never will, and
   * with `MailFailed` when it may later.
   */
  send(message: MailMessage): Promise<{ answer: string; messageId: string }>
  close(): void
}

/** The server takes this message for this recipient neither now nor later. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

export class MailFailed extends Error {
  override name = 'MailFailed'
  /** Whether another message would fail as well: the server cannot be reached or does not let us in. */
  readonly concernsAll: boolean

  constructor(message: string, concernsAll: boolean) {
    super(message)
    this.concernsAll = concernsAll
  }
}

/** Patience with a server, in milliseconds. */
export interface MailPatience {
  connect: number
  answer: number
  /** All of one message: a server that trickles its answers is noticed by no other limit. */
  message: number
}
const PATIENCE: MailPatience = { connect: 10_000, answer: 20_000, message: 60_000 }

/** What came from elsewhere must not become more than an id in a header. */
const MESSAGE_ID = /^<[!-;=?-~]{1,300}>$/

const LOCAL_HOSTS = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/** Connections are opened when there is something to send, and kept for a while. */
export async function openMail(settings: MailSettings, patience: MailPatience = PATIENCE): Promise<Mail> {
  // Loaded on demand: an installation without mail should not pay for it.
  const { createTransport } = await import('nodemailer')
  const { host, port, secure, user, password, from } = settings
  const hasLogin = user !== undefined
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure,
    // A password must not travel in the clear, except to this very machine.
    requireTLS: hasLogin && !secure && !LOCAL_HOSTS.test(host),
    ...(hasLogin && { auth: { user, pass: password ?? '' } }),
    maxConnections: 3,
    maxRequeues: 1,
    connectionTimeout: patience.connect,
    greetingTimeout: patience.connect,
    dnsTimeout: patience.connect,
    socketTimeout: patience.answer,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)

  return {
    async send({ id, threadId, to, preferencesUrl, fromName, answers = [], isFromPerson = false, ...message }) {
      const messageId = `<${id}@${domain}>`
      const thread =
        threadId === undefined ? answers.filter((each) => MESSAGE_ID.test(each)) : [`<${threadId}@${domain}>`]
      const sending = transport.sendMail({
        ...message,
        from: fromName === undefined ? from : { ...from, name: fromName },
        to,
        messageId,
        ...(thread.length > 0 && { references: thread }),
        ...(threadId === undefined && thread.length > 0 && { inReplyTo: thread.at(-1) }),
        headers: {
          ...(!isFromPerson && { 'Auto-Submitted': 'auto-generated' }),
          ...(preferencesUrl !== undefined && { 'List-Unsubscribe': { prepared: true, value: `<${preferencesUrl}>` } }),
        },
      })
      try {
        const { response } = await within(sending, patience.message, 'The mail server took too long.')
        return { answer: withoutAddresses(response), messageId }
      } catch (error) {
        throw failureOf(error)
      }
    },
    close: () => transport.close(),
  }
}

/** Commands whose refusal is about this message and not about us. */
const ABOUT_MESSAGE = ['RCPT TO', 'DATA']

function failureOf(error: unknown): Error {
  if (!(error instanceof Error)) return new MailFailed('The mail server failed without saying why.', true)
  const { responseCode, permanent, command } = error as Error & {
    responseCode?: number
    permanent?: boolean
    command?: string
  }
  const isAboutMessage = responseCode !== undefined && responseCode !== 421 && ABOUT_MESSAGE.includes(command ?? '')
  const reason = withoutAddresses(error.message)
  return permanent && isAboutMessage ? new MailRefused(reason) : new MailFailed(reason, !isAboutMessage)
}

/** No more than this of a server's reply is ever shown. */
const ANSWER_LENGTH_MAX = 2000

/** Answers of servers repeat the address; where they are shown it is nobody's business. */
function withoutAddresses(text: string): string {
  return text.slice(0, ANSWER_LENGTH_MAX).replace(/<?[^\s<>]{1,320}@[^\s<>]+>?/g, '[address]')
}
