import { beforeAll, expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Tool } from '#core/tool.ts'
import { tools } from '#src/catalogue.ts'
import type { Schema } from './arbitrary.ts'
import { agentPlace, eventsIn, runsWorking, type AgentPlace } from './agent-place.ts'
import { fittingArguments } from './fitting-arguments.ts'
import { harness, type Harness } from './harness.ts'
import { listening, plainCall } from './mcp.ts'
import { otherValue, outsidePlace, type OutsidePlace } from './outside-place.ts'
import { inRun } from './sandbox-place.ts'
import { referred } from './referred.ts'
import { makeSubject, makeSubjects } from './subjects.ts'

type Json = Record<string, unknown>

/** Every tool that writes, with each argument that is not part of its address. */
const writers = tools.filter(({ effect }) => effect !== 'read')
const written = writers.flatMap((tool) =>
  Object.keys(tool.input.properties)
    .filter((field) => !(field in tool.operation.params.properties))
    .map((field) => ({ name: tool.name, field, tool })),
)
const declared = written.filter(({ tool, field }) => tool.readOutside.has(field))
/** Those that no gate of the tool's own asks about. */
const free = declared.filter(({ tool: { gate }, field }) => gate !== true && !(gate && gate({ [field]: 'x' })))
/** Those that appear on a page, not only in a letter. */
const onPages = free.filter(({ tool, field }) => tool.readOutside.get(field)?.some((outsider) => outsider !== 'vendor'))

interface Stage<At extends Harness = Harness> extends OutsidePlace {
  at: At
  url: string
  subjects: Record<string, string>
}

/** Things that fields read by outsiders can refer to. */
async function fewSubjects(at: Harness): Promise<Record<string, string>> {
  const subjects: Record<string, string> = {}
  for (const name of ['departmentId', 'propertyId', 'userId', 'vendorId'])
    subjects[name] = await makeSubject(at, name, 'elsewhere')
  return subjects
}

async function stageIn<At extends Harness>(
  at: At,
  url: string,
  makeAll: typeof fewSubjects = fewSubjects,
): Promise<Stage<At>> {
  await at.make.property({ name: 'Elsewhere' })
  const subjects = await makeAll(at)
  // Tasks in this department must have a summary when completed.
  await at.asAdmin.post('/completion-rules', { departmentId: subjects['departmentId'], requires: 'summary' })
  return { ...(await outsidePlace(at)), at, url, subjects }
}

async function stage(makeAll?: typeof fewSubjects): Promise<Stage> {
  const server = await listening()
  return stageIn(await harness(server), server.url, makeAll)
}

/** Values for arguments that do not accept just any text. */
const VALUES: Json = { propertyName: 'Elsewhere', sourceUrl: 'https://photos.example/other.jpg', language: 'pt' }

let calls = 0

/** Valid arguments that give the field a value different from the current one. */
function argumentsFor({ subjects, taskId, propertyId, itemId }: Stage, tool: Tool, field: string): Json {
  const { params, methods } = tool.operation
  const own = { ...subjects, taskId, propertyId, itemId }
  const isOwn = (name: string): boolean => name in params.properties || name === 'completedItemIds'
  const fitting = fittingArguments(tool, (name) => (isOwn(name) ? own : subjects), [field])
  // Other fields of an example change might raise a question of their own.
  const isWanted = (name: string): boolean => name === field || tool.input.required.includes(name)
  const args = Object.fromEntries(
    Object.entries(fitting).filter(([name]) => !methods.includes('PATCH') || isWanted(name)),
  )
  const schema = tool.input.properties[field] as Schema
  calls += 1
  const value = VALUES[field] ?? otherValue(schema, field === 'status' ? 'OPEN' : undefined, `${calls}`)
  return referred(field, schema) ? args : { ...args, [field]: value }
}

const call = ({ url, at }: Stage, name: string, args: Json) => plainCall(url, at.asKey.token ?? '', name, args)

/** Everything that lets an outsider read something or notifies them of it. */
function openingsIn({ runtime, workspaceId }: Harness): Promise<unknown[]> {
  const scope = sql`workspace_id = ${workspaceId}`
  return many(
    runtime.database.pool,
    sql`
    select id::text from share_links where ${scope} and revoked_at is null
    union all select id::text from door_links where ${scope} and revoked_at is null
    union all select id::text from tasks where ${scope} and is_published
    union all select id::text from task_assignees where ${scope} and vendor_id is not null
    union all select id::text from messages where ${scope} and direction = 'out'
    union all select id || ' ' || coalesce(published_version, 0) from articles where ${scope}
      and status = 'published'
    order by 1`,
  )
}

let live: Stage
let agreed: Stage
let quiet: Stage
beforeAll(async () => {
  live = await stage((at) => makeSubjects(at, 'elsewhere'))
  agreed = await stage()
  quiet = await stage()
  await quiet.withdraw()
})

test.for(written)('$name shows nobody outside another $field before a yes', async ({ tool, field }) => {
  const [pages, openings] = [await live.pages(), await openingsIn(live.at)]
  const args = argumentsFor(live, tool, field)
  const { data } = await call(live, tool.name, args)
  const what = `${JSON.stringify(args)}: ${JSON.stringify(data)}`
  expect(await live.pages(), what).toEqual(pages)
  expect(await openingsIn(live.at), what).toEqual(openings)
  if (!tool.readOutside.has(field)) return
  expect(data['outcome'], what).toBe('confirmation_required')
  expect((data['preview'] as Json)['readAtOnceBy'], what).toBeDefined()
})

test.for(onPages)('$name shows another $field after a yes', async ({ tool, field }) => {
  const before = await agreed.pages()
  const args = argumentsFor(agreed, tool, field)
  const { confirmationToken } = (await call(agreed, tool.name, args)).data
  const { isError, data } = await call(agreed, tool.name, { ...args, confirmationToken })
  expect(isError, JSON.stringify(data)).toBe(false)
  expect(await agreed.pages()).not.toEqual(before)
})

test.for(free)('$name asks nobody about $field that nobody outside reads', async ({ tool, field }) => {
  const { isError, data } = await call(quiet, tool.name, argumentsFor(quiet, tool, field))
  expect(isError, JSON.stringify(data)).toBe(false)
  expect(data['outcome']).toBeUndefined()
})

const APPROVAL = { asks: 'gated', alsoBefore: [], approvers: 'requester', validMinutes: 5 }

async function agentStage(): Promise<Stage<AgentPlace>> {
  const names = writers.map(({ name }) => name)
  return stageIn(await agentPlace({ agent: { tools: names, approval: APPROVAL }, working: false }), '')
}

test('a program in a sandbox shows nothing to anybody outside before a yes', async () => {
  const here = await agentStage()
  const { at } = here
  const before = await here.pages()
  for (const { name, tool, field } of declared) {
    const { body } = await at.invoke('Go', { mode: 'background' })
    const program = await inRun(at, { runId: body.run_id, sessionId: body.session_id })
    const args = argumentsFor(here, tool, field)
    const result = await program.one(name, args)
    expect(result.status, `${JSON.stringify(args)}: ${JSON.stringify(result)}`).toBe('approval_required')
    expect(await here.pages(), `${name} ${field}`).toEqual(before)
    const [question] = (await at.call('GET', `/interactions/${result.continuation_id}`)).body.message
      .split('\n')
      .slice(1)
    expect(question).toContain('Outside the company this is read at once by ')
  }
})

test('an agent shows nothing to anybody outside before a yes', async () => {
  const here = await agentStage()
  const { at } = here
  runsWorking(at)
  const before = await here.pages()
  for (const { name, tool, field } of declared) {
    const args = argumentsFor(here, tool, field)
    at.upstream.replies.push({ calls: [{ name, input: args }] })
    const { body } = await at.invoke('Do it')
    expect(body, `${JSON.stringify(args)}: ${JSON.stringify(body)}`).toMatchObject({ status: 'interrupted' })
    expect(await here.pages(), `${name} ${field}`).toEqual(before)
    expect(body.interactions[0].message).toContain('Outside the company this is read at once by ')
    at.upstream.replies.push({ text: 'So be it.' })
    await at.resolve(body.interactions[0].id, { decision: 'reject' })
    await expect.poll(() => at.upstream.replies.length).toBe(0)
    expect(await here.pages(), `${name} ${field}`).toEqual(before)
  }
})

test('an agent does at once what nobody outside reads', async () => {
  const here = await agentStage()
  await here.withdraw()
  const { at } = here
  runsWorking(at)
  for (const { name, tool, field } of free.filter(({ tool }) => tool.effect !== 'destroy')) {
    at.upstream.replies.push({ calls: [{ name, input: argumentsFor(here, tool, field) }] }, { text: 'Done.' })
    const { body } = await at.invoke('Do it')
    expect(body, `${name} ${field}`).toMatchObject({ status: 'completed', output_text: 'Done.', interactions: [] })
  }
})

test('a yes to an agent or a program is none for whoever comes to read it later', async () => {
  const here = await agentStage()
  const { at, taskId } = here
  const before = await here.pages()
  const call = { name: 'add_task_comment', input: { taskId, content: 'The code of the alarm is 4711.' } }
  const share = () => at.asAdmin.post(`/tasks/${taskId}/share-links`, {})
  const { body: started } = await at.invoke('Go', { mode: 'background' })
  const program = await inRun(at, { runId: started.run_id, sessionId: started.session_id })
  const asking = { calls: [{ id: 'say', tool: call.name, arguments: call.input }] }
  const [asked] = (await program.batch(asking)).body.results
  expect(asked.status).toBe('approval_required')
  await share()
  await at.resolve(asked.continuation_id, { decision: 'approve' })
  await program.setRun('running')
  const [refused] = (await program.batch(asking)).body.results
  expect(refused).toMatchObject({ status: 'error', error: { code: 'read_outside' } })
  await program.setRun('cancelled')

  runsWorking(at)
  at.upstream.replies.push({ calls: [call] }, { text: 'Then not.' })
  const { body } = await at.invoke('Say it')
  expect(body.status).toBe('interrupted')
  await share()
  await at.resolve(body.interactions[0].id, { decision: 'approve' })
  await expect
    .poll(async () => (await eventsIn(at, body.session_id)).filter(({ type }) => type === 'tool.result'))
    .toMatchObject([{ data: { output: { code: 'read_outside' } } }])
  expect(await here.pages()).toEqual(before)
  expect((await at.asKey.get(`/tasks/${taskId}?include=comments`)).body.commentCount).toBe(1)
})
