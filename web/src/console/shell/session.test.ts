import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SignedOut } from './problem.ts'
import { openSession } from './session.ts'

class Silence {
  addEventListener(): void {}
  postMessage(): void {}
  close(): void {}
}

const ADA = { id: 'ada', email: 'ada@example.com', fullName: 'Ada' }
const granted = () => Response.json({ accessToken: 'a', expiresIn: 900, user: ADA })

/** Answers in the order in which they are asked for; what has none yet waits. */
let asked: { url: string; answer(response: Response): void }[] = []

beforeEach(() => {
  asked = []
  vi.stubGlobal('BroadcastChannel', Silence)
  vi.stubGlobal('localStorage', undefined)
  vi.stubGlobal('fetch', (url: string) => new Promise<Response>((answer) => asked.push({ url, answer })))
})
afterEach(() => vi.unstubAllGlobals())

const next = async () => {
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  return asked.shift()
}

test('whoever signs out stays out, though a refresh was on its way', async () => {
  const session = openSession('')
  const resumed = session.resume()
  const refresh = await next()
  await session.signOut()
  refresh?.answer(granted())
  await resumed
  expect(session.state()).toEqual({ kind: 'out', reason: undefined, user: undefined })
  const signedIn = session.signIn('ada@example.com', 'x')
  ;(await next())?.answer(granted())
  await signedIn
  expect(session.state()).toEqual({ kind: 'in', user: ADA })
})

async function endedSession() {
  const session = openSession('')
  const resumed = session.resume()
  ;(await next())?.answer(granted())
  await resumed
  const renewed = session.token('a').catch((error: unknown) => error)
  ;(await next())?.answer(Response.json({ reason: 'password_changed' }, { status: 401 }))
  return { session, refusal: await renewed }
}

test('what is still under way in a page is not sent by whoever signs in after its owner', async () => {
  const { session } = await endedSession()
  const signedIn = session.signIn('bo@example.com', 'x')
  const bo = { ...ADA, id: 'bo' }
  ;(await next())?.answer(Response.json({ accessToken: 'b', expiresIn: 900, user: bo }))
  await signedIn
  expect(session.state()).toEqual({ kind: 'in', user: bo })
  await expect(session.token()).rejects.toBeInstanceOf(SignedOut)
})

test('a session that has ended says who was here, and asks the server for nothing until they are back', async () => {
  const { session, refusal } = await endedSession()
  expect(refusal).toMatchObject({ status: 401 })
  expect(session.state()).toEqual({ kind: 'out', reason: 'password_changed', user: ADA })
  await expect(session.token()).rejects.toMatchObject({ status: 401 })
  expect(asked).toEqual([])
})
