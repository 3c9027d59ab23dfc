import { expect, test } from 'vitest'
import { agentApi, appApi, linkApi, publicApi, workflowApi } from '#src/catalogue.ts'
import { harness } from './harness.ts'
import { connected, toolPlace } from './tool-place.ts'

const DAYS = { first: '2026-11-16', last: '2026-11-15' }
const MOMENTS = { first: '2026-11-15T12:00:00Z', last: '2026-11-15T12:30:00%2B01:00' }

const every = [...publicApi, ...workflowApi, ...appApi, ...agentApi, ...linkApi]

test.for([
  ['listTasks', 'asKey', '/tasks', 'scheduledFrom', 'scheduledTo', DAYS],
  ['listDeskTasks', 'asAdmin', '/tasks', 'scheduledFrom', 'scheduledTo', DAYS],
  ['getCalendar', 'asAdmin', '/calendar', 'from', 'to', DAYS],
  ['getWorkload', 'asAdmin', '/workload', 'from', 'to', DAYS],
  ['getAvailability', 'asAdmin', '/members/{me}/availability', 'from', 'to', DAYS],
  ['listWorkflowRuns', 'asKey', '/workflow-runs', 'createdSince', 'createdBefore', MOMENTS],
] as const)('%s refuses a span that ends before it begins', async ([, who, path, first, last, span]) => {
  const home = await harness()
  const at = path.replace('{me}', home.admin.membershipId)
  const { status, body } = await home[who].get(`${at}?${first}=${span.first}&${last}=${span.last}`)
  const message = `Must not be before ${first}.`
  expect([status, body]).toMatchObject([
    400,
    { code: 'invalid_request', errors: [{ parameter: last, code: 'out_of_range', message }] },
  ])
  expect(body.errors).toHaveLength(1)
  expect(body.detail).toBe(`${last}: ${message}`)
  const [begin, end] = [span.last, span.first]
  expect((await home[who].get(`${at}?${first}=${begin}&${last}=${end}`)).status).toBe(200)
  expect((await home[who].get(`${at}?${first}=${begin}&${last}=${begin}`)).status).toBe(200)
})

test('there is no other list that has one', () => {
  const formatOf = (schema: object): unknown => ('format' in schema ? schema.format : undefined)
  const spans = every.filter(({ query }) => {
    const names = Object.entries(query.properties)
      .filter(([, schema]) => ['date', 'date-time'].includes(String(formatOf(schema))))
      .map(([name]) => name)
    return (
      names.some((name) => /(from|since|after|start|min)$/i.test(name)) &&
      names.some((name) => /(to|before|until|end|max)$/i.test(name))
    )
  })
  expect(new Set(spans.map(({ id }) => id))).toEqual(
    new Set([
      'listTasks',
      'listDeskTasks',
      'listReservations',
      'getCalendar',
      'getWorkload',
      'getAvailability',
      'listWorkExceptions',
      'listWorkflowRuns',
    ]),
  )
})

test.for(['/reservations', '/members/{me}/work-exceptions'])('%s has what lasts over both days', async (path) => {
  const { asAdmin, admin, make } = await harness()
  const { id: propertyId } = await make.property()
  const stay = { propertyId, checkinDate: '2026-11-10', checkoutDate: '2026-11-20' }
  const off = { kind: 'DAY_OFF', firstDate: '2026-11-10', lastDate: '2026-11-20' }
  const at = path.replace('{me}', admin.membershipId)
  await asAdmin.post(at, path === '/reservations' ? stay : off)
  const total = async (days: string) => (await asAdmin.get(`${at}?${days}`)).body.pagination.total
  expect([await total('from=2026-11-18&to=2026-11-12'), await total('from=2026-11-21&to=2026-11-12')]).toEqual([1, 0])
})

test('one day takes the place of a span, whatever that is', async () => {
  const { asKey } = await harness()
  const { status } = await asKey.get('/tasks?scheduledDate=2026-11-20&scheduledFrom=2026-11-16&scheduledTo=2026-11-15')
  expect(status).toBe(200)
})

test('a tool and a filter in a body refuse it too', async () => {
  const at = await toolPlace()
  const { call } = await connected(at)
  const listed = await call('list_tasks', { scheduledFrom: DAYS.first, scheduledTo: DAYS.last })
  expect([listed.isError, JSON.stringify(listed.content)]).toEqual([
    true,
    expect.stringContaining('Must not be before scheduledFrom.'),
  ])
  const filter = { createdSince: '2026-11-16T00:00:00Z', createdBefore: '2026-11-15T00:00:00Z' }
  const { body } = await at.asKey.post('/workflow-runs/bulk', { action: 'cancel', filter })
  expect(body.errors).toEqual([
    { pointer: '/filter/createdBefore', code: 'out_of_range', message: 'Must not be before createdSince.' },
  ])
})

test('every whole number in an address has bounds', () => {
  const open = every.flatMap(({ id, params, query }) =>
    Object.entries({ ...params.properties, ...query.properties })
      .filter(([, schema]) => 'type' in schema && schema.type === 'integer')
      .filter(([, schema]) => !('minimum' in schema && 'maximum' in schema))
      .map(([name]) => `${id} ${name}`),
  )
  expect(open).toEqual([])
})

test.for([
  ['offset', '2147483648', 'Must be at most 2147483647.'],
  ['offset', '9007199254740993', 'Must be at most 2147483647.'],
  ['offset', '9'.repeat(400), 'Must be at most 2147483647.'],
  ['offset', '-9007199254740993', 'Must be at least 0.'],
  ['limit', '1'.repeat(16), 'Must be at most 100.'],
])('a whole number is told its bounds, however long it is: %s=%s', async ([parameter, value, message]) => {
  const { asKey } = await harness()
  const { body } = await asKey.get(`/tasks?${parameter}=${value}`)
  expect(body.errors).toEqual([{ parameter, code: 'out_of_range', message }])
})

test('a moment whose plus sign got lost in the address is told how it is written there', async () => {
  const { asKey } = await harness()
  const { body } = await asKey.get('/tasks?updatedSince=2026-11-15T09:30:00+01:00')
  expect(body.errors).toEqual([
    {
      parameter: 'updatedSince',
      code: 'wrong_format',
      message: expect.stringMatching(/ In an address \+ is written as %2B\.$/),
    },
  ])
  expect((await asKey.get('/tasks?updatedSince=2026-11-15T09:30:00%2B01:00')).status).toBe(200)
  expect((await asKey.get('/tasks?updatedSince=last%20week')).body.errors[0].message).not.toContain('%2B')
  const { body: unknown } = await asKey.get('/tasks?since=2026-11-15T09:30:00+01:00')
  expect(unknown.errors[0].message).not.toContain('%2B')
})
