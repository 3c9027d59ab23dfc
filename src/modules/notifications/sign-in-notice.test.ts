import { expect, onTestFinished, test } from 'vitest'
import { openMail } from '#core/mail.ts'
import { clientOf, type Answer } from '#test/client.ts'
import { deliver } from '#test/deliver.ts'
import { harness } from '#test/harness.ts'
import { startMailServer } from '#test/mail-server.ts'
import { signInMail } from './sign-in-mail.ts'
import { signInNotices } from './sign-in-notice.ts'

const PASSWORD = 'correct horse battery staple'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('a sign-in from a new device is told in the product and by mail; the first one and those from known ones are not', async () => {
  const here = await harness()
  const server = await startMailServer()
  const mail = await openMail(server.settings)
  onTestFinished(() => mail.close())
  const person = await here.make.person({ password: PASSWORD })
  const browser = clientOf(here.app, '')
  const signIn = (cookie?: string): Promise<Answer> =>
    browser.post(
      '/api/app/v1/session',
      { email: person.email, password: PASSWORD },
      { 'user-agent': FIREFOX, ...(cookie !== undefined && { cookie }) },
    )
  const told = async () => {
    for (const subscriber of [signInNotices, signInMail]) await deliver(here, subscriber, { mail })
    return (await here.asConsole(person.token).get('/notifications')).body.items
  }
  const first = await signIn()
  expect(await told()).toEqual([])
  const cookie = /innkeeper-device=[\w-]{43}/.exec(String(first.headers['set-cookie']))?.[0]
  await signIn(cookie)
  // A program on a known network.
  await clientOf(here.app, '/api/v1').post('/auth/token', { email: person.email, password: PASSWORD })
  expect(await told()).toEqual([])

  await signIn()
  expect(await told()).toMatchObject([
    {
      kind: 'sign_in',
      message: 'Somebody signed in with your account on a new device.',
      task: null,
      approval: null,
      details: { network: '127.0.0.1', program: 'Firefox on Windows' },
    },
  ])
  const [letter] = await server.mailsTo(person.email)
  expect(letter?.subject).toBe('New sign-in')
  for (const said of [
    '127.0.0.1',
    'Firefox on Windows',
    'Europe/Lisbon',
    'change your password',
    '/notifications/preferences',
  ])
    expect(letter?.text).toContain(said)
})
