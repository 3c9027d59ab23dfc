import { expect, onTestFinished, test } from 'vitest'
import { many, run } from '#core/db.ts'
import type { Subscriber } from '#core/jobs.ts'
import { sql } from '#core/sql.ts'
import { taskEffect } from '#modules/tasks/effect.service.ts'
import { addressOf } from './event-source.ts'
import { harness, type Harness } from './harness.ts'
import { secondNode } from './second-node.ts'
import { soon, working } from './working.ts'

interface Told {
  id: string
  event: string
  data: Record<string, string>
}

/** A console that follows the workspace. */
async function follow(
  here: Harness,
  token: string,
  { mark, app = here.app }: { mark?: string; app?: Harness['app'] } = {},
) {
  const life = new AbortController()
  onTestFinished(() => life.abort())
  const url = `${await addressOf(app)}/api/app/v1/workspaces/${here.workspaceId}/changes`
  const headers = { authorization: `Bearer ${token}`, ...(mark === undefined ? {} : { 'last-event-id': mark }) }
  const response = await fetch(url, { headers, signal: life.signal })
  const told = eventsIn(response)
  // A new workspace's own people and keys are events too.
  const next = async (): Promise<Told | undefined> => {
    const { value } = await told.next()
    return value && /^(member|api_key|workspace)\./.test(value.data.type ?? '') ? next() : (value ?? undefined)
  }
  return { response, next, close: () => life.abort() }
}

async function* eventsIn({ body }: Response): AsyncGenerator<Told> {
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (text + part).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
      if (field('event') !== '') yield { id: field('id'), event: field('event'), data: JSON.parse(field('data')) }
    }
  }
}

async function place(subscribers: readonly Subscriber[] = []) {
  const here = await harness()
  await working(here, subscribers)
  // What the making of a workspace tells would come in between, behind all that other tests have left.
  const untold = sql`select 1 from outbox where workspace_id = ${here.workspaceId}`
  await soon(async () => expect(await many(here.runtime.database.pool, untold)).toEqual([]))
  const { id: departmentId } = await here.make.department()
  const addTask = async (title: string): Promise<string> =>
    (await here.asKey.post('/tasks', { title, departmentId })).body.id
  return { ...here, addTask }
}

test('an open console is told what changed, and no more than that', async () => {
  const here = await place()
  const { next, response } = await follow(here, here.admin.token)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(await next()).toMatchObject({ event: 'ready', data: {} })
  const taskId = await here.addTask('Secret title')
  expect(await next()).toEqual({
    id: expect.stringMatching(/^\d+$/),
    event: 'change',
    data: { type: 'task.created', taskId },
  })
})

test('the outcome of a side effect is told too', async () => {
  const here = await place([taskEffect({ name: 'letters', on: ['task.created'], act: async () => ({ sent: 1 }) })])
  const { next } = await follow(here, here.admin.token)
  await next()
  const taskId = await here.addTask('with effect')
  expect([(await next())?.data, (await next())?.data]).toEqual([
    { type: 'task.created', taskId },
    { type: 'task.effect', taskId },
  ])
})

test('who comes back with a mark misses nothing, and hears nothing twice', async () => {
  const here = await place()
  const first = await follow(here, here.admin.token)
  await first.next()
  const one = await here.addTask('one')
  const heard = await first.next()
  expect(heard?.data.taskId).toBe(one)
  first.close()
  const missed = [await here.addTask('two'), await here.addTask('three')]
  const again = await follow(here, here.admin.token, { mark: heard?.id ?? '' })
  expect(await again.next()).toMatchObject({ event: 'ready', id: heard?.id })
  expect([(await again.next())?.data.taskId, (await again.next())?.data.taskId]).toEqual(missed)
})

test.for(['999999999', 'x', '-1'])('a mark that says nothing (%s) has everything asked for anew', async (mark) => {
  const here = await place()
  const { next } = await follow(here, here.admin.token, { mark })
  expect(await next()).toMatchObject({ event: 'reset' })
  const taskId = await here.addTask('after')
  expect(await next()).toMatchObject({ event: 'change', data: { taskId } })
})

test('a mark that was deleted since has everything asked for anew', async () => {
  const here = await place()
  await follow(here, here.admin.token).then(({ next }) => next())
  await here.addTask('old')
  const { next } = await follow(here, here.admin.token)
  const mark = (await next())?.id ?? ''
  await run(here.runtime.database.pool, sql`delete from changes`)
  const again = await follow(here, here.admin.token, { mark: String(Number(mark) - 1) })
  expect(await again.next()).toMatchObject({ event: 'reset' })
})

test('a console at another node is told too', async () => {
  const here = await place()
  const other = await secondNode()
  onTestFinished(() => other.close())
  const { next } = await follow(here, here.admin.token, { app: other.app })
  await next()
  const taskId = await here.addTask('far')
  expect(await next()).toMatchObject({ event: 'change', data: { taskId } })
})

test('a workspace hears nothing of another, and a member nothing that is for administrators', async () => {
  const here = await place()
  const other = await harness()
  const member = await here.make.person({ role: 'member' })
  const mine = await follow(here, member.token)
  const admins = await follow(here, here.admin.token)
  const theirs = await follow(other, other.admin.token)
  await Promise.all([mine.next(), admins.next(), theirs.next()])
  await run(
    here.runtime.database.pool,
    sql`insert into outbox (workspace_id, type, payload, created_at)
      values (${here.workspaceId}, 'ai_settings.updated', '{"keyId": "k"}', now())`,
  )
  expect(await admins.next()).toMatchObject({ data: { type: 'ai_settings.updated' } })
  // The mark goes on, what happened is not said.
  expect(await mine.next()).toMatchObject({ event: 'ready', data: {} })
  const taskId = await here.addTask('mine')
  expect(await mine.next()).toMatchObject({ data: { taskId } })
  const { id: departmentId } = await other.make.department()
  const { body } = await other.asKey.post('/tasks', { title: 'theirs', departmentId })
  expect(await theirs.next()).toMatchObject({ data: { taskId: body.id } })
})

test('keys, strangers and nobody are refused; whoever loses the right loses the stream', async () => {
  const here = await place()
  const stranger = await here.make.stranger()
  const { asKey } = here
  const statusOf = async (token: string) => (await follow(here, token)).response.status
  expect([await statusOf(asKey.token ?? ''), await statusOf(stranger.token), await statusOf('x')]).toEqual([
    401, 403, 401,
  ])
  const member = await here.make.person()
  const { next } = await follow(here, member.token)
  await next()
  await here.asAdmin.delete(`/members/${member.membershipId}`)
  expect(await next()).toBeUndefined()
})
