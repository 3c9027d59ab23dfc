import { newId } from '#core/crypto.ts'
import { expect, test } from 'vitest'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { clientOf, type Answer } from '#test/client.ts'
import { harness, type Harness } from '#test/harness.ts'
import type { Person } from '#test/makers.ts'
import { auditOf } from '#test/traces.ts'

const me = ({ app }: Pick<Harness, 'app'>, token: string) => clientOf(app, '/api/app/v1/me', token)

const signIn = ({ app }: Pick<Harness, 'app'>, email: string, password: string): Promise<Answer> =>
  clientOf(app, '/api/v1').post('/auth/token', { email, password })

const add = ({ asAdmin }: Harness, email: string, more: object = {}) =>
  asAdmin.post('/members', { email, fullName: 'Typed Name', role: 'manager', ...more })

const invitationsOf = async (home: Harness, { token }: Person) => (await me(home, token).get('/invitations')).body.items

test('to add an address answers the same, field by field, whether or not it has an account elsewhere', async () => {
  const [home, elsewhere] = [await harness(), await harness()]
  const person = await elsewhere.make.person({ password: 'correct horse battery' })
  await run(
    home.runtime.database.pool,
    sql`update users set avatar_url = 'https://x.example/a.png' where id = ${person.userId}`,
  )
  const [known, unknown] = [await add(home, person.email), await add(home, `person-${newId().slice(-10)}@example.com`)]
  const shapeOf = ({ status, body, headers }: Answer) => ({
    status,
    fields: Object.keys(body),
    said: { ...body, id: '', userId: '', email: '', createdAt: '', temporaryPassword: typeof body.temporaryPassword },
    headers: Object.keys(headers).toSorted(),
  })
  expect(shapeOf(known)).toEqual(shapeOf(unknown))
  expect(known.body).toMatchObject({
    fullName: 'Typed Name',
    lastSignInAt: null,
    state: 'invited',
    email: person.email,
  })
  expect(known.body.userId).not.toBe(person.userId)
  const seen = JSON.stringify([
    (await home.asAdmin.get('/members')).body,
    (await home.asAdmin.get('/users')).body,
    await auditOf(home, 'member.added'),
  ])
  for (const secret of [person.userId, person.fullName, 'a.png']) expect(seen).not.toContain(secret)
  // Nor does the temporary password tell: it opens an account of this workspace only.
  for (const { body } of [known, unknown]) {
    const session = await signIn(home, body.email, body.temporaryPassword)
    expect([session.status, session.body.user.id]).toEqual([200, body.userId])
    const { items } = (await me(home, session.body.accessToken).get('/workspaces')).body
    expect(items.map(({ id }: { id: string }) => id)).toEqual([home.workspaceId])
  }
  // The person's own account is unchanged.
  expect((await signIn(home, person.email, 'correct horse battery')).body.user.id).toBe(person.userId)
})

test('the person sees who has added them, gets no rights before a yes, and joins with their own account', async () => {
  const [home, elsewhere] = [await harness(), await harness()]
  const department = await home.make.department()
  const person = await elsewhere.make.person()
  const added = (await add(home, person.email.toUpperCase(), { departmentIds: [department.id] })).body
  expect((await home.as(person.token).get('/users')).status).toBe(403)
  const [invitation] = await invitationsOf(home, person)
  expect(invitation).toEqual({
    id: added.id,
    workspaceId: home.workspaceId,
    workspaceName: expect.any(String),
    role: 'manager',
    addedAt: expect.stringMatching(/Z$/),
  })
  const accepted = await me(home, person.token).post(`/invitations/${invitation.id}/accept`)
  expect(accepted).toMatchObject({ status: 200, body: { workspaceId: home.workspaceId, role: 'manager' } })
  expect((await home.as(person.token).get('/users')).status).toBe(200)
  const { items } = (await home.asAdmin.get('/members')).body
  expect(items).toHaveLength(2)
  expect(items[0]).toMatchObject({
    id: accepted.body.membershipId,
    userId: person.userId,
    fullName: person.fullName,
    state: 'joined',
    departmentIds: [department.id],
  })
  expect(await auditOf(home, 'member.joined')).toMatchObject([{ actor: { id: person.userId } }])
  // The temporary password no longer opens anything, and no invitation is left to answer.
  expect((await signIn(home, person.email, added.temporaryPassword)).status).toBe(401)
  expect(await invitationsOf(home, person)).toEqual([])
  const again = await me(home, person.token).post(`/invitations/${invitation.id}/accept`)
  expect([again.status, again.body.code]).toEqual([404, 'invitation_not_found'])
  expect((await add(home, person.email)).body.code).toBe('already_member')
})

test('a no is not told: for the workspace the person has not come yet', async () => {
  const [home, elsewhere] = [await harness(), await harness()]
  const person = await elsewhere.make.person()
  const { id } = (await add(home, person.email)).body
  const before = (await home.asAdmin.get(`/members/${id}`)).body
  expect((await me(home, person.token).send('DELETE', `/api/app/v1/me/invitations/${id}`)).status).toBe(200)
  expect(await invitationsOf(home, person)).toEqual([])
  expect((await home.asAdmin.get(`/members/${id}`)).body).toEqual(before)
  expect((await me(home, person.token).post(`/invitations/${id}/accept`)).status).toBe(404)
})

test('an invitation is for the proven owner of the address alone, until it is taken back', async () => {
  const [home, elsewhere, squatter] = [await harness(), await harness(), await harness()]
  const person = await elsewhere.make.person()
  const stranger = await elsewhere.make.person()
  // Another company has created an account for the address, signed in and chosen a password.
  const squatted = (await add(squatter, person.email)).body
  const taken = (await signIn(home, person.email, squatted.temporaryPassword)).body
  const change = { currentPassword: squatted.temporaryPassword, newPassword: 'chosen by the squatter' }
  expect((await me(home, taken.accessToken).post('/password', change)).status).toBe(200)

  const { id } = (await add(home, person.email)).body
  for (const token of [stranger.token, taken.accessToken]) {
    expect((await me(home, token).get('/invitations')).body.items).toEqual([])
    expect((await me(home, token).post(`/invitations/${id}/accept`)).status).toBe(404)
    expect((await me(home, token).send('DELETE', `/api/app/v1/me/invitations/${id}`)).status).toBe(404)
  }
  expect(await invitationsOf(home, person)).toHaveLength(1)
  await home.asAdmin.delete(`/members/${id}`)
  expect(await invitationsOf(home, person)).toEqual([])
  expect((await me(home, person.token).post(`/invitations/${id}/accept`)).status).toBe(404)
})

test('an address that one company has taken keeps nobody out of another, and neither can touch the other’s account', async () => {
  const [one, other] = [await harness(), await harness()]
  const email = `victim-${newId()}@example.com`
  const [first, second] = [(await add(one, email)).body, (await add(other, email)).body]
  const mine = (await signIn(one, email, second.temporaryPassword)).body
  const change = { currentPassword: second.temporaryPassword, newPassword: 'my very own words' }
  expect((await me(one, mine.accessToken).post('/password', change)).status).toBe(200)
  // The first company may issue passwords for its own account as often as it likes.
  await one.asAdmin.delete(`/members/${first.id}`)
  const renewed = (await add(one, email)).body
  const theirs = await signIn(one, email, renewed.temporaryPassword)
  expect(theirs.body.user.id).toBe(first.userId)
  expect((await other.as(theirs.body.accessToken).get('/users')).status).toBe(403)
  // The person's account is untouched: not even its own company can issue a new password for it.
  expect((await signIn(one, email, 'my very own words')).body.user.id).toBe(second.userId)
  await other.asAdmin.delete(`/members/${second.id}`)
  expect((await add(other, email)).body.temporaryPassword).toBeNull()
  expect((await signIn(one, email, 'my very own words')).body.user.id).toBe(second.userId)
})

test('a person leaves by themselves, at once; the last administrator who can act does not', async () => {
  const home = await harness()
  const person = await home.make.person({ role: 'manager' })
  expect(
    (await me(home, person.token).send('DELETE', `/api/app/v1/me/memberships/${home.admin.membershipId}`)).status,
  ).toBe(404)
  const left = await me(home, person.token).send('DELETE', `/api/app/v1/me/memberships/${person.membershipId}`)
  expect(left).toMatchObject({ status: 200, body: { id: person.membershipId, deleted: true } })
  expect((await home.as(person.token).get('/users')).status).toBe(403)
  expect(await auditOf(home, 'member.left')).toMatchObject([{ actor: { id: person.userId } }])
  // Somebody who was only added does not count as an administrator who can act.
  await add(home, `new-${newId()}@example.com`, { role: 'admin' })
  const refused = await me(home, home.admin.token).send(
    'DELETE',
    `/api/app/v1/me/memberships/${home.admin.membershipId}`,
  )
  expect([refused.status, refused.body.code]).toEqual([409, 'last_admin'])
  await home.make.person({ role: 'admin' })
  expect(
    (await me(home, home.admin.token).send('DELETE', `/api/app/v1/me/memberships/${home.admin.membershipId}`)).status,
  ).toBe(200)
})

test('who left and is added again is asked again, and comes back as who they were', async () => {
  const home = await harness()
  const person = await home.make.person()
  await me(home, person.token).send('DELETE', `/api/app/v1/me/memberships/${person.membershipId}`)
  const added = (await add(home, person.email)).body
  expect(added).toMatchObject({ fullName: 'Typed Name', lastSignInAt: null })
  const accepted = await me(home, person.token).post(`/invitations/${added.id}/accept`)
  expect(accepted.body).toMatchObject({ membershipId: person.membershipId, role: 'manager' })
})
