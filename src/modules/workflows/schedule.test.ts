import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { systemContext } from '#src/runtime.ts'
import { backend } from '#test/database.ts'
import { harness, type Harness } from '#test/harness.ts'
import { ANY, engineOf, publish, workflows } from '#test/workflow-place.ts'
import { soon } from '#test/working.ts'
import { holdOwner } from './ownership.queries.ts'
import { makeCutovers } from './ownership-take.ts'
import { latestFire, nextFire } from './schedule.ts'
import { fireSchedules } from './schedule-fire.ts'

const TICK = 'do: [ { tick: { set: { a: 1 } } } ]'

function moments(cron: string, from: string, count: number, timezone = 'Europe/Lisbon'): string[] {
  const found: string[] = []
  for (let at = new Date(from); found.length < count;) {
    at = nextFire({ cron, timezone }, at) ?? at
    found.push(at.toISOString())
  }
  return found
}

describe('when clocks change', () => {
  // In Lisbon the clock goes from 01:00 to 02:00 on 2027-03-28, and from 02:00 back to 01:00 on 2027-10-31.
  test('a time in the hour that is skipped comes at its end, once', () => {
    expect(moments('30 1 * * *', '2027-03-27T12:00:00Z', 2)).toEqual([
      '2027-03-28T01:00:00.000Z',
      '2027-03-29T00:30:00.000Z',
    ])
  })

  test.each([
    ['30 1,5 28 3 *', ['01:00', '04:30']],
    ['0,30 1 28 3 *', ['01:00']],
    ['15,45 1 28 3 *', ['01:00']],
    ['*/15 1 28 3 *', ['01:00']],
    ['0-30 1 28 3 *', ['01:00']],
    ['0 30 1,1-2 28 3 *', ['01:00', '01:30']],
    ['0 0-3 28 3 *', ['00:00', '01:00', '02:00']],
    // These lose nothing: an hour after the last one it is time for the next.
    ['15,45 * 28 3 *', ['00:15', '00:45', '01:15', '01:45']],
    ['0 20 0-23 28 3 *', ['00:20', '01:20']],
  ])('so do lists, ranges and steps: %s', (cron, times) => {
    expect(moments(cron, '2027-03-27T12:00:00Z', times.length)).toEqual(
      times.map((time) => `2027-03-28T${time}:00.000Z`),
    )
    const [next] = moments(cron, '2027-03-28T22:59:59Z', 1)
    expect(next?.slice(0, 10)).toMatch(/^2028-03-2/)
  })

  test('also where the clock skips half an hour, or midnight', () => {
    const island = 'Australia/Lord_Howe'
    expect(moments('15 * * * *', '2027-10-02T14:45:00Z', 2, island)).toEqual([
      '2027-10-02T15:30:00.000Z',
      '2027-10-02T16:15:00.000Z',
    ])
    expect(moments('30 0,12 * * *', '2027-04-29T20:00:00Z', 2, 'Africa/Cairo')).toEqual([
      '2027-04-29T22:00:00.000Z',
      '2027-04-30T09:30:00.000Z',
    ])
  })

  test('a time in the hour that comes twice fires the first time only', () => {
    expect(moments('30 1 * * *', '2027-10-30T12:00:00Z', 2)).toEqual([
      '2027-10-31T00:30:00.000Z',
      '2027-11-01T01:30:00.000Z',
    ])
  })

  test.each([
    ['0 2,3 * * *', 'Europe/Berlin', '2026-10-24T22:00', ['25T00:00', '25T02:00']],
    ['30,45 2 * * *', 'Europe/Berlin', '2026-10-24T22:00', ['25T00:30', '25T00:45', '26T01:30']],
    ['*/30 2 * * *', 'Europe/Berlin', '2026-10-24T22:00', ['25T00:00', '25T00:30', '26T01:00']],
    ['0 2-4 * * *', 'Europe/Berlin', '2026-10-24T22:00', ['25T00:00', '25T02:00', '25T03:00', '26T01:00']],
    ['0 */2 * * *', 'Europe/Berlin', '2026-10-24T22:30', ['25T00:00', '25T03:00', '25T05:00']],
    ['0 30 1,2 * * *', 'America/New_York', '2026-11-01T04:00', ['01T05:30', '01T07:30', '02T06:30']],
    // From 02:00 back to 01:30.
    ['15,45 1,2 * * *', 'Australia/Lord_Howe', '2027-04-03T13:30', ['03T14:15', '03T14:45', '03T15:45', '03T16:15']],
    ['0 2,3 * * *', 'Asia/Tokyo', '2026-10-24T16:00', ['24T17:00', '24T18:00', '25T17:00']],
    // In every hour: an hour after the last one it is time for the next.
    ['0,45 * * * *', 'Europe/Berlin', '2026-10-24T23:50', ['25T00:00', '25T00:45', '25T01:00', '25T01:45', '25T02:00']],
  ])('so do lists, ranges and steps there: %s in %s', (cron, timezone, from, times) => {
    const found = moments(cron, `${from}:00Z`, times.length, timezone)
    expect(found.map((moment) => moment.slice(8, 16))).toEqual(times)
  })

  test('who looks while the hour comes a second time waits for the next day', () => {
    const [next] = moments('15,45 2 * * *', '2026-10-25T01:20:00Z', 1, 'Europe/Berlin')
    expect(next).toBe('2026-10-26T01:15:00.000Z')
  })

  test('what fires all day long keeps its distance through both', () => {
    for (const day of ['2027-03-28', '2027-10-31']) {
      const found = moments('*/30 * * * *', `${day}T00:00:00Z`, 6).map(Date.parse)
      const gaps = found.slice(1).map((moment, at) => moment - (found[at] ?? 0))
      expect(gaps, day).toEqual(Array.from({ length: 5 }, () => 1_800_000))
    }
  })
})

test('an interval stays in step, however late somebody looks', () => {
  const last = new Date('2027-01-01T00:00:00Z')
  const late = new Date('2027-01-01T00:47:00Z')
  const when = { every: 'PT15M', countsFrom: last }
  expect(nextFire(when, late)).toEqual(new Date('2027-01-01T01:00:00Z'))
  expect(nextFire(when, last)).toEqual(new Date('2027-01-01T00:15:00Z'))
  expect(nextFire(when, new Date('2047-06-01T12:31:00Z'))).toEqual(new Date('2047-06-01T12:45:00Z'))
})

test.each([
  ['P1M', '2026-01-31', '2026-05-15', ['05-31', '06-30', '07-31', '08-31']],
  ['P1M', '2026-01-31', '2026-01-31', ['02-28', '03-31', '04-30']],
  ['P2M', '2025-12-31', '2026-01-01', ['02-28', '04-30', '06-30', '08-31']],
  ['P1Y', '2024-02-29', '2026-01-01', ['02-28', '02-28', '02-29']],
  ['P1MT12H', '2026-01-31', '2026-02-01', ['02-28', '04-01', '05-01']],
])('months are counted from the first moment: %s from %s, looked at on %s', (every, first, now, days) => {
  const found: string[] = []
  for (let at = new Date(now); found.length < days.length;) {
    at = nextFire({ every, countsFrom: `${first}T00:00:00Z` }, at) ?? at
    found.push(at.toISOString().slice(5, 10))
  }
  expect(found).toEqual(days)
})

test('a trigger knows from when on it counts, and shows its moments accordingly', async () => {
  const here = await harness()
  const workflowId = await publish(here, TICK)
  const made = await here.asKey.post(`/workflows/${workflowId}/triggers`, { kind: 'schedule', every: 'P1M' })
  const of = sql`workspace_id = ${here.workspaceId} and id = ${made.body.id}`
  const { pool } = here.runtime.database
  await run(
    pool,
    sql`update wf_trigger set counts_from = '2027-01-31T06:00:00Z', next_at = '2027-02-28T06:00:00Z' where ${of}`,
  )
  const path = `/workflows/${workflowId}/triggers/${made.body.id}`
  const shown = (await here.asKey.get(path)).body
  expect(shown.nextFires.map((moment: string) => moment.slice(0, 10))).toEqual([
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ])
  expect(shown).not.toHaveProperty('countsFrom')
  const before = Date.now()
  const changed = (await here.asKey.patch(path, { every: 'PT1H' }, ANY)).body
  expect(Date.parse(changed.nextAt)).toBeGreaterThanOrEqual(before + 3_600_000)
})

async function past({ runtime, workspaceId }: Harness, workflowId: string, seconds: number): Promise<void> {
  await run(
    runtime.database.pool,
    sql`
    update wf_trigger set next_at = past.moment, counts_from = past.moment
    from (select date_trunc('second', clock_timestamp()) - make_interval(secs => ${seconds}) as moment) past
    where workspace_id = ${workspaceId} and definition_id = ${workflowId}`,
  )
}

async function total({ asKey }: Harness, workflowId: string): Promise<number> {
  return (await asKey.get(`/workflow-runs?workflowId=${workflowId}`)).body.pagination.total
}

/** Whether every schedule of the workflow has been looked at: its next moment is to come. */
async function isCaughtUp({ runtime, workspaceId }: Harness, workflowId: string): Promise<boolean> {
  const rows = await many(
    runtime.database.pool,
    sql`
    select 1 from wf_trigger where workspace_id = ${workspaceId} and definition_id = ${workflowId}
      and next_at <= clock_timestamp()`,
  )
  return rows.length === 0
}

test.each([
  ['latest', 1],
  ['all', 5],
  ['skip', 0],
] as const)('of the moments that were missed %s starts %d', async (missed, count) => {
  const here = await harness()
  const workflowId = await publish(here, TICK)
  const trigger = { kind: 'schedule', every: 'PT1M', missed }
  expect((await here.asKey.post(`/workflows/${workflowId}/triggers`, trigger)).status).toBe(201)
  // Five moments: 270, 210, 150, 90 and 30 seconds ago.
  await past(here, workflowId, 270)
  workflows(here)
  await soon(async () => expect(await isCaughtUp(here, workflowId)).toBe(true))
  expect(await total(here, workflowId)).toBe(count)
})

test('latest starts the run of the moment that came last, not of the first that was missed', async () => {
  const here = await harness()
  const workflowId = await publish(here, TICK)
  const trigger = { kind: 'schedule', every: 'PT1M', missed: 'latest' }
  expect((await here.asKey.post(`/workflows/${workflowId}/triggers`, trigger)).status).toBe(201)
  await past(here, workflowId, 270)
  await fireSchedules(engineOf(here))
  const [{ nextAt }] = (await here.asKey.get(`/workflows/${workflowId}/triggers`)).body.items
  const rows = await many(
    here.runtime.database.pool,
    sql`
    select created_by ->> 'id' as moment from wf_run
    where workspace_id = ${here.workspaceId} and definition_id = ${workflowId}`,
  )
  expect(rows).toEqual([{ moment: new Date(Date.parse(nextAt) - 60_000).toISOString() }])
})

test.each(['latest', 'skip'])('an interval of a node of the build before stays in step too: %s', async (missed) => {
  const here = await harness()
  const workflowId = await publish(here, TICK)
  await here.asKey.post(`/workflows/${workflowId}/triggers`, { kind: 'schedule', every: 'PT1M', missed })
  await past(here, workflowId, 90)
  const { pool } = here.runtime.database
  const rows = await many<{ nextAt: string }>(
    pool,
    sql`
    update wf_trigger set counts_from = null where workspace_id = ${here.workspaceId} and definition_id = ${workflowId}
    returning next_at as "nextAt"`,
  )
  await fireSchedules(engineOf(here))
  const [{ nextAt }] = (await here.asKey.get(`/workflows/${workflowId}/triggers`)).body.items
  expect((Date.parse(nextAt) - Date.parse(rows[0]?.nextAt ?? '')) % 60_000).toBe(0)
})

// The embedded database has no other clock than ours.
test.runIf(backend === 'postgres').each([{ every: 'PT1M' }, { cron: '* * * * *' }])(
  'where our clock is behind that of the database the moment that was due does not come again: %o',
  async (when) => {
    const here = await harness()
    const workflowId = await publish(here, TICK)
    await here.asKey.post(`/workflows/${workflowId}/triggers`, { kind: 'schedule', ...when })
    const { pool } = here.runtime.database
    const [row] = await many<{ nextAt: string }>(
      pool,
      sql`
      update wf_trigger set counts_from = now.minute - interval '1 hour', next_at = now.minute
      from (select date_trunc('minute', clock_timestamp()) as minute) now
      where workspace_id = ${here.workspaceId} and definition_id = ${workflowId} returning next_at as "nextAt"`,
    )
    const due = Date.parse(row?.nextAt ?? '')
    vi.useFakeTimers({ toFake: ['Date'], now: due - 2000 })
    onTestFinished(() => void vi.useRealTimers())
    await fireSchedules(engineOf(here))
    const [{ nextAt }] = (await here.asKey.get(`/workflows/${workflowId}/triggers`)).body.items
    expect(Date.parse(nextAt)).toBe(due + 60_000)
  },
)

test.each([
  [{ every: 'PT1M', countsFrom: '2027-01-01T00:00:00Z' }, '2027-03-01T10:00:00Z', '2027-03-01T10:00:00Z'],
  [{ every: 'PT1S', countsFrom: '2027-01-01T00:00:00Z' }, '2027-03-01T10:00:07.999Z', '2027-03-01T10:00:07Z'],
  [{ every: 'P1M', countsFrom: '2026-12-31T00:00:00Z' }, '2027-03-30T10:00:00Z', '2027-02-28T00:00:00Z'],
  [{ cron: '30 6 * * 1-5', timezone: 'Europe/Berlin' }, '2027-03-29T04:00:00Z', '2027-03-26T05:30:00Z'],
  [{ cron: '30 2 * * *', timezone: 'Europe/Berlin' }, '2027-03-28T20:00:00Z', '2027-03-28T01:00:00Z'],
  [{ cron: '* * * * * *', timezone: 'Asia/Tokyo' }, '2027-03-29T04:00:01.5Z', '2027-03-29T04:00:01Z'],
  [{ cron: '0 9 1 1 *', timezone: 'UTC' }, '2027-03-29T04:00:00Z', '2027-01-01T09:00:00Z'],
])('the last moment of %o until %s', (when, now, last) => {
  const from = new Date('2027-01-01T00:00:00Z')
  expect(latestFire(when, nextFire(when, from) ?? from, new Date(now))).toEqual(new Date(last))
})

test('every: a run each time, in step', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await publish(here, `schedule: { every: { seconds: 1 } }\n${TICK}`)
  await soon(async () => expect(await total(here, workflowId)).toBeGreaterThanOrEqual(3))
  const { items } = (await here.asKey.get(`/workflows/${workflowId}/triggers`)).body
  expect(items).toMatchObject([{ kind: 'schedule', every: 'P0DT0H0M1S', source: 'document' }])
  expect((await here.asKey.delete(`/workflows/${workflowId}/activation`, ANY)).status).toBe(204)
})

test('after: one run at a time, the next so long after the end of the last', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await publish(here, 'schedule: { after: PT1S }\ndo: [ { pause: { wait: PT0.2S } } ]')
  await soon(async () => expect(await total(here, workflowId)).toBeGreaterThanOrEqual(3))
  await here.asKey.delete(`/workflows/${workflowId}/activation`, ANY)
  const { items } = (await here.asKey.get(`/workflow-runs?workflowId=${workflowId}`)).body
  const runs = items.toReversed().filter(({ endedAt }: { endedAt: string | null }) => endedAt !== null)
  for (const [at, { endedAt }] of runs.slice(0, -1).entries()) {
    expect(Date.parse(runs[at + 1].createdAt)).toBeGreaterThanOrEqual(Date.parse(endedAt) + 1000)
  }
})

test.runIf(backend === 'postgres')(
  'a schedule whose workflow somebody holds keeps no other from its moment, and has its own later',
  async () => {
    const [here, there] = [await harness(), await harness()]
    const [held, free] = [await publish(here, TICK), await publish(there, TICK)]
    for (const [place, workflowId] of [[here, held] as const, [there, free] as const]) {
      const trigger = { kind: 'schedule', every: 'PT1H', missed: 'latest' }
      expect((await place.asKey.post(`/workflows/${workflowId}/triggers`, trigger)).status).toBe(201)
    }
    await past(here, held, 20)
    await past(there, free, 10)
    const engine = engineOf(here)
    await engine.pool.transaction(async (db) => {
      await holdOwner({ ...systemContext(here.runtime), db, workspaceId: here.workspaceId }, held, 'alone')
      await Promise.all([fireSchedules(engine), fireSchedules(engineOf(there))])
      expect([await total(here, held), await total(there, free)]).toEqual([0, 1])
    })
    await soon(async () => {
      await Promise.all([fireSchedules(engine), fireSchedules(engineOf(there))])
      expect(await isCaughtUp(here, held)).toBe(true)
    })
    expect([await total(here, held), await total(there, free)]).toEqual([1, 1])
  },
)

test('a planned change of owner that cannot be made keeps no other from its moment', async () => {
  const [here, there] = [await harness(), await harness()]
  const [spoiled, sound] = [await publish(here, TICK), await publish(there, TICK)]
  const engine = engineOf(here)
  for (const [place, workflowId, owner, seconds] of [
    [here, spoiled, 'nobody', 20],
    [there, sound, 'legacy', 10],
  ] as const) {
    await place.asKey.patch(`/workflows/${workflowId}`, { legacyRef: 'zap-3' }, ANY)
    const cutover = { owner, openRuns: 'finish', reason: null, force: true, createdBy: { kind: 'system' } }
    await run(
      engine.pool,
      sql`
      update wf_definition set cutover = ${JSON.stringify(cutover)}::jsonb,
        cutover_at = now() - make_interval(secs => ${seconds})
      where workspace_id = ${place.workspaceId} and id = ${workflowId}`,
    )
  }
  await makeCutovers(engine)
  expect((await there.asKey.get(`/workflows/${sound}/migration`)).body).toMatchObject({ owner: 'legacy' })
  expect((await here.asKey.get(`/workflows/${spoiled}/migration`)).body).toMatchObject({ owner: 'service' })
  await run(
    engine.pool,
    sql`
    update wf_definition set cutover = null, cutover_at = null
    where workspace_id = ${here.workspaceId} and id = ${spoiled}`,
  )
})

test('after: while another engine has the workflow nothing is kept of each look', async () => {
  const here = await harness()
  const workflowId = await publish(here, 'schedule: { after: { hours: 1 } }\ndo: [ { keep: { set: { n: 1 } } } ]')
  await here.asKey.patch(`/workflows/${workflowId}`, { legacyRef: 'zap-2' }, ANY)
  await here.asKey.put(`/workflows/${workflowId}/migration/ownership`, { owner: 'legacy' }, ANY)
  const engine = engineOf(here)
  const { pool } = engine
  const ofIt = sql`workspace_id = ${here.workspaceId} and definition_id = ${workflowId}`
  for (let looks = 0; looks < 3; looks++) {
    await run(pool, sql`update wf_trigger set next_at = now() - interval '1 second' where ${ofIt}`)
    await fireSchedules(engine)
    const [trigger] = await pool.rows<{ isSeen: boolean }>(
      sql`select next_at > now() as "isSeen" from wf_trigger where ${ofIt}`,
    )
    expect(trigger).toEqual({ isSeen: true })
  }
  expect(await pool.rows(sql`select 1 from wf_handled_event where ${ofIt}`)).toEqual([])
})
