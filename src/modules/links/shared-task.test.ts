import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { clientOf, type Answer, type Client } from '#test/client.ts'
import { backend } from '#test/database.ts'
import { harness, type Harness } from '#test/harness.ts'
import { lockWaits } from '#test/lock-waits.ts'

interface Place extends Harness {
  taskId: string
  departmentId: string
  /** Of the link. */
  id: string
  link: Answer['body']
  token: string
  /** The holder of the link, at its address. */
  holder: Client
  share(fields?: object, taskId?: string): Promise<{ id: string; token: string; holder: Client }>
}

/** A task with a property and a link to it. */
async function place(task: object = {}, fields: object = {}): Promise<Place> {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  const { id: propertyId } = await here.make.property({ name: 'Casa Azul', city: 'Lisbon', wifiName: 'azul' })
  const { body } = await here.asKey.post('/tasks', { title: 'Fix the tap', departmentId, propertyId, ...task })
  const share = async (more: object = {}, taskId = body.id) => {
    const { body: link } = await here.asAdmin.post(`/tasks/${taskId}/share-links`, more)
    const token = String(link.url).split('/t/')[1] ?? ''
    return { id: link.id, token, link, holder: clientOf(here.app, `/api/v1/public/shared-task/${token}`) }
  }
  return { ...here, departmentId, taskId: body.id, share, ...(await share(fields)) }
}

async function addItem({ runtime, workspaceId, taskId }: Place, kind: string, blocking = true): Promise<string> {
  const id = newId()
  await run(
    runtime.database.pool,
    sql`
    insert into task_checklist_items (workspace_id, id, task_id, kind, title, required, blocks_completion, position, created_at)
    values (${workspaceId}, ${id}, ${taskId}, ${kind}, ${`Item ${kind}`}, ${blocking}, ${blocking}, 1, now())`,
  )
  return id
}

test('the holder of a link sees the task, where it is and how to get in, and nothing of the guest, costs or others', async () => {
  const here = await place(
    { description: 'It drips.', scheduledDate: '2026-11-20', scheduledTime: '09:30' },
    { technicianName: 'Duarte' },
  )
  const { asAdmin, asKey, make, holder, taskId, departmentId } = here
  const { body: task } = await asKey.get(`/tasks/${taskId}`)
  await asAdmin.patch(`/properties/${task.propertyId}/guide`, {
    accessNotes: 'Key box 4711',
    wifiPassword: 'hush-hush',
  })
  const guest = await make.contact()
  await asKey.patch(`/tasks/${taskId}`, { cost: 77.5, contactId: guest.id, customFields: { secret: 'of-the-office' } })
  await asAdmin.post(`/tasks/${taskId}/cost-items`, { amount: 88.5, billToType: 'OWNER', description: 'Parts' })
  const { body: part } = await asKey.post('/tasks', { title: 'Order the part', departmentId, parentTaskId: taskId })
  const { body, headers } = await holder.get('')
  expect(body).toEqual({
    link: { state: 'active', mode: 'carry_out', expiresAt: null, technicianName: 'Duarte', completedAt: null },
    task: {
      shortId: task.shortId,
      title: 'Fix the tap',
      description: 'It drips.',
      status: 'SCHEDULED',
      priority: 'NORMAL',
      scheduledDate: '2026-11-20',
      scheduledTime: '09:30',
      estimatedDurationMinutes: null,
      summary: null,
      completedAt: null,
      property: {
        name: 'Casa Azul',
        address: null,
        city: 'Lisbon',
        postalCode: null,
        latitude: null,
        longitude: null,
        timezone: null,
        accessNotes: 'Key box 4711',
      },
    },
    checklist: [],
    photos: [],
    comments: [],
    canComplete: false,
    blockers: [
      { kind: 'task', id: null, title: 'Other work must be finished first.', actionUrl: null, requires: null },
    ],
  })
  for (const secret of [
    'hush-hush',
    '77.5',
    '88.5',
    'of-the-office',
    guest.id,
    part.id,
    part.title,
    here.workspaceId,
    taskId,
  ]) {
    expect(JSON.stringify(body)).not.toContain(secret)
  }
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  const blocked = await holder.post('/complete', {})
  expect(blocked.body).toMatchObject({ status: 409, code: 'completion_blocked', blockers: body.blockers })
  expect(JSON.stringify(blocked.body)).not.toContain(part.title)
})

const ROUTES: [string, string, object?][] = [
  ['GET', ''],
  ['POST', '/complete', {}],
  ['POST', '/comment', { content: 'x' }],
  ['POST', '/upload'],
  ['PUT', `/checklist-items/${newId()}`, { done: true }],
  ['GET', `/photos/${newId()}`],
]

test.for(ROUTES)(
  '%s shared-task%s: unknown 404, revoked and expired 403, before the request is looked at',
  async ([method, path, body]) => {
    const here = await place()
    const { app, asAdmin, asKey, share, taskId } = here
    const call = (token: string, payload: unknown = body) =>
      clientOf(app, '').send(
        method,
        `/api/v1/public/shared-task/${token}${path}?no-such=1`,
        payload === undefined ? undefined : JSON.stringify(payload),
        payload === undefined ? {} : { 'content-type': 'application/json' },
      )
    const refusalOf = async (token: string) => {
      const { status, body } = await call(token, { nonsense: 1 })
      return [status, body.code, body.errors]
    }
    expect(await refusalOf('nobody-was-given-this')).toEqual([404, 'link_unknown', []])
    const revoked = await share()
    expect((await asAdmin.post(`/tasks/${taskId}/share-links/${revoked.id}/revoke`)).body.state).toBe('revoked')
    expect(await refusalOf(revoked.token)).toEqual([403, 'link_revoked', []])
    const expired = await share({ expiresAt: '2999-01-01T00:00:00Z' })
    await run(here.runtime.database.pool, sql`update share_links set expires_at = now() where id = ${expired.id}`)
    expect(await refusalOf(expired.token)).toEqual([403, 'link_expired', []])
    const view = await share({ mode: 'view' })
    const refused = await call(view.token)
    expect([refused.status, refused.body.code]).toEqual(
      method === 'GET' ? [422, 'invalid_request'] : [403, 'link_view_only'],
    )
    await asKey.delete(`/tasks/${taskId}`)
    expect(await refusalOf(here.token)).toEqual([404, 'link_unknown', []])
  },
)

test('completing goes through the same door as everywhere, and who and when is kept with the link', async () => {
  const { asAdmin, asKey, holder, taskId, id } = await place({}, { technicianName: 'Duarte' })
  const done = await holder.post('/complete', { summary: 'New seal', completionFields: { meter: 5 } })
  const { body: task } = await asKey.get(`/tasks/${taskId}`)
  expect(done).toMatchObject({
    status: 200,
    body: { shortId: task.shortId, status: 'COMPLETED', completedAt: task.completedAt },
  })
  expect(task).toMatchObject({ status: 'COMPLETED', summary: 'New seal', completionFields: { meter: 5 } })
  const { body: link } = await asAdmin.get(`/tasks/${taskId}/share-links/${id}`)
  expect(link).toMatchObject({ completedBy: 'Duarte', completedAt: task.completedAt, state: 'active' })
  const { body: history } = await asAdmin.get(`/tasks/${taskId}/activity`)
  expect(history.items[0]).toMatchObject({ action: 'task.updated', actor: { kind: 'link', id, name: 'Duarte' } })
  const again = await holder.post('/complete', {})
  expect(again.body).toMatchObject({ status: 409, code: 'already_completed', retryable: false })
  expect((await holder.get('')).body).toMatchObject({
    canComplete: false,
    blockers: [],
    link: { completedAt: task.completedAt },
  })
  expect((await holder.post('/comment', { content: 'One more thing' })).status).toBe(201)
})

test('fifty taps at once complete once', async () => {
  const { holder, taskId, asAdmin } = await place()
  const answers = await Promise.all(Array.from({ length: 50 }, () => holder.post('/complete', {})))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'already_completed')).toHaveLength(49)
  const { body } = await asAdmin.get(`/tasks/${taskId}/activity`)
  expect(body.items.filter(({ action }: { action: string }) => action === 'task.updated')).toHaveLength(1)
})

// The embedded database has one connection: nobody can hold a row while another asks.
test.runIf(backend === 'postgres')('a link that ends while it completes completes nothing', async () => {
  const { holder, asKey, asAdmin, taskId, id, runtime } = await place()
  const { pool } = runtime.database
  const completedAfter = async (end: () => Promise<unknown>) => {
    const { waiting } = await pool.transaction(async (tx) => {
      await run(tx, sql`select 1 from tasks where id = ${taskId} for update`)
      const waiting = holder.post('/complete', {})
      await expect.poll(() => lockWaits(pool)).toHaveLength(1)
      await end()
      return { waiting }
    })
    return (await waiting).body
  }
  const expiry = (at: string | null) => run(pool, sql`update share_links set expires_at = ${at} where id = ${id}`)
  const expired = await completedAfter(() => expiry('2020-01-01T00:00:00Z'))
  expect(expired).toMatchObject({ status: 403, code: 'link_expired' })
  await expiry(null)
  const revoked = await completedAfter(() => asAdmin.post(`/tasks/${taskId}/share-links/${id}/revoke`))
  expect(revoked).toMatchObject({ status: 403, code: 'link_revoked' })
  expect((await asKey.get(`/tasks/${taskId}`)).body).toMatchObject({ status: 'OPEN', version: 1 })
})

test('without a body a completion is taken; with an Idempotency-Key it is repeated', async () => {
  const { holder, share, taskId } = await place()
  const key = { 'idempotency-key': 'tap-1' }
  const first = await holder.post('/complete', undefined, key)
  const again = await holder.post('/complete', undefined, key)
  expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([200, 200, 'true'])
  expect(again.body).toEqual(first.body)
  const other = await share({}, taskId)
  expect((await other.holder.post('/complete', undefined, key)).body.code).toBe('already_completed')
})

test('a comment that is sent again when its key is forgotten stays one', async () => {
  const here = await place()
  const say = (holder: Client) => holder.post('/comment', { content: 'Done.' }, { 'idempotency-key': 'said-1' })
  const first = await say(here.holder)
  await run(here.runtime.database.pool, sql`delete from idempotency_keys`)
  const again = await say(here.holder)
  expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([201, first.body, undefined])
  expect((await here.holder.get('')).body.comments).toHaveLength(1)
  // The same key in another hand is another comment.
  await say((await here.share()).holder)
  expect((await here.holder.get('')).body.comments).toHaveLength(2)
})

test('a comment has the name of the technician, or External task, and stays the text that it is', async () => {
  const { asAdmin, holder, share, taskId } = await place({}, { technicianName: 'Duarte' })
  const content = '<img src=x onerror=alert(1)><script>alert(2)</script>'
  const said = await holder.post('/comment', { content })
  expect(said).toMatchObject({ status: 201, body: { author: 'Duarte', content } })
  expect(said.headers.location).toBeUndefined()
  const unnamed = await (await share()).holder.post('/comment', { content: 'On my way' })
  expect(unnamed.body.author).toBe('External task')
  const { body } = await holder.get('')
  expect(body.comments).toEqual([unnamed.body, said.body])
  expect((await asAdmin.get(`/tasks/${taskId}/comments`)).body.items[1].author).toMatchObject({
    kind: 'link',
    name: 'Duarte',
  })
})

test('a comment without content is 400, any other malformed request 422', async () => {
  const { app, holder, token } = await place()
  for (const body of [undefined, {}, { content: null }, { content: '' }, { content: ' \n' }]) {
    expect((await holder.post('/comment', body)).body).toMatchObject({
      status: 400,
      code: 'comment_empty',
      errors: [{ pointer: '/content' }],
    })
  }
  for (const body of [{ content: 5 }, { content: 'x', author: 'me' }, { content: 'x'.repeat(10_001) }, [1], null]) {
    expect((await holder.post('/comment', body)).body).toMatchObject({ status: 422, code: 'invalid_request' })
  }
  const broken = await clientOf(app, '').send('POST', `/api/v1/public/shared-task/${token}/comment`, '{"content', {
    'content-type': 'application/json',
  })
  expect(broken.body).toMatchObject({ status: 422, code: 'invalid_json' })
  expect((await holder.put('/checklist-items/x', { done: true })).body).toMatchObject({
    status: 422,
    errors: [{ parameter: 'itemId' }],
  })
  expect((await holder.get('')).body.comments).toEqual([])
})

const ANSWERS: [string, object, object][] = [
  ['CHECK', { done: true }, { done: false }],
  ['CONDITION', { value: 'POOR', note: 'Rust' }, { value: null }],
  ['COUNT', { count: 0 }, { count: null }],
  ['TEXT', { text: 'Two towels' }, { text: null }],
  ['YES_NO', { yes: false }, { yes: null }],
  ['RATING', { stars: 4 }, { stars: null }],
]

test.for(ANSWERS)('a %s item is answered in place, once, and can be taken back', async ([kind, answer, nothing]) => {
  const here = await place()
  const { asAdmin, asKey, holder, taskId } = here
  const itemId = await addItem(here, kind)
  expect((await holder.get('')).body.blockers).toMatchObject([{ kind: 'checklist_item', id: itemId }])
  const first = await holder.put(`/checklist-items/${itemId}`, answer)
  expect(first).toMatchObject({ status: 200, body: { id: itemId, kind, answer, completedAt: expect.any(String) } })
  const { body: version } = await asKey.get(`/tasks/${taskId}`)
  expect((await holder.put(`/checklist-items/${itemId}`, answer)).body).toEqual(first.body)
  expect((await asKey.get(`/tasks/${taskId}`)).body).toEqual(version)
  expect((await asKey.get(`/tasks/${taskId}?include=checklist`)).body.checklist).toMatchObject([{ id: itemId, answer }])
  const back = await holder.put(`/checklist-items/${itemId}`, nothing)
  expect(back.body).toMatchObject({ answer: null, completedAt: null })
  expect((await holder.post('/complete', {})).body.code).toBe('completion_blocked')
  await holder.put(`/checklist-items/${itemId}`, answer)
  expect((await holder.post('/complete', {})).status).toBe(200)
  expect((await holder.put(`/checklist-items/${itemId}`, nothing)).body.code).toBe('already_completed')
  expect((await holder.put(`/checklist-items/${itemId}`, answer)).status).toBe(200)
  const { body: history } = await asAdmin.get(`/tasks/${taskId}/activity`)
  expect(history.items.filter(({ action }: { action: string }) => action === 'task.checklist_changed')).toHaveLength(3)
})

test('an answer of another kind is 422 and named, and changes nothing', async () => {
  const here = await place()
  const { holder, asKey, taskId } = here
  const { body: before } = await asKey.get(`/tasks/${taskId}`)
  const kinds = ['CHECK', 'CONDITION', 'COUNT', 'TEXT', 'YES_NO', 'RATING', 'PHOTO', 'EXTERNAL']
  for (const kind of kinds) {
    const itemId = await addItem(here, kind)
    const wrong = ANSWERS.filter(([of]) => of !== kind).map(([, answer]) => answer)
    for (const answer of [...wrong, {}, { done: true, stars: 3 }]) {
      const refused = await holder.put(`/checklist-items/${itemId}`, answer)
      expect([refused.status, refused.body.code], `${kind} ${JSON.stringify(answer)}`).toEqual([422, 'answer_mismatch'])
      expect(refused.body.errors.length).toBeGreaterThan(0)
    }
    // One link may ask sixty times a minute.
    await run(here.runtime.database.pool, sql`delete from rate_windows`)
  }
  expect((await asKey.get(`/tasks/${taskId}`)).body).toEqual(before)
  expect((await holder.put(`/checklist-items/${newId()}`, { done: true })).body.code).toBe('checklist_item_not_found')
})

test('a link reaches nothing but its own task', async () => {
  const here = await place()
  const other = await place()
  const { body: sibling } = await here.asKey.post('/tasks', { title: 'Other', departmentId: here.departmentId })
  for (const [of, at] of [
    [here, sibling.id],
    [other, other.taskId],
  ] as const) {
    const itemId = await addItem({ ...of, taskId: at }, 'CHECK')
    expect((await here.holder.put(`/checklist-items/${itemId}`, { done: true })).body.code).toBe(
      'checklist_item_not_found',
    )
  }
  // A bearer token beside it changes nothing, in either direction.
  const bearer = { authorization: `Bearer ${other.asKey.token}` }
  expect((await here.holder.get('', bearer)).body.task.title).toBe('Fix the tap')
  expect((await here.as(here.token).get('/tasks')).status).toBe(401)
})

test('a summary that a rule asks for can come with the completion', async () => {
  const { asAdmin, holder, departmentId } = await place()
  await asAdmin.post('/completion-rules', { departmentId, requires: 'summary' })
  expect((await holder.get('')).body).toMatchObject({
    canComplete: false,
    blockers: [{ kind: 'workflow_rule', id: null, requires: 'summary' }],
  })
  expect((await holder.post('/complete', { summary: ' ' })).body.code).toBe('completion_blocked')
  expect((await holder.post('/complete', { summary: 'Done' })).status).toBe(200)
})

test('sixty requests a minute per link, counted exactly', async () => {
  const { holder, share } = await place()
  const answers = await Promise.all(Array.from({ length: 70 }, () => holder.get('')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(10)
  expect(refused[0]?.body).toMatchObject({ code: 'rate_limited', retryable: true })
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(answers[0]?.headers).toMatchObject({ 'x-ratelimit-limit': '60' })
  expect((await (await share()).holder.get('')).status).toBe(200)
})
