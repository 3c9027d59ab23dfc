import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { systemContext } from '#src/runtime.ts'
import { harness } from '#test/harness.ts'
import { verifyUser } from './user.service.ts'

const sentTo = (email: string) => ({ email, fullName: 'Vic Tim', role: 'member' })

test('who made an account does not come with it once its address is verified, and cannot give out a password for it', async () => {
  const [here, there] = [await harness(), await harness()]
  const sent = sentTo(`victim-${newId()}@example.com`)
  const auth = async (path: string, body: object) =>
    here.asNobody.send('POST', `/api/v1/auth/${path}`, JSON.stringify(body), { 'content-type': 'application/json' })
  const own = async (token: string, method: string, path: string, body?: object) =>
    here.as(token).send(method, `/api/app/v1/me${path}`, body && JSON.stringify(body), {
      ...(body && { 'content-type': 'application/json' }),
    })
  const made = (await here.asAdmin.post('/members', sent)).body
  const maker = await auth('token', { email: sent.email, password: made.temporaryPassword })
  expect(maker.status).toBe(200)
  const { id, temporaryPassword: given } = await verifyUser(systemContext(here.runtime), sent.email)
  expect(id).toBe(made.userId)
  await here.runtime.services.bus.settle()
  // Whoever adds the address again, even the same company, gets a new account and no password for this one.
  await here.asAdmin.delete(`/members/${made.id}`)
  const again = (await here.asAdmin.post('/members', sent)).body
  expect(again.userId).not.toBe(id)
  expect((await there.asAdmin.post('/members', sent)).status).toBe(201)

  expect((await own(maker.body.accessToken, 'GET', '/invitations')).status).toBe(401)
  expect((await auth('refresh', { refreshToken: maker.body.refreshToken })).status).toBe(401)
  expect((await auth('token', { email: sent.email, password: made.temporaryPassword })).status).toBe(401)
  const person = await auth('token', { email: sent.email, password: given })
  expect(person.body.user.id).toBe(id)
  const { items } = (await own(person.body.accessToken, 'GET', '/invitations')).body
  expect(items.map(({ workspaceId }: { workspaceId: string }) => workspaceId).toSorted()).toEqual(
    [here.workspaceId, there.workspaceId].toSorted(),
  )

  const change = { currentPassword: given, newPassword: 'chosen by the person' }
  expect((await own(person.body.accessToken, 'POST', '/password', change)).status).toBe(200)
  // Saying it once more takes nothing from who has chosen their own.
  expect((await verifyUser(systemContext(here.runtime), sent.email)).temporaryPassword).toBeNull()
  expect((await auth('token', { email: sent.email, password: change.newPassword })).status).toBe(200)
})

test('of several accounts for one address the operator says whose is meant', async () => {
  const [here, there] = [await harness(), await harness()]
  const sent = sentTo(`shared-${newId()}@example.com`)
  await here.asAdmin.post('/members', sent)
  const meant = (await there.asAdmin.post('/members', sent)).body
  const ctx = systemContext(here.runtime)
  await expect(verifyUser(ctx, sent.email)).rejects.toThrow('--workspace')
  expect((await verifyUser(ctx, sent.email, there.workspaceId)).id).toBe(meant.userId)
})
