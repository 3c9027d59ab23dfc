import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { systemContext } from '#src/runtime.ts'
import { harness } from '#test/harness.ts'
import { verifyUser } from './user.service.ts'

test('who made an account does not come with it into the workspaces that take it in once it is verified', async () => {
  const [here, there] = [await harness(), await harness()]
  const sent = { email: `victim-${newId()}@example.com`, fullName: 'Vic Tim', role: 'member' }
  const auth = async (path: string, body: object) =>
    here.asNobody.send('POST', `/api/v1/auth/${path}`, JSON.stringify(body), { 'content-type': 'application/json' })
  const made = (await here.asAdmin.post('/members', sent)).body
  const maker = await auth('token', { email: sent.email, password: made.temporaryPassword })
  expect(maker.status).toBe(200)
  const { temporaryPassword: given } = await verifyUser(systemContext(here.runtime), sent.email)
  await here.runtime.services.bus.settle()
  // Nor can they give out another one before the others come.
  await here.asAdmin.delete(`/members/${made.id}`)
  expect((await here.asAdmin.post('/members', sent)).body.temporaryPassword).toBeNull()
  expect((await there.asAdmin.post('/members', sent)).status).toBe(201)

  expect((await there.asConsole(maker.body.accessToken).get('/departments')).status).toBe(401)
  expect((await auth('refresh', { refreshToken: maker.body.refreshToken })).status).toBe(401)
  expect((await auth('token', { email: sent.email, password: made.temporaryPassword })).status).toBe(401)
  const person = await auth('token', { email: sent.email, password: given })
  expect(person.status).toBe(200)
  expect((await there.asConsole(person.body.accessToken).get('/departments')).status).toBe(200)

  const change = { currentPassword: given, newPassword: 'a password of his own' }
  await here.as(person.body.accessToken).send('POST', '/api/app/v1/me/password', JSON.stringify(change), {
    'content-type': 'application/json',
  })
  // Saying it once more takes nothing from who has chosen their own.
  expect((await verifyUser(systemContext(here.runtime), sent.email)).temporaryPassword).toBeNull()
  expect((await auth('token', { email: sent.email, password: change.newPassword })).status).toBe(200)
})
