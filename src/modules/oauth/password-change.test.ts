import { expect, test } from 'vitest'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { asking, CALLBACK, PASSWORD, place, post, registered, tokensFor, type Place } from '#test/sign-in-place.ts'
import { submit, throughTheBrowser } from '#test/tool-sign-in.ts'

async function change({ as, person }: Place): Promise<void> {
  const body = JSON.stringify({ currentPassword: PASSWORD, newPassword: 'staple and a paper clip' })
  const { status } = await as(person.token).send('POST', '/api/app/v1/me/password', body, {
    'content-type': 'application/json',
  })
  expect(status).toBe(200)
}

test('a changed password ends what programs were allowed, and what was about to be', async () => {
  const at = await place()
  const { refresh, refresh_token: token } = await tokensFor(at)
  const clientId = await registered(at)
  const { address, verifier } = asking(clientId)
  const back = await throughTheBrowser(address(at.url), at.person, { workspaceId: at.workspaceId })
  const form = await (await fetch(address(at.url))).text()
  const signedIn = await submit(at.url, form, { step: 'sign-in', email: at.person.email, password: PASSWORD })
  const consent = await signedIn.text()
  await change(at)

  expect(await refresh(token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  const exchange = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: CALLBACK }
  const code = back.searchParams.get('code') ?? ''
  expect(
    await post(`${at.url}/token`, new URLSearchParams({ ...exchange, code, code_verifier: verifier })),
  ).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  const late = await submit(at.url, consent, { step: 'allow', workspace: at.workspaceId, access: 'write' })
  expect(late.status).toBe(401)
  expect(await late.text()).toContain('the password may have been changed since')
})

test('what was allowed with a temporary password is over when that is', async () => {
  const at = await place()
  const { refresh, refresh_token: token } = await tokensFor(at)
  const { pool } = at.runtime.database
  const expires = (days: number) =>
    run(
      pool,
      sql`update users set password_expires_at = now() + make_interval(days => ${days}) where id = ${at.person.userId}`,
    )
  await expires(1)
  const next = await refresh(token)
  expect(next.status).toBe(200)
  await expires(-1)
  expect(await refresh(next.body['refresh_token'] ?? '')).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  })
})
