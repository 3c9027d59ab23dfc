import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { agentApi, appApi, linkApi, publicApi, workflowApi } from '#src/catalogue.ts'
import { agentPlace, type AgentPlace } from './agent-place.ts'
import type { Answer } from './client.ts'

/** What is sent a second time. */
type Attempt = (place: AgentPlace) => Promise<Answer>

/** The same request twice, or one that makes something and another for the same. */
const twice =
  (path: string, body: object): Attempt =>
  async ({ asAdmin }) => {
    await asAdmin.post(path, body)
    return asAdmin.post(path, body)
  }

const SECRET = 'a-secret-that-is-long-enough-to-keep'
const CONNECTION = {
  provider: 'breezeway',
  name: 'Breezeway',
  credentials: { clientId: 'client-1', clientSecret: SECRET },
}

async function sourceTwice({ asAdmin, make }: AgentPlace, system: object, source: object): Promise<Answer> {
  const { id } = (await asAdmin.post('/property-systems', { name: 'Stays', ...system })).body
  const [first, second] = [await make.property(), await make.property()]
  await asAdmin.put(`/property-systems/${id}/properties/${first.id}`, source)
  return asAdmin.put(`/property-systems/${id}/properties/${second.id}`, source)
}

async function runTwice(place: AgentPlace, ids: object): Promise<Answer> {
  const { session_id: sessionId } = (await place.invoke('Hello', { mode: 'background' })).body
  await place.call('POST', `/sessions/${sessionId}/runs_direct`, { input: 'One', ...ids })
  return place.call('POST', `/sessions/${sessionId}/runs_direct`, { input: 'Other', ...ids })
}

const CASES: [code: string, pointer: string, attempt: Attempt][] = [
  ['slug_taken', '/slug', twice('/departments', { name: 'Linen', kind: 'office', slug: 'linen' })],
  ['agent_slug_taken', '/slug', twice('/agents', { name: 'Night', instructions: 'Answers.', slug: 'night' })],
  ['article_slug_taken', '/slug', twice('/articles', { title: 'Boiler', body: 'Red switch.', slug: 'boiler' })],
  ['tag_name_taken', '/name', twice('/task-tags', { name: 'Deep clean', color: '#2f6f4f' })],
  ['skill_name_taken', '/name', twice('/skills', { name: 'Plumbing' })],
  ['connection_exists', '/status', twice('/connections', CONNECTION)],
  ['workflow_secret_exists', '/name', twice('/workflow-secrets', { name: 'ONE', value: 'x', replace: false })],
  [
    'integration_account_taken',
    '/accounts',
    twice('/integrations', {
      kind: 'code_host',
      name: 'Handbook',
      accounts: ['casa/docs'],
      secrets: { webhookSecret: SECRET },
    }),
  ],
  [
    'integration_account_taken',
    '/secrets/webhookSecret',
    twice('/integrations', { kind: 'bot_messenger', name: 'Bot', secrets: { webhookSecret: SECRET } }),
  ],
  [
    'already_member',
    '/email',
    ({ asAdmin, admin: { email, fullName } }) => asAdmin.post('/members', { email, fullName, role: 'admin' }),
  ],
  [
    'rule_exists',
    '/requires',
    async (place) => {
      const { id: departmentId } = await place.make.department()
      return twice('/completion-rules', { departmentId, requires: 'summary' })(place)
    },
  ],
  [
    'device_taken',
    '/deviceId',
    async (place) => {
      const { id: propertyId } = await place.make.property()
      return twice('/locks', { propertyId, name: 'Front', provider: 'seam', deviceId: 'one' })(place)
    },
  ],
  [
    'reservation_exists',
    '/externalId',
    async (place) => {
      const { id: propertyId } = await place.make.property()
      const dates = { checkinDate: '2031-05-01', checkoutDate: '2031-05-04' }
      return twice('/reservations', { propertyId, ...dates, externalSource: 'other', externalId: '1' })(place)
    },
  ],
  [
    'remote_property_taken',
    '/remoteId',
    async ({ asAdmin, make }) => {
      const { id } = (await asAdmin.post('/connections', CONNECTION)).body
      const [first, second] = [await make.property(), await make.property()]
      await asAdmin.put(`/connections/${id}/properties/${first.id}`, { remoteId: '100' })
      return asAdmin.put(`/connections/${id}/properties/${second.id}`, { remoteId: '100' })
    },
  ],
  [
    'stay_source_taken',
    '/feedUrl',
    (place) => sourceTwice(place, { provider: 'ical' }, { feedUrl: 'https://calendars.example/one.ics' }),
  ],
  [
    'stay_source_taken',
    '/remoteId',
    (place) =>
      sourceTwice(
        place,
        { provider: 'hostaway', credentials: { accountId: '1', apiKey: SECRET } },
        { remoteId: '100' },
      ),
  ],
  ['run_id_taken', '/run_id', (place) => runTwice(place, { run_id: newId() })],
  ['message_id_taken', '/message_id', (place) => runTwice(place, { message_id: newId() })],
]

test.for(CASES)('%s: the refusal points to %s', async ([code, pointer, attempt]) => {
  const answer = await attempt(await agentPlace({ working: false }))
  expect(answer.body).toMatchObject({ status: 409, code, errors: [{ pointer, code: 'taken' }] })
})

test('nothing that can be taken is missing here', () => {
  const operations = [...publicApi, ...appApi, ...workflowApi, ...linkApi, ...agentApi]
  const codes = operations.flatMap(({ errors }) =>
    errors.filter(({ status }) => status === 409).map(({ code }) => code),
  )
  const taken = codes.filter((code) => /_(taken|exists)$|^already_member$/.test(code))
  expect([...new Set(taken)].toSorted()).toEqual([...new Set(CASES.map(([code]) => code))].toSorted())
})
