import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, one } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { clientOf } from '#test/client.ts'
import { harness } from '#test/harness.ts'
import { secondNode } from '#test/second-node.ts'
import { place as programs, tokensFor } from '#test/sign-in-place.ts'

const PASSWORD = 'correct horse battery staple'

interface Entry {
  action: string
  actor: { kind: string; id: string | null }
  target: { id: string }
  details: { from?: string; because?: string }
}

async function place() {
  // Ten minutes past the hour, so that the test does not run into the next one.
  let now = Math.floor(Date.now() / 3_600_000) * 3_600_000 + 600_000
  const node = await secondNode({ config: { trustProxy: true }, now: () => new Date(now) })
  onTestFinished(() => node.close())
  const here = await harness(node)
  const client = clientOf(node.app, '')
  const entriesOf = async (): Promise<Entry[]> =>
    ((await here.asAdmin.get('/audit-log?limit=100')).body.items as Entry[])
      .filter(({ action }) => action.startsWith('sign_in.'))
      .toReversed()
  const all = () =>
    one<{ count: number }>(node.runtime.database.pool, sql`select count(*)::int as count from audit_log`)
  return {
    ...here,
    entriesOf,
    all,
    tryAt: (path: string, from: string, email: string, password: string) =>
      client.post(path, { email, password }, { 'x-forwarded-for': from }),
    pass: (seconds: number) => void (now += seconds * 1000),
  }
}

const DOORS = ['/api/v1/auth/token', '/api/app/v1/session']

test('who signs in, and who fails to, is in the log of the company, at each door', async () => {
  const { make, tryAt, entriesOf, pass } = await place()
  const { email, userId, membershipId } = await make.person({ password: PASSWORD })
  for (const path of DOORS) {
    expect((await tryAt(path, '203.0.113.201', email, 'not the password')).status).toBe(401)
    pass(1)
    expect((await tryAt(path, '203.0.113.201', email, PASSWORD)).status).toBeLessThan(300)
    pass(1)
  }
  const failed = {
    action: 'sign_in.failed',
    actor: { kind: 'system', id: null },
    target: { id: membershipId },
    details: { from: '203.0.113.201', because: 'wrong password' },
  }
  const succeeded = {
    action: 'sign_in.succeeded',
    actor: { kind: 'user', id: userId },
    target: { id: membershipId },
    details: { from: '203.0.113.201' },
  }
  const entries = await entriesOf()
  expect(entries).toMatchObject([failed, succeeded, failed, succeeded])
  expect(JSON.stringify(entries)).not.toContain('password staple')
})

test('so it is on the page of a program', async () => {
  const at = await programs()
  await tokensFor(at)
  const { items } = (await at.asAdmin.get('/audit-log?action=sign_in.succeeded')).body
  expect(items).toMatchObject([{ actor: { id: at.person.userId }, target: { id: at.person.membershipId } }])
})

test('it is in the log of every company of the person, and of no other', async () => {
  const { make, tryAt, entriesOf, runtime, app, close } = await place()
  const elsewhere = await harness({ app, runtime, close })
  const { email } = await make.person({ password: PASSWORD })
  await tryAt(DOORS[0] ?? '', '203.0.113.201', email, 'not the password')
  expect(await entriesOf()).toHaveLength(1)
  expect((await elsewhere.asAdmin.get('/audit-log?action=sign_in.failed')).body.items).toEqual([])
})

test('guesses do not fill the log: five an hour, and one that says that it goes on', async () => {
  const { make, tryAt, pass, runtime, workspaceId } = await place()
  const { email } = await make.person({ password: PASSWORD })
  const guess = (index: number) => tryAt(DOORS[0] ?? '', `203.0.113.${index}`, email, `guess ${index}`)
  const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => guess(index + 1)))
  expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThan(6)
  const actions = async (): Promise<string[]> => {
    const kept = sql`select action from audit_log where workspace_id = ${workspaceId} and action like 'sign_in.%'`
    return (await many<{ action: string }>(runtime.database.pool, kept)).map(({ action }) => action)
  }
  const hour = [...Array.from({ length: 5 }, () => 'sign_in.failed'), 'sign_in.failed_often']
  expect((await actions()).toSorted()).toEqual(hour)
  pass(3600)
  expect((await guess(20)).status).toBe(401)
  expect((await actions()).toSorted()).toEqual(['sign_in.failed', ...hour])
})

test('an address that nobody has leaves nothing in any log', async () => {
  const { tryAt, all } = await place()
  const before = await all()
  for (const path of DOORS)
    expect((await tryAt(path, '203.0.113.77', `nobody-${newId()}@example.com`, PASSWORD)).status).toBe(401)
  expect(await all()).toEqual(before)
})
