import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { asking, place, post, registered } from './sign-in-place.ts'

/** Does not compress, so an index has to take it at full length. */
const LONG = randomBytes(20_000).toString('hex')

test('an e-mail of 40 KB is nobody’s at every door that people sign in at', async () => {
  const at = await place()
  const { address } = asking(await registered(at))
  const query = new URL(address('http://x')).searchParams
  const form = new URLSearchParams([
    ...query,
    ['step', 'sign-in'],
    ['email', `${LONG}@example.com`],
    ['password', LONG.slice(0, 20_000)],
  ])
  const answer = await fetch(`${at.url}/authorize`, { method: 'POST', body: form, redirect: 'manual' })
  expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('is wrong')])
  const credentials = JSON.stringify({ email: `${LONG}@example.com`, password: 'x' })
  expect(await post(`${at.url}/api/v1/auth/token`, credentials)).toMatchObject({ status: 400 })
  expect(await post(`${at.url}/api/app/v1/session`, credentials)).toMatchObject({ status: 400 })
})

test('the guesses for one long e-mail are counted under it', async () => {
  const at = await place()
  const { address } = asking(await registered(at))
  const query = new URL(address('http://x')).searchParams
  const statuses: number[] = []
  for (let count = 0; count <= 10; count++) {
    const form = new URLSearchParams([
      ...query,
      ['step', 'sign-in'],
      ['email', `${LONG.slice(0, 9000)}@example.com`],
      ['password', 'x'],
    ])
    statuses.push((await fetch(`${at.url}/authorize`, { method: 'POST', body: form, redirect: 'manual' })).status)
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
})

test('no parameter of a program is too long for the database', async () => {
  const at = await place()
  const long = LONG.slice(0, 7000)
  const wrong: unknown[] = []
  for (const name of ['client_id', 'redirect_uri', 'state', 'scope', 'code_challenge', 'resource', 'response_type']) {
    for (const value of [long, `https://client.example/${long}`]) {
      const { address } = asking(await registered(at), { [name]: value })
      const { status } = await fetch(address(at.url), { redirect: 'manual' })
      if (status >= 500) wrong.push([name, status])
    }
  }
  for (const path of ['token', 'revoke']) {
    for (const name of [
      'code',
      'client_id',
      'client_secret',
      'refresh_token',
      'redirect_uri',
      'token',
      'code_verifier',
    ]) {
      for (const grant of ['authorization_code', 'refresh_token']) {
        const known = { grant_type: grant, code: 'x', client_id: await registered(at), token: 'x', code_verifier: 'x' }
        const { status } = await post(`${at.url}/${path}`, new URLSearchParams({ ...known, [name]: LONG }))
        if (status >= 500) wrong.push([path, name, status])
      }
    }
  }
  expect(wrong).toEqual([])
})
