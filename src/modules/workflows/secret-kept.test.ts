import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { fixed, sql } from '#core/sql.ts'
import { workOnMany } from '#src/workflow-api.ts'
import { harness, type Harness } from '#test/harness.ts'
import { serve } from '#test/peer.ts'
import { ANY, publish, publishedBefore, reached, settled, start, workflows, writeOver } from '#test/workflow-place.ts'
import { working } from '#test/working.ts'

const VALUE = 'hush-hush-42'
const PIN = 90_125_537
const SECRET = JSON.stringify({ word: VALUE, pin: PIN })

async function place(): Promise<Harness> {
  const here = await harness()
  workflows(here)
  await here.asAdmin.post('/workflow-secrets', { name: 'TOKEN', value: { word: VALUE, pin: PIN } })
  return here
}

/** All that the tables of the workspace hold, as text. */
async function kept({ runtime, workspaceId }: Harness): Promise<string> {
  const tables = ['wf_run', 'wf_frame', 'wf_value', 'wf_step', 'wf_event', 'wf_effect', 'wf_approval', 'wf_signal']
  const all = await Promise.all(
    [...tables, 'wf_comparison', 'wf_operation_item', 'outbox', 'tasks'].map((table) =>
      runtime.database.pool.rows(
        sql`select ${fixed(`'${table} ' || t::text`)} as row from ${fixed(table)} t where workspace_id = ${workspaceId}`,
      ),
    ),
  )
  return JSON.stringify(all)
}

function expectHidden(text: string): void {
  for (const secret of [VALUE, String(PIN)]) {
    const at = text.indexOf(secret)
    expect(at, text.slice(Math.max(0, at - 300), at + 50)).toBe(-1)
  }
}

/** A server that fails so often at first, and remembers what it was told. */
async function partner({ failures }: { failures: number }) {
  const told: string[] = []
  const { host } = await serve((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      told.push(body)
      response.writeHead(told.length <= failures ? 500 : 200, { 'content-type': 'application/json' }).end(body)
    })
  })
  return { told, url: `http://${host.replace('127.0.0.1', 'localhost')}/` }
}

const GIVEN = 'input: { from: \'${ { all: [$secrets.TOKEN], ($secrets.TOKEN.word): 1, long: ("x" * 400) } }\' }'

test('a run that waits with a secret keeps it sealed, and has it when it goes on in another version', async () => {
  const here = await place()
  await working(here, [workOnMany])
  const { told, url } = await partner({ failures: 0 })
  const workflowId = await publishedBefore(
    here,
    `
    use: { secrets: [TOKEN] }
    do:
      - hear: { ${GIVEN}, listen: { to: { one: { with: { type: test.go } } } }, output: { as: '\${ $input }' } }
      - tell: { call: http, with: { method: post, endpoint: '${url}', body: '\${ .all[0] }' } }`,
  )
  const runId = await start(here, workflowId)
  await reached(here, runId, 'waiting')
  expectHidden(await kept(here))
  const { document } = (await here.asKey.get(`/workflows/${workflowId}/versions/1`)).body
  const [hear, tell] = document.do
  const before = { before: { set: { n: 1 } } }
  const next = { document: { ...document.document, version: '2.0.0' }, do: [before] }
  await here.asKey.put(`/workflows/${workflowId}/draft`, { document: next }, ANY)
  expect((await here.asKey.post(`/workflows/${workflowId}/versions`, undefined, ANY)).status).toBe(201)
  await writeOver(here, workflowId, 2, { ...document, ...next, do: [before, hear, tell] })
  const asked = { fromVersion: 1, toVersion: 2, dryRun: false }
  const moving = await here.asKey.post(`/workflows/${workflowId}/run-migrations`, asked)
  expect((await here.asKey.get(`/workflow-operations/${moving.body.id}?wait=30`)).body).toMatchObject({ done: 1 })
  await reached(here, runId, 'waiting')
  expectHidden(await kept(here))
  expect((await here.asKey.post(`/workflow-runs/${runId}/events`, { type: 'test.go' })).status).toBe(202)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', workflowVersion: 2 })
  expect(told).toEqual([SECRET])
})

test('it has the secret when it fails and is tried again, and neither the error nor what is kept tell it', async () => {
  const here = await place()
  const { told, url } = await partner({ failures: 1 })
  const workflowId = await publishedBefore(
    here,
    `
    use: { secrets: [TOKEN] }
    do:
      - pause: { ${GIVEN}, wait: { milliseconds: 50 } }
      - tell: { call: http, with: { method: post, endpoint: '${url}', body: '\${ .all[0] }' } }
      - fail: { if: .pin > 0, raise: { error: { type: 'https://example.com/x', status: 409, detail: '\${ "It was " + .word }' } } }`,
  )
  const runId = await start(here, workflowId)
  expect(await settled(here, runId)).toMatchObject({ status: 'faulted', error: { status: 500 } })
  expectHidden(await kept(here))
  expect((await here.asKey.post(`/workflow-runs/${runId}/retry`)).status).toBe(202)
  const run = await settled(here, runId)
  expect(run).toMatchObject({ status: 'faulted', error: { detail: 'It was [secret]' } })
  expect(told).toEqual([SECRET, SECRET])
  expectHidden(JSON.stringify(run))
  expectHidden(await kept(here))
})

test('what the product keeps, other runs and listeners get without it', async () => {
  const here = await place()
  const { id: departmentId } = await here.make.department()
  const name = `child-${newId()}`
  await publish(
    here,
    `
    document: { dsl: 1.0.3, namespace: test, name: ${name}, version: 1.0.0 }
    do: [ { keep: { set: { got: '\${ .word }' } } } ]`,
  )
  const given = "input: { from: '${ $secrets.TOKEN }' }"
  const workflowId = await publishedBefore(
    here,
    `
    use: { secrets: [TOKEN] }
    do:
      - tell: { ${given}, emit: { event: { with: { source: 'https://example.com', type: test.told, data: '\${ . }' } } } }
      - make: { ${given}, call: 'task-create:1.0.0@default', with: { title: '\${ "Use " + .word }', departmentId: ${departmentId} } }
      - child: { ${given}, run: { workflow: { namespace: test, name: ${name}, version: '1.0.0', input: { word: '\${ .word }' } } } }`,
  )
  const run = await settled(here, await start(here, workflowId))
  expect(run, JSON.stringify(run.error)).toMatchObject({ status: 'completed', output: { got: '[secret]' } })
  expect((await here.asKey.get('/tasks')).body.items).toMatchObject([{ title: 'Use [secret]' }])
  expectHidden(await kept(here))
})

const EFFECTS = (url: string) => `
    use: { secrets: [TOKEN] }
    do:
      - tell: { input: { from: '\${ $secrets.TOKEN }' }, call: http, with: { method: post, endpoint: '${url}', body: { said: '\${ .word }', pin: '\${ .pin }' } } }
      - emit: { input: { from: '\${ $secrets.TOKEN }' }, emit: { event: { with: { source: 'https://example.com', type: test.told, data: '\${ . }' } } } }`

test('effects that a test catches are kept and shown without secrets', async () => {
  const here = await place()
  await working(here, [workOnMany])
  const workflowId = await publishedBefore(here, EFFECTS('https://example.com/'))
  const mocks = [{ path: '/do/0/tell', output: { ok: true } }]
  const saved = await here.asKey.post(`/workflows/${workflowId}/tests`, {
    name: 'Tells',
    mocks,
    expected: { effects: [] },
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(201)
  const asked = await here.asKey.post(`/workflows/${workflowId}/test-runs`, { version: 1 })
  expect(asked.status, JSON.stringify(asked.body)).toBe(202)
  const { body } = await here.asKey.get(`/workflow-operations/${asked.body.id}?wait=30`)
  expect(body.status).toBe('completed')
  expect(JSON.stringify(body)).toContain('[secret]')
  expectHidden(JSON.stringify(body))
  expectHidden(await kept(here))
})

test('effects that a run in the shadow would have had are kept and compared without secrets', async () => {
  const here = await place()
  const workflowId = await publishedBefore(here, EFFECTS('https://example.com/'))
  await here.asKey.patch(`/workflows/${workflowId}`, { legacyRef: 'zap-3' }, ANY)
  await here.asKey.put(`/workflows/${workflowId}/migration/ownership`, { owner: 'shadow' }, ANY)
  const run = await settled(here, await start(here, workflowId))
  expect(run, JSON.stringify(run.error)).toMatchObject({ status: 'completed', mode: 'shadow' })
  const { body } = await here.asKey.get(`/workflows/${workflowId}/migration/comparisons`)
  expect(JSON.stringify(body)).toContain('[secret]')
  expectHidden(JSON.stringify(body))
  expectHidden(await kept(here))
})

test('a run whose secret is not set fails before it asks anybody, and goes on once it is', async () => {
  const here = await harness()
  workflows(here)
  const document = `
    use: { secrets: [LATER] }
    do: [ { keep: { input: { from: '\${ $secrets.LATER }' }, set: { isThere: '\${ .word != null }' } } } ]`
  const runId = await start(here, await publishedBefore(here, document))
  expect(await settled(here, runId)).toMatchObject({
    status: 'faulted',
    error: { status: 403, detail: 'The secret LATER is not set.' },
  })
  expect((await here.asAdmin.post('/workflow-secrets', { name: 'LATER', value: { word: 'x' } })).status).toBe(201)
  expect((await here.asKey.post(`/workflow-runs/${runId}/retry`)).status).toBe(202)
  expect(await settled(here, runId)).toMatchObject({ status: 'completed', output: { isThere: true } })
})

test('of two who make a secret of one name at once, the second is refused and the first stays', async () => {
  const { asAdmin } = await harness()
  const make = (value: string) => asAdmin.post('/workflow-secrets', { name: 'ONE', value, replace: false })
  const answers = await Promise.all([make('first'), make('second')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ code: 'workflow_secret_exists', errors: [{ pointer: '/name' }] })
  const { body: before } = await asAdmin.get('/workflow-secrets')
  expect(before.items).toMatchObject([{ name: 'ONE' }])
  const { body: log } = await asAdmin.get('/audit-log?action=workflow_secret.set')
  expect(log.items).toHaveLength(1)
  expect((await asAdmin.post('/workflow-secrets', { name: 'ONE', value: 'third' })).status).toBe(200)
})

/** The secret as the numbers of its letters, which nobody looks for. */
const CODES = [...VALUE].map((sign) => sign.charCodeAt(0)).join(',')

test('what fails over a secret does not say it in other words', async () => {
  const here = await place()
  const letters = '${ error($secrets.TOKEN.word | explode | tostring) }'
  const tasks = `
    use: { secrets: [TOKEN] }
    do: [ { tell: { call: http, with: { method: get, endpoint: 'https://example.com/', headers: { x: '${letters}' } } } } ]`
  const run = await settled(here, await start(here, await publish(here, tasks)))
  expect(run).toMatchObject({ status: 'faulted', error: { detail: expect.stringContaining('names secrets') } })
  expect(JSON.stringify(run)).not.toContain(CODES)
})

test('no function of the product is given a secret, however loosely it is asked for', async () => {
  const here = await place()
  const { id: departmentId } = await here.make.department()
  const tasks = `
    evaluate: { mode: loose }
    use: { secrets: [TOKEN] }
    do: [ { make: { call: 'task-create:1.0.0@default', with: { title: '$secrets.TOKEN.word | explode | tostring', departmentId: ${departmentId} } } } ]`
  await settled(here, await start(here, await publish(here, tasks)))
  const { items } = (await here.asKey.get('/tasks')).body
  expect(JSON.stringify(items)).not.toContain(CODES)
})
