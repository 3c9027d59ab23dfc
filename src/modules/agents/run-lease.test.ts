import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many, one, run } from '#core/db.ts'
import { coreFailures, Refusal } from '#core/errors.ts'
import { sql } from '#core/sql.ts'
import type { ReadyTool } from '#core/tool-ready.ts'
import { toolbox } from '#src/catalogue.ts'
import { agentPlace, runsWorking, type AgentPlace } from '#test/agent-place.ts'
import { backend } from '#test/database.ts'
import { soon } from '#test/working.ts'
import { renewLeases } from './run-lease.queries.ts'
import type { Toolbox } from './toolbox.service.ts'

/** A run in the hands of a worker whose lease ends in five seconds. Answers the token. */
async function leased(place: AgentPlace): Promise<string> {
  const { run_id: runId } = (await place.invoke('Hello', { mode: 'background' })).body
  const token = newId()
  await run(
    place.runtime.database.pool,
    sql`update agent_runs set status = 'running', lease_token = ${token}, lease_until = now() + interval '5 seconds'
      where workspace_id = ${place.workspaceId} and id = ${runId}`,
  )
  return token
}

test.runIf(backend === 'postgres')(
  'a run that its tool holds keeps no other from its sign of life, and is not taken for lost',
  async () => {
    const place = await agentPlace({ working: false })
    const { pool } = place.runtime.database
    const [held, free, lost] = [await leased(place), await leased(place), newId()]
    await pool.transaction(async (tx) => {
      await run(tx, sql`select 1 from agent_runs where lease_token = ${held} for no key update`)
      expect(await renewLeases(pool, [held, free, lost], 60)).toEqual(new Set([held, free]))
      const renewed = await many(
        pool,
        sql`select lease_token as token from agent_runs where lease_until > now() + interval '30 seconds'
          and workspace_id = ${place.workspaceId}`,
      )
      expect(renewed).toEqual([{ token: free }])
    })
  },
)

type Run = ReadyTool['tool']['operation']['run']

/** The product's tools, and this one of them works so. */
function working(name: string, change: (run: Run) => Run): Toolbox {
  const found = toolbox.find(name)
  if (!found) throw new Error(`there is no ${name}`)
  const { operation } = found.tool
  const changed = { ...found, tool: { ...found.tool, operation: { ...operation, run: change(operation.run) } } }
  const box: Toolbox = {
    ...toolbox,
    for: () => box,
    find: (wanted) => (wanted === name ? changed : toolbox.find(wanted)),
  }
  return box
}

/** So that nothing rings its worker: with so short a lease it would take its own run a second time. */
function deafOf(place: AgentPlace): AgentPlace {
  const { runtime } = place
  const runSignals = { ...runtime.services.runSignals, on: () => () => undefined }
  return { ...place, runtime: { ...runtime, services: { ...runtime.services, runSignals } } }
}

test.for(['ends', 'is refused'])('a run keeps its lease while a tool works for long, which then %s', async (how) => {
  const place = await agentPlace({ working: false })
  const { now } = performance
  let later = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + later)
  onTestFinished(() => void vi.restoreAllMocks())
  const leases: unknown[] = []
  const slow = working('list_tasks', (list) => async (ctx, input) => {
    const isLeft = sql`select lease_until > clock_timestamp() + interval '1 second' as "isLeft" from agent_runs
      where workspace_id = ${place.workspaceId}`
    leases.push(await one(ctx.db, isLeft))
    if (leases.length > 1) return list(ctx, input)
    // Longer than the lease, and as if longer than from one sign of life to the next.
    await sleep(100)
    later = 4000
    return how === 'ends' ? list(ctx, input) : Promise.reject(new Refusal(coreFailures.invalid_request))
  })
  const call = { calls: [{ name: 'list_tasks', input: {} }] }
  place.upstream.replies.push(call, call)
  await place.invoke('What is urgent?', { mode: 'background' })
  runsWorking(deafOf(place), slow, { leaseSeconds: 0.05, beatSeconds: 600, pollSeconds: 600, graceSeconds: 1 })
  await soon(() => expect(leases).toEqual([{ isLeft: false }, { isLeft: true }]))
})

test('a tool whose statement takes too long has failed, and the run goes on with that', async () => {
  const place = await agentPlace({ working: false })
  const cause = Object.assign(new Error('canceling statement due to statement timeout'), {
    severity: 'ERROR',
    code: '57014',
  })
  const error = new Refusal(coreFailures.unavailable, { cause })
  runsWorking(
    place,
    working('list_tasks', () => () => Promise.reject(error)),
  )
  place.upstream.replies.push({ calls: [{ name: 'list_tasks', input: {} }] }, { text: 'I cannot see them now.' })
  const { body } = await place.invoke('What is urgent?')
  expect(body).toMatchObject({ status: 'completed', output_text: 'I cannot see them now.', steps: 2 })
  expect(body.message.parts[0]).toMatchObject({ name: 'list_tasks', state: 'output-error' })
})

test('how often a run was taken up does not count any more when it has come further', async () => {
  const place = await agentPlace({ working: false })
  const { pool } = place.runtime.database
  place.upstream.replies.push({ calls: [{ name: 'list_tasks', input: {} }] }, { text: 'None.' })
  const { run_id: runId } = (await place.invoke('What is urgent?', { mode: 'background' })).body
  const here = sql`workspace_id = ${place.workspaceId} and id = ${runId}`
  await run(pool, sql`update agent_runs set tries = 4 where ${here}`)
  runsWorking(place)
  await soon(async () => {
    expect(await one(pool, sql`select status, tries from agent_runs where ${here}`)).toEqual({
      status: 'completed',
      tries: 0,
    })
  })
})

test('a run that its worker left and one that was answered meanwhile do not wait for each other', async () => {
  const place = await agentPlace({ working: false })
  const { pool } = place.runtime.database
  const question = { name: 'ask_person', input: { message: 'Which one?' } }
  place.upstream.replies.push({ calls: [question] }, { text: 'Done.' }, { text: 'Done.' })
  const before = runsWorking(place)
  const { body: asking } = await place.invoke('Close it')
  await before.stop()
  const { body: left } = await place.invoke('And now?', { session_id: asking.session_id, mode: 'background' })
  await run(
    pool,
    sql`update agent_runs set status = 'running', segment = 1, lease_token = ${newId()}, lease_until = now()
      where workspace_id = ${place.workspaceId} and id = ${left.run_id}`,
  )
  const answer = await place.resolve(asking.interactions[0].id, {
    decision: 'respond',
    payload: { answer: 'The left' },
  })
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ run: { status: 'queued' } })
  runsWorking(place)
  await soon(async () => {
    const rows = await many<{ status: string }>(
      pool,
      sql`select status from agent_runs where workspace_id = ${place.workspaceId} order by place`,
    )
    expect(rows.map(({ status }) => status)).toEqual(['completed', 'completed'])
  })
})

test.for([
  ['is taken up again', null, 'run.finished success'],
  ['is asked to stop', new Date(), 'run.finished cancelled'],
] as const)('a run whose worker went before it told of its start, and that %s, ends after a start', async (which) => {
  const [, stoppedAt, end] = which
  const place = await agentPlace({ working: false })
  const { pool } = place.runtime.database
  const { body } = await place.invoke('Hello', { mode: 'background' })
  await run(
    pool,
    sql`update agent_runs set status = 'running', segment = 1, lease_token = ${newId()}, lease_until = now(),
        cancel_requested_at = ${stoppedAt}
      where workspace_id = ${place.workspaceId} and id = ${body.run_id}`,
  )
  runsWorking(place)
  await soon(async () => {
    const events = await many<{ type: string; outcome: string | null }>(
      pool,
      sql`select type, data ->> 'outcome' as outcome from agent_events
        where workspace_id = ${place.workspaceId} and type like 'run.%' order by seq`,
    )
    const told = events.map(({ type, outcome }) => [type, outcome].filter(Boolean).join(' '))
    expect(told).toEqual(['run.started', end])
  })
})
