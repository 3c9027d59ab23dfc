import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { QUICK, startMailServer, type MailServer } from '#test/mail-server.ts'
import { mailbox, smtpServer } from './mail-settings.ts'
import { MailFailed, MailRefused, openMail, type Mail, type MailMessage, type MailPatience } from './mail.ts'

const TO = { name: 'Ada Marino', address: 'ada@example.com' }
const MESSAGE: MailMessage = { id: 'abc', to: TO, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

async function mailTo(server: MailServer, patience?: MailPatience): Promise<Mail> {
  const mail = await openMail(server.settings, patience)
  onTestFinished(() => mail.close())
  return mail
}

const failureOf = (sending: Promise<unknown>): Promise<unknown> =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a message arrives with both parts, its sender, its id and where to change what one gets', async () => {
  const server = await startMailServer()
  const mail = await mailTo(server)
  const { answer } = await mail.send({
    ...MESSAGE,
    subject: 'Casa Azul: água a sair, 明日 10:00 🚿',
    threadId: 'task.7',
    preferencesUrl: 'https://app.example/w/seaside/notifications/preferences',
  })
  expect(answer).toMatch(/^250 /)
  const [arrived] = await server.mailsTo(TO.address)
  expect(arrived).toMatchObject({
    from: { name: 'Seaside Homes', address: 'tasks@innkeeper.example' },
    to: [TO],
    subject: 'Casa Azul: água a sair, 明日 10:00 🚿',
    messageId: '<abc@innkeeper.example>',
    references: '<task.7@innkeeper.example>',
    text: 'Hello\n',
    html: '<p>Hello</p>\n',
  })
  const headers = new Map(arrived?.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('list-unsubscribe')).toBe('<https://app.example/w/seaside/notifications/preferences>')
  expect(headers.get('auto-submitted')).toBe('auto-generated')
})

test('a line break in a name or a subject makes no header', async () => {
  const server = await startMailServer()
  const mail = await mailTo(server)
  const to = { name: 'Ada\r\nBcc: eve@example.com', address: TO.address }
  await mail.send({ ...MESSAGE, to, subject: 'Hi\r\nBcc: eve@example.com\r\n\r\n<h1>Body</h1>' })
  const [arrived] = await server.mailsTo(TO.address)
  expect(server.received).toHaveLength(1)
  expect(arrived?.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(arrived?.text).toBe('Hello\n')
})

test('many messages share a few connections', async () => {
  const server = await startMailServer()
  const mail = await mailTo(server)
  await Promise.all(Array.from({ length: 12 }, () => mail.send(MESSAGE)))
  expect(server.received).toHaveLength(12)
  expect(server.connections()).toBeLessThanOrEqual(3)
})

test.each(['refuse', 'refuse data'] as const)('what a server refuses for good (%s) is refused', async (manner) => {
  const server = await startMailServer()
  server.treat(manner)
  const error = await failureOf((await mailTo(server)).send(MESSAGE))
  expect(error).toBeInstanceOf(MailRefused)
  expect(String(error)).toMatch(/5\d\d/)
  expect(String(error)).not.toContain('ada@')
})

test('what a server cannot take now may be tried again, and other mail goes on', async () => {
  const server = await startMailServer()
  server.treat('defer')
  const mail = await mailTo(server)
  expect(await failureOf(mail.send(MESSAGE))).toMatchObject({ name: 'MailFailed', concernsAll: false })
  server.treat('accept')
  await mail.send(MESSAGE)
  expect(server.received).toHaveLength(1)
})

test.each(['hang', 'drop'] as const)(
  'a server that will %s is left, and the next message is sent anew',
  async (manner) => {
    const server = await startMailServer()
    const mail = await mailTo(server, QUICK)
    await mail.send(MESSAGE)
    server.treat(manner)
    expect(await failureOf(mail.send(MESSAGE))).toMatchObject({ name: 'MailFailed', concernsAll: true })
    server.treat('accept')
    await mail.send({ ...MESSAGE, to: { name: '', address: 'bob@example.com' } })
    expect(await server.mailsTo('bob@example.com')).toHaveLength(1)
  },
)

test('a server that says nothing, or is not there, fails for now', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as { port: number }
  const server = await startMailServer()
  const mute = await openMail({ ...server.settings, port }, QUICK)
  onTestFinished(() => mute.close())
  expect(await failureOf(mute.send(MESSAGE))).toBeInstanceOf(MailFailed)
  await server.stop()
  expect(await failureOf((await mailTo(server)).send(MESSAGE))).toMatchObject({ name: 'MailFailed', concernsAll: true })
})

test('with a login: the right one is let in, a wrong one fails without being told as a refusal', async () => {
  const server = await startMailServer({ user: 'inn', password: 'p@ss word' })
  await (await mailTo(server)).send(MESSAGE)
  expect(server.received).toHaveLength(1)
  const wrong = await openMail({ ...server.settings, password: 'no' })
  onTestFinished(() => wrong.close())
  expect(await failureOf(wrong.send(MESSAGE))).toMatchObject({ name: 'MailFailed', concernsAll: true })
})

test('a password does not travel in the clear to another machine', async () => {
  const server = await startMailServer({ user: 'inn', password: 'secret' })
  // Loopback by a name that does not say so.
  const mail = await openMail({ ...server.settings, host: '0.0.0.0' })
  onTestFinished(() => mail.close())
  expect(await failureOf(mail.send(MESSAGE))).toBeInstanceOf(MailFailed)
  expect(server.received).toHaveLength(0)
})

test.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false, user: undefined }],
  ['smtps://mail.example.com', { port: 465, secure: true }],
  ['smtp://inn%40x:p%2Fw@[::1]:2525/', { host: '::1', port: 2525, user: 'inn@x', password: 'p/w' }],
])('%s is understood', (text, server) => expect(smtpServer(text)).toMatchObject(server))

test.each([
  'mail.example.com',
  'http://x',
  'smtp://',
  'smtp://x/inbox',
  'smtp://user@x',
  'smtp://x?tls=no',
  'smtp://%ff:a@x',
])('%s is no mail server', (text) => expect(smtpServer(text)).toBeUndefined())

test('a sender is an address, with a name or without', () => {
  expect(mailbox('a@example.com')).toEqual({ name: '', address: 'a@example.com' })
  expect(mailbox('"Seaside, Homes" <a@example.com>')).toEqual({ name: 'Seaside, Homes', address: 'a@example.com' })
  for (const text of ['Seaside', 'Seaside <a>', '<>', 'a@example.com, b@example.com', 'A <a@example.com> b']) {
    expect(mailbox(text), text).toBeUndefined()
  }
})
