import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { clientOf } from '#test/client.ts'
import { harness, type TestApp } from '#test/harness.ts'
import { secondNode } from '#test/second-node.ts'

const lines: string[] = []
let server: TestApp
beforeAll(async () => {
  const log = new PassThrough()
  log.on('data', (chunk: Buffer) => lines.push(String(chunk)))
  server = await secondNode({ logTo: log })
})
afterAll(() => server.close())

/** A token of each kind. */
async function tokens() {
  const here = await harness(server)
  const { id: departmentId } = await here.make.department()
  const { id: propertyId } = await here.make.property()
  const { body: task } = await here.asKey.post('/tasks', { title: 'Tap', departmentId })
  const { body: share } = await here.asAdmin.post(`/tasks/${task.id}/share-links`, {})
  const { body: door } = await here.asAdmin.post('/door-links', { propertyId })
  return { ...here, task, share: share.url.split('/t/')[1], door: door.url.split('/m/')[1] }
}

test('no token is in the log or the metrics, whatever becomes of the request', async () => {
  const { share, door, app, runtime } = await tokens()
  const { send } = clientOf(app, '')
  const base = '/api/v1/public'
  const requests: [string, string][] = [
    ['GET', `${base}/shared-task/${share}`],
    ['POST', `${base}/shared-task/${share}/complete`],
    ['GET', `${base}/shared-task/${share}/photos/${newId()}?size=thumb`],
    ['GET', `${base}/shared-task/${share}/no-such-address`],
    ['DELETE', `${base}/shared-task/${share}`],
    ['GET', `${base}/shared-task/${share}?no-such=1`],
    ['POST', `${base}/shared-task/${share}/upload`],
    ['GET', `${base}/manual/${door}`],
    ['POST', `${base}/manual/${door}/open-door`],
    ['GET', `${base}/manual/${door}/%zz`],
  ]
  for (const [method, url] of requests) await send(method, url)
  // A defect: its cause is in the log.
  await runtime.database.pool.raw('alter table task_comments rename to task_comments_away')
  expect((await send('GET', `${base}/shared-task/${share}`)).status).toBe(500)
  await runtime.database.pool.raw('alter table task_comments_away rename to task_comments')

  const log = lines.join('')
  expect(log).toContain('/api/v1/public/shared-task/:shareToken/complete')
  expect(log).toContain('task_comments')
  const metrics = String((await send('GET', '/metrics')).body)
  expect(metrics).toContain('/api/v1/public/manual/:doorToken/open-door')
  for (const token of [share, door]) {
    expect(log).not.toContain(token)
    expect(metrics).not.toContain(token)
  }
})

test('a guess gets the same answer whatever it meets, and few of them', async () => {
  const { share, door, task, asKey } = await tokens()
  const limited = await secondNode({
    config: { rateLimit: { perMinute: 10_000, burst: 1000, addressPerMinute: 4 } },
    logTo: new PassThrough().resume(),
  })
  // Its own address: other tests have used up what theirs may ask.
  const get = async (path: string) => {
    const answer = await limited.app.inject({ url: `/api/v1/public${path}`, remoteAddress: '192.0.2.31' })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }
  await asKey.delete(`/tasks/${task.id}`)
  const guesses = [
    `/shared-task/${share}`,
    `/shared-task/${door}`,
    `/shared-task/${'x'.repeat(32)}`,
    `/shared-task/${newId()}`,
  ]
  const answers = []
  for (const guess of guesses) {
    const { status, body } = await get(guess)
    const { requestId: _request, instance: _instance, ...constant } = body
    answers.push({ status, ...constant })
  }
  expect(answers[0]).toMatchObject({ status: 404, code: 'link_unknown', errors: [] })
  expect(answers).toEqual(Array(4).fill(answers[0]))
  const more = await Promise.all(Array.from({ length: 40 }, () => get(`/manual/${newId()}`)))
  expect(more.filter(({ status }) => status === 429).length).toBeGreaterThan(25)
  expect(more.find(({ status }) => status === 429)?.headers['retry-after']).toBeDefined()
  // Whoever has a link is not hindered by the guesses of a neighbour.
  expect((await get(`/manual/${door}`)).status).toBe(200)
  await limited.close()
})
