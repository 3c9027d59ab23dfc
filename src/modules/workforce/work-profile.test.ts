import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

const NIGHT = { weekday: 'TUESDAY', startsAt: '22:00', endsAt: '06:00' }
const DAY = { weekday: 'MONDAY', startsAt: '09:00', endsAt: '17:00' }

test('a member without a profile has one that says so; the first change makes it', async () => {
  const { asAdmin, admin } = await harness()
  const path = `/members/${admin.membershipId}/work-profile`
  const first = await asAdmin.get(path)
  expect(first.body).toEqual({
    id: admin.membershipId,
    userId: admin.userId,
    fullName: admin.fullName,
    timezone: null,
    timezoneInForce: 'Europe/Lisbon',
    skillIds: [],
    shifts: null,
    updatedAt: null,
  })
  const changed = await asAdmin.patch(path, { ...first.body, timezone: 'Asia/Tokyo', shifts: [NIGHT, DAY] })
  expect(changed.body).toMatchObject({ timezone: 'Asia/Tokyo', timezoneInForce: 'Asia/Tokyo', shifts: [DAY, NIGHT] })
  expect(changed.headers.etag).toMatch(/^"2\./)
  expect((await asAdmin.patch(path, { shifts: [DAY, NIGHT] })).headers.etag).toBe(changed.headers.etag)
  expect((await asAdmin.patch(path, { shifts: [] }, { 'if-match': first.headers.etag ?? '' })).status).toBe(412)
  expect((await asAdmin.patch(path, { shifts: [] })).body.shifts).toEqual([])
  expect((await asAdmin.patch(path, { shifts: null, timezone: null })).body).toMatchObject({
    shifts: null,
    timezoneInForce: 'Europe/Lisbon',
  })
})

test('what cannot be is refused by name and changes nothing', async () => {
  const { asAdmin, admin } = await harness()
  const path = `/members/${admin.membershipId}/work-profile`
  const overlapping = await asAdmin.patch(path, { shifts: [DAY, { ...DAY, startsAt: '16:59' }] })
  expect(overlapping.body).toMatchObject({ status: 422, code: 'shifts_overlap', errors: [{ pointer: '/shifts/1' }] })
  for (const wrong of [{ startsAt: '24:00' }, { endsAt: '9:00' }, { weekday: 'Monday' }, { startsAt: '09:00:00' }]) {
    const refused = await asAdmin.patch(path, { shifts: [{ ...DAY, ...wrong }] })
    expect(refused.body).toMatchObject({ status: 400, errors: [{ pointer: `/shifts/0/${Object.keys(wrong)[0]}` }] })
  }
  expect((await asAdmin.patch(path, { timezone: 'Mars/Olympus' })).status).toBe(400)
  expect((await asAdmin.patch(path, { fullName: 'Another' })).body.code).toBe('read_only_field')
  expect((await asAdmin.get(path)).body).toMatchObject({ shifts: null, updatedAt: null })
})

test('availability follows shifts, days off and extra shifts', async () => {
  const { asAdmin, admin } = await harness()
  const at = `/members/${admin.membershipId}`
  const week = `${at}/availability?from=2026-11-16&to=2026-11-22`
  const minutes = async () => {
    const { body } = await asAdmin.get(week)
    return [body.isKnown, ...body.days.map((day: { minutes: number }) => day.minutes)]
  }
  expect(await minutes()).toEqual([false, 0, 0, 0, 0, 0, 0, 0])
  await asAdmin.patch(`${at}/work-profile`, { shifts: [DAY, NIGHT] })
  expect(await minutes()).toEqual([true, 480, 120, 360, 0, 0, 0, 0])
  const off = await asAdmin.post(`${at}/work-exceptions`, { kind: 'DAY_OFF', firstDate: '2026-11-16' })
  expect(off.body).toMatchObject({ firstDate: '2026-11-16', lastDate: '2026-11-16', startsAt: null, reason: null })
  const times = { startsAt: '20:00', endsAt: '01:00' }
  // It begins on the day before the week.
  await asAdmin.post(`${at}/work-exceptions`, { kind: 'EXTRA_SHIFT', firstDate: '2026-11-15', ...times })
  expect(await minutes()).toEqual([true, 60, 120, 360, 0, 0, 0, 0])
  await asAdmin.patch(`${at}/work-exceptions/${off.body.id}`, { lastDate: '2026-11-17' })
  expect(await minutes()).toEqual([true, 60, 0, 0, 0, 0, 0, 0])
  await asAdmin.delete(`${at}/work-exceptions/${off.body.id}`)
  expect(await minutes()).toEqual([true, 540, 120, 360, 0, 0, 0, 0])
})

test('an exception whose values do not fit together is refused by name', async () => {
  const { asAdmin, admin } = await harness()
  const path = `/members/${admin.membershipId}/work-exceptions`
  const day = { firstDate: '2026-12-24' }
  const cases: [object, string][] = [
    [{ kind: 'DAY_OFF', ...day, lastDate: '2026-12-23' }, '/lastDate'],
    [{ kind: 'DAY_OFF', ...day, startsAt: '09:00' }, '/startsAt'],
    [{ kind: 'EXTRA_SHIFT', ...day }, '/startsAt'],
    [{ kind: 'EXTRA_SHIFT', ...day, startsAt: '09:00', endsAt: null }, '/endsAt'],
  ]
  for (const [body, pointer] of cases) {
    const refused = await asAdmin.post(path, body)
    expect(refused.body).toMatchObject({ status: 422, code: 'work_exception_inapplicable', errors: [{ pointer }] })
  }
  const { body, headers } = await asAdmin.post(path, { kind: 'DAY_OFF', ...day })
  const item = `${path}/${body.id}`
  expect((await asAdmin.patch(item, { kind: 'EXTRA_SHIFT' })).status).toBe(422)
  expect((await asAdmin.patch(item, { reason: 'Ill' }, { 'if-match': headers.etag ?? '' })).status).toBe(200)
  expect((await asAdmin.delete(item, { 'if-match': headers.etag ?? '' })).status).toBe(412)
  expect((await asAdmin.get(`${path}?from=2026-12-25`)).body.items).toEqual([])
  expect((await asAdmin.get(`${path}?from=2026-12-24&to=2026-12-24`)).body.pagination.total).toBe(1)
  await asAdmin.delete(item)
  expect((await asAdmin.patch(item, {})).body).toMatchObject({ status: 404, code: 'work_exception_not_found' })
})

test('members read when others work, managers set it; a member of another workspace is nobody', async () => {
  const { asConsole, make } = await harness()
  const other = await harness()
  const [member, manager] = [await make.person(), await make.person({ role: 'manager' })]
  const at = (person: { membershipId: string }) => `/members/${person.membershipId}`
  const days = 'from=2026-11-16&to=2026-11-16'
  for (const path of ['work-profile', 'work-exceptions', `availability?${days}`]) {
    expect((await asConsole(member.token).get(`${at(manager)}/${path}`)).status).toBe(200)
    expect((await asConsole(member.token).get(`${at(other.admin)}/${path}`)).body.code).toBe('member_not_found')
  }
  const body = { kind: 'DAY_OFF', firstDate: '2026-12-24' }
  for (const answer of [
    await asConsole(member.token).patch(`${at(member)}/work-profile`, { shifts: [] }),
    await asConsole(member.token).post(`${at(member)}/work-exceptions`, body),
  ]) {
    expect(answer.body.code).toBe('insufficient_role')
  }
  expect((await asConsole(manager.token).post(`${at(member)}/work-exceptions`, body)).status).toBe(201)
})

test('more days than can be answered are refused by name', async () => {
  const { asAdmin, admin } = await harness()
  const path = `/members/${admin.membershipId}/availability`
  expect((await asAdmin.get(`${path}?from=2026-01-01&to=2026-03-04`)).body).toMatchObject({
    status: 422,
    code: 'range_inapplicable',
    errors: [{ parameter: 'to' }],
  })
  expect((await asAdmin.get(`${path}?from=2026-01-01&to=2026-03-03`)).body.days).toHaveLength(62)
  expect((await asAdmin.get(`${path}?from=0001-01-01&to=0001-01-02`)).body.days).toHaveLength(2)
  expect((await asAdmin.get(`${path}?from=9999-12-30&to=9999-12-31`)).body.days).toHaveLength(2)
})
