import type { RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { systemContext } from '#src/runtime.ts'
import { backend } from '#test/database.ts'
import { startTestApp } from '#test/harness.ts'
import { serve } from '#test/peer.ts'
import { PNG } from '#test/photos.ts'
import { newTask, sandboxPlace, titlesIn, type SandboxPlace } from '#test/sandbox-place.ts'
import { soon } from '#test/working.ts'
import { pruneSandbox } from './prune-sandbox.ts'
import { lockWaits } from '#test/lock-waits.ts'

const KB = 1024

async function makeTask({ asKey, make }: SandboxPlace, title = 'A task'): Promise<string> {
  return (await asKey.post('/tasks', { title, departmentId: (await make.department()).id })).body.id
}

/** A published article whose text has this many characters of four bytes each. */
async function makeArticle({ asAdmin }: SandboxPlace, length: number): Promise<{ id: string; body: string }> {
  const body = '😀'.repeat(length)
  const { body: article } = await asAdmin.post('/articles', { title: 'Long', body })
  const published = await asAdmin.post(`/articles/${article.id}/publish`)
  expect(published.status).toBe(200)
  return { id: article.id, body }
}

test('an answer is cut at 256 KB, and the rest is read with the cursor', async () => {
  const place = await sandboxPlace({ agent: { tools: ['get_article'] } })
  const article = await makeArticle(place, 99_000)
  const call = { id: 'a', tool: 'get_article', arguments: { articleId: article.id } }
  const parts: string[] = []
  for (let cursor: string | null | undefined = undefined; cursor !== null;) {
    const { body } = await place.batch({ calls: [{ ...call, ...(cursor && { cursor }) }] })
    const [{ status, output, truncated, next, replayed }] = body.results
    expect([status, replayed]).toEqual(['ok', cursor !== undefined])
    expect(truncated).toBe(next !== null)
    expect(Buffer.byteLength(JSON.stringify(output))).toBeLessThanOrEqual(256 * KB)
    expect(body.usage.calls).toBe(cursor === undefined ? 1 : 0)
    parts.push(output)
    cursor = next
  }
  expect(parts.length).toBeGreaterThan(1)
  expect(JSON.parse(parts.join('')).body).toBe(article.body)
  for (const cursor of ['nonsense', 'bzE']) {
    const other = { ...call, id: 'never-called', cursor }
    expect((await place.batch({ calls: [other] })).body.results[0]).toMatchObject({
      status: 'error',
      error: { code: 'invalid_request', errors: [{ pointer: '/cursor' }] },
    })
  }
})

test('the whole answer has 4 MB at most, and what did not fit is read later', async () => {
  const place = await sandboxPlace({ agent: { tools: ['get_article'] } })
  const { id: articleId, body: written } = await makeArticle(place, 60_000)
  const calls = Array.from({ length: 20 }, (_, index) => ({
    id: `c${index}`,
    tool: 'get_article',
    arguments: { articleId },
  }))
  const answer = await place.batch({ calls, timeout_ms: 120_000 })
  expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThanOrEqual(4 * KB * KB)
  const { results } = answer.body
  expect(results.map(({ id }: { id: string }) => id)).toEqual(calls.map(({ id }) => id))
  expect(results[0]).toMatchObject({ truncated: false, output: { body: written } })
  const last = results.at(-1)
  expect(last).toMatchObject({ status: 'ok', truncated: true, output: '' })
  const rest = (await place.batch({ calls: [{ ...calls.at(-1), cursor: last.next }] })).body.results[0]
  expect(rest).toMatchObject({ replayed: true, truncated: false, output: { body: written } })
})

async function slowPhotos() {
  let answer: (() => void) | undefined
  let asked = 0
  const listener: RequestListener = (_request, response) => {
    asked += 1
    answer = () => response.setHeader('content-type', 'image/png').end(PNG)
  }
  const peer = await serve(listener)
  const sourceUrl = `http://${peer.host.replace('127.0.0.1', 'localhost')}/1.png`
  return { sourceUrl, asked: () => asked, answer: () => answer?.() }
}

/** A person has agreed to the call, and the run goes on. */
async function agreed(place: SandboxPlace, call: object): Promise<void> {
  const [asked] = (await place.batch({ calls: [call] })).body.results
  expect(asked.status).toBe('approval_required')
  await place.resolve(asked.continuation_id, { decision: 'approve' })
  await place.setRun('running')
}

test('what reaches outside is under way once, late or not, and its result is there later', async () => {
  const place = await sandboxPlace({ agent: { tools: ['attach_task_photo'] } })
  const photos = await slowPhotos()
  const taskId = await makeTask(place)
  const args = { taskId, sourceUrl: photos.sourceUrl, externalSource: 'acme', externalId: 'p-1' }
  const call = { id: 'photo', tool: 'attach_task_photo', arguments: args }
  await agreed(place, call)
  expect((await place.batch({ calls: [{ ...call, timeout_ms: 2000 }] })).body.results[0]).toMatchObject({
    status: 'timeout',
    error: { code: 'timeout', retryable: true },
  })
  await soon(async () => expect(photos.asked()).toBe(1))
  expect((await place.batch({ calls: [call] })).body.results[0]).toMatchObject({
    status: 'error',
    error: { code: 'call_in_progress', retryable: true },
  })
  photos.answer()
  await soon(async () => {
    expect((await place.batch({ calls: [call] })).body.results[0]).toMatchObject({ status: 'ok', replayed: true })
  })
  expect(photos.asked()).toBe(1)
  expect((await place.asKey.get(`/tasks/${taskId}/attachments`)).body.items).toHaveLength(1)
})

test('what failed outside may be tried again at once', async () => {
  const place = await sandboxPlace({ agent: { tools: ['attach_task_photo'] } })
  const taskId = await makeTask(place)
  const args = { taskId, sourceUrl: 'http://localhost:1/1.png', externalSource: 'acme', externalId: 'p-1' }
  const call = { id: 'photo', tool: 'attach_task_photo', arguments: args }
  await agreed(place, call)
  for (const again of [call, call]) {
    const [result] = (await place.batch({ calls: [again] })).body.results
    expect(result).toMatchObject({ status: 'error', error: { code: 'source_unavailable' } })
  }
})

test('at most so many calls of a token are under way, over all of its requests', async () => {
  const place = await sandboxPlace({
    agent: { tools: ['attach_task_photo', 'list_tasks'] },
    access: { max_parallel: 1 },
  })
  const photos = await slowPhotos()
  const taskId = await makeTask(place)
  const args = { taskId, sourceUrl: photos.sourceUrl, externalSource: 'acme', externalId: 'p-1' }
  const call = { id: 'photo', tool: 'attach_task_photo', arguments: args }
  await agreed(place, call)
  const slow = place.batch({ calls: [call] })
  await soon(async () => expect(photos.asked()).toBe(1))
  expect(await place.one('list_tasks', {}, { timeout_ms: 100 })).toMatchObject({ status: 'timeout' })
  const waiting = place.one('list_tasks')
  photos.answer()
  expect([(await slow).body.results[0].status, (await waiting).status]).toEqual(['ok', 'ok'])
})

test('a program that asks without end does not use up what the person may ask', async () => {
  const on = await startTestApp({ config: { rateLimit: { perMinute: 1, burst: 30, addressPerMinute: 1000 } } })
  onTestFinished(() => on.close())
  const place = await sandboxPlace({ on })
  const search = { calls: [{ id: 's', tool: 'tools.search', arguments: { query: 'x' } }] }
  const answers = await Promise.all(Array.from({ length: 40 }, () => place.batch(search)))
  expect(answers.map(({ status }) => status)).toContain(429)
  expect((await place.asUser.get('/tasks')).status).toBe(200)
})

test('the time of a request holds for all of its calls: what was not done in it is not done, and told', async () => {
  const place = await sandboxPlace()
  const task = await newTask(place, 'Many')
  const calls = Array.from({ length: 50 }, (_, index) => ({ id: `c${index}`, tool: 'create_task', arguments: task }))
  const { body } = await place.batch({ mode: 'sequential', timeout_ms: 10, calls })
  const statuses: string[] = body.results.map(({ status }: { status: string }) => status)
  expect(statuses).toContain('timeout')
  expect(await titlesIn(place)).toHaveLength(statuses.filter((status) => status === 'ok').length)
})

/** The embedded database is one connection: nobody can stand in the way of anybody there. */
test.runIf(backend === 'postgres')('a change that is late is not done, and can be tried again', async () => {
  const place = await sandboxPlace()
  const taskId = await makeTask(place, 'Before')
  const call = { id: 'late', tool: 'update_task', arguments: { taskId, title: 'After' }, timeout_ms: 200 }
  const { pool } = place.runtime.database
  await pool.transaction(async (tx) => {
    await run(tx, sql`select 1 from tasks where workspace_id = ${place.workspaceId} and id = ${taskId} for update`)
    const answer = await place.batch({ calls: [call, { id: 'next', tool: 'list_tasks', depends_on: ['late'] }] })
    expect(answer.body.results.map(({ status }: { status: string }) => status)).toEqual(['timeout', 'skipped'])
    // The time of the whole request is over as well for those that have not begun.
    const { timeout_ms: _, ...patient } = { ...call, id: 'patient' }
    const short = { mode: 'sequential', timeout_ms: 200, calls: [patient, { id: 'after', tool: 'list_tasks' }] }
    const second = await place.batch(short)
    expect(second.body.results.map(({ status }: { status: string }) => status)).toEqual(['timeout', 'timeout'])
  })
  const titleOf = async () => (await place.asKey.get(`/tasks/${taskId}`)).body.title
  const isKept = () => many(pool, sql`select 1 from agent_sandbox_calls where workspace_id = ${place.workspaceId}`)
  // Those that waited for the lock have it now, and find that they are late.
  await place.one('list_tasks', {}, { id: 'wait' })
  expect(await titleOf()).toBe('Before')
  expect(await isKept()).toHaveLength(1)
  const { timeout_ms: _, ...again } = call
  expect((await place.batch({ calls: [again] })).body.results[0]).toMatchObject({ status: 'ok', replayed: false })
  expect(await titleOf()).toBe('After')
})

test.runIf(backend === 'postgres')('a change that outlives its run is not done', async () => {
  const place = await sandboxPlace()
  const taskId = await makeTask(place, 'Before')
  const { pool } = place.runtime.database
  const [call] = await pool.transaction(async (tx) => {
    await run(tx, sql`select 1 from tasks where workspace_id = ${place.workspaceId} and id = ${taskId} for update`)
    const call = place.one('update_task', { taskId, title: 'After' })
    await soon(async () => expect(await lockWaits(pool)).not.toEqual([]))
    await place.setRun('completed')
    return [call]
  })
  expect(await call).toMatchObject({ status: 'error', error: { code: 'run_not_running' } })
  expect((await place.asKey.get(`/tasks/${taskId}`)).body.title).toBe('Before')
})

test('answers are kept while they can be asked for again, and no longer', async () => {
  const place = await sandboxPlace()
  const { pool } = place.runtime.database
  await place.one('list_tasks', {}, { id: 'old' })
  await place.one('list_tasks', {}, { id: 'new' })
  const tokens = sql`update agent_sandbox_tokens set expires_at = now() - interval '25 hours'`
  await run(pool, sql`${tokens} where workspace_id = ${place.workspaceId}`)
  const old = sql`workspace_id = ${place.workspaceId} and key like '%:old'`
  await run(pool, sql`update agent_sandbox_calls set created_at = now() - interval '9 days' where ${old}`)
  await pruneSandbox.run(systemContext(place.runtime))
  const left = await many<{ key: string }>(
    pool,
    sql`select key from agent_sandbox_calls where workspace_id = ${place.workspaceId}`,
  )
  expect(left.map(({ key }) => key.split(':').at(-1))).toEqual(['new'])
  // Without its counter a token is used up.
  expect((await place.batch({ calls: [{ id: 'x', tool: 'list_tasks' }] })).status).toBe(429)
})
