import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admitsKeys, isForAgents, isForLinks } from '#core/access.ts'
import { coreFailures } from '#core/errors.ts'
import type { Operation } from '#core/operation.ts'
import { SEEN } from '#core/schema.ts'
import { bodyValidator } from '#core/validate.ts'
import { schemaOf, type Schema } from './arbitrary.ts'
import { clientOf, type Answer } from './client.ts'
import { backend } from './database.ts'
import { harness, type Harness, type TestApp } from './harness.ts'
import { logLines } from './log-lines.ts'
import type { Person } from './makers.ts'
import { brokenOf, draftOf, FRESH, type Draft } from './mutations.ts'
import { servePhoto } from './photos.ts'
import { secondNode } from './second-node.ts'
import { watchWrites, type Watch } from './snapshot.ts'
import { referred } from './referred.ts'
import { makeSubject } from './subjects.ts'
import { mounted, ownerIn } from './surfaces.ts'
import { startConnector } from './tool-connector.ts'

/** So many cases an operation in `npm run soak`. A failure prints its seed. */
const soakCases = process.env.FUZZ_CASES === undefined ? undefined : Number(process.env.FUZZ_CASES)
/** In `npm test` a few, and on PGlite one that succeeds: the statements of an operation are the same on both. */
const fewCases = soakCases ?? (backend === 'postgres' ? 8 : 1)
/** How many may be needed until one succeeds: some operations refuse most of what their schema allows. */
const tries = [1, 3, 8, 25].filter((cases) => cases > fewCases)
/** Password hashing is slow on purpose, and slower on a busy machine. */
const timeout = 120_000 + (soakCases ?? 0) * 1000

function assertHolds<Values>(property: fc.IAsyncProperty<Values>, cases = fewCases): Promise<void> {
  return fc.assert(property, { numRuns: cases })
}

/** Forms and files have tests of their own. */
const operations = mounted.filter(({ operation }) => !operation.raw)

const { logTo, lines: logged } = logLines()
let server: TestApp
let watch: Watch
let connector: Awaited<ReturnType<typeof startConnector>>

beforeAll(async () => {
  connector = await startConnector()
  const { settings } = (await harness()).runtime.services
  const vendorUrls = { ...settings.vendorUrls, composio: connector.url }
  const apps = { chatApp: { clientId: '1.2', clientSecret: 'unreal' }, toolConnectorKey: 'unreal', vendorUrls }
  server = await secondNode({ logTo, services: { settings: { ...settings, ...apps } } })
  watch = await watchWrites(server.runtime.database.pool)
})
afterAll(async () => {
  await watch.stop()
  await server.close()
  connector.close()
})

const PASSWORD = 'correct horse battery staple'
/** Fields that only work with what was given to the caller. */
const GENUINE = ['email', 'password', 'currentPassword', 'refreshToken']

/** Nobody works on runs of agents here, so nobody waits for them. Weights hardly ever add up by chance. */
const UNATTENDED: Record<string, object> = {
  // Each kind has parts of its own, which hang together.
  createIntegration: {
    kind: 'messaging',
    accounts: [],
    secrets: { webhookSecret: 'whsec_c2VjcmV0IG9mIGEgdGVzdA==' },
    settings: {},
    agentId: null,
    actsForId: null,
  },
  invokeAgent: { mode: 'background' },
  retryWorkflowRun: { from: 'failed' },
  createWorkflowTest: { mocks: [] },
  replaceWorkflowTest: { mocks: [] },
  tryWorkflowStep: { path: '/do/0/pause', mocks: [] },
  resolveWorkflowApproval: { data: undefined, assignees: { roles: ['admin'] }, decision: 'reassign' },
  activateWorkflow: { routes: [{ version: 1, weight: 100 }] },
}

interface Sent {
  answer: Answer
  writes: string[]
  payload: Draft['payload']
  /** For people who read a failure. */
  what: string
}

/** Sends drafts of one operation as somebody who may do it, each to things that exist. */
async function sender({ operation, surface }: { operation: Operation; surface: string }) {
  const { access, body, path } = operation
  const home = await harness(server)
  const spare = new Map<string, string>()
  let sent = 0
  /** Whether rows were written, by us or by a success, since the watch was last asked. */
  let hasMade = true
  const genuineFields = Object.keys(body?.properties ?? {}).filter((field) => GENUINE.includes(field))
  /** What is the caller's own, such as the session, may be gone after one request. */
  const isPersonal =
    genuineFields.length > 0 || (access !== 'public' && 'credential' in access && access.credential === 'user')

  async function addressOf({ params, query }: Draft, person: Person): Promise<string> {
    const ids: Record<string, string> = { workspaceId: home.workspaceId, ...params }
    // A thing of a thing that is not there cannot be used again.
    const isWhole = !Object.values(params).some((value) => value !== FRESH)
    for (const [name, value] of Object.entries(ids)) {
      if (value !== FRESH) continue
      hasMade ||= !isWhole || !spare.has(name)
      const made = isPersonal ? await madeFor(person, name) : undefined
      ids[name] = made ?? ((isWhole && spare.get(name)) || (await makeSubject(home, name, 'fuzz', ids)))
      if (isWhole) spare.set(name, ids[name])
    }
    const filled = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '')
    return `${surface}${filled}${query === '' ? '' : `?${query}`}`
  }

  /** Things that the body can refer to: ids made up would nearly always be refused. */
  async function references(): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> =
      body && 'sourceUrl' in body.properties ? { sourceUrl: await servePhoto() } : {}
    for (const [field, schema] of Object.entries(body?.properties ?? {})) {
      const { items } = schemaOf(schema)
      const name = field === 'workspaceId' ? undefined : referred(field, schemaOf(schema))
      if (name !== undefined)
        found[field] = items ? [await makeSubject(home, name, 'fuzz')] : await makeSubject(home, name, 'fuzz')
    }
    return found
  }
  const known = await references()

  return async (draft: Draft, { asKey, genuine }: { asKey: boolean; genuine: boolean }): Promise<Sent> => {
    // A link takes a small number of requests a minute.
    if (isForLinks(access) && (sent += 1) % 20 === 0) spare.clear()
    const person = isPersonal
      ? await newcomer(home, genuine && genuineFields.some((field) => /password/i.test(field)))
      : home.admin
    hasMade ||= isPersonal
    // Do not wait for workflow runs to end.
    const url = (await addressOf(draft, person)).replace(/\bwait=\d+/, 'wait=0')
    const token = asKey && admitsKeys(access) ? home.asKey.token : person.token
    const own: Record<string, string> = { ...person, password: PASSWORD, currentPassword: PASSWORD }
    const fields = {
      ...Object.fromEntries(genuineFields.map((field) => [field, own[field]])),
      ...UNATTENDED[operation.id],
    }
    const { payload: given, method } = draft
    const headers = { ...(operation.matchRequired ? { 'if-match': '*' } : {}), ...draft.headers }
    const payload = genuine && typeof given === 'string' ? madeGenuine(given, fields, known) : given
    if (hasMade) await watch.writes()
    logged.length = 0
    const answer = await clientOf(server.app, '', token).send(method, url, payload, headers)
    hasMade = !isRefusal(answer)
    // One that is in the wrong state for this makes room for another.
    if ((hasMade && method !== 'GET' && method !== 'HEAD') || answer.status === 409) spare.clear()
    const what = `${method} ${url} ${String(payload)}`.slice(0, 3000)
    return {
      answer,
      payload,
      writes: hasMade ? [] : await watch.writes(),
      what: `${what}\n${answer.status} ${JSON.stringify(answer.body)}`,
    }
  }
}

/** Creates something that only its owner can use. */
async function madeFor(person: Person, name: string): Promise<string | undefined> {
  if (name === 'membershipId') return person.membershipId
  if (name !== 'invitationId') return undefined
  const elsewhere = await harness(server)
  const body = { email: person.email, fullName: 'Invited', role: 'member' }
  return (await elsewhere.asAdmin.post('/members', body)).body.id
}

/** The same body, with proofs that hold and, where it refers to things, with things that exist. */
function madeGenuine(payload: string, fields: Record<string, unknown>, known: Record<string, unknown>): string {
  const body: Record<string, unknown> = { ...JSON.parse(payload), ...fields }
  for (const field of Object.keys(known))
    if (body[field] !== undefined && body[field] !== null) body[field] = known[field]
  return JSON.stringify(body)
}

/** For every free-text field, a text that does not compress. */
function longestTexts(body: Schema): Record<string, string> {
  const free = Object.entries(schemaOf(body).properties ?? {}).flatMap(([field, schema]) => {
    const { type, format = 'one-line', pattern = SEEN, maxLength = 20_000, enum: words } = schemaOf(schema)
    const isText = [type].flat().includes('string') && words === undefined
    return isText && format === 'one-line' && pattern === SEEN ? [[field, noise(maxLength)]] : []
  })
  return Object.fromEntries(free)
}

/** Characters of four bytes each, from CJK Extension B. */
function noise(length: number): string {
  const bytes = randomBytes(length * 2)
  const letters = Array.from({ length }, (_, place) =>
    String.fromCodePoint(0x2_0000 + (bytes.readUInt16BE(place * 2) % 0xa000)),
  )
  return letters.join('')
}

/** How many decimals an amount may have depends on the currency sent with it, which no schema can say. */
function isAmountOfAnotherCurrency({ status, body }: Answer): boolean {
  return status === 400 && body.errors.every(({ code }: { code: string }) => code === 'inapplicable')
}

const SPANS = [
  ['from', 'to'],
  ['scheduledFrom', 'scheduledTo'],
  ['createdSince', 'createdBefore'],
] as const

/** No schema can say that a span begins before it ends. What is asked with HEAD is not told why it is refused. */
function isTurnedSpan({ query }: Draft, { status, body }: Answer): boolean {
  if (status !== 400) return false
  const sent = new URLSearchParams(query)
  const momentOf = (name: string): number => Date.parse(sent.get(name) ?? '')
  if (SPANS.some(([first, last]) => momentOf(first) > momentOf(last))) return true
  const messages: { message: string }[] = body.errors ?? []
  return messages.length > 0 && messages.every(({ message }) => message.startsWith('Must not be before '))
}

function newcomer({ make }: Harness, withPassword: boolean) {
  return make.person({ role: 'admin', ...(withPassword && { password: PASSWORD }) })
}

function isRefusal({ status }: Answer): boolean {
  return status >= 400
}

/** Never our fault, always in the form and the words we declare, and without a trace in the database. */
function expectProperRefusal({ errors }: Operation, { answer, writes, what }: Sent): void {
  const { status, headers, body } = answer
  expect(status, `${what}\n${logged.join('')}`).toBeLessThan(500)
  expect(writes, `rows changed by ${what}`).toEqual([])
  expect(headers['x-request-id'], what).toBeTruthy()
  if (body === '') return
  expect(headers['content-type'], what).toBe('application/problem+json; charset=utf-8')
  const codes = [...Object.keys(coreFailures), ...errors.map(({ code }) => code)]
  expect(codes, what).toContain(body.code)
  expect(body, what).toMatchObject({ status, requestId: headers['x-request-id'] })
  if (status !== 400 || body.code === 'invalid_json') return
  expect(body.errors.length, `a fault is named: ${what}`).toBeGreaterThan(0)
  for (const fault of body.errors) expect(typeof (fault.pointer ?? fault.parameter), what).toBe('string')
}

/** What we answer is what we declare, and free fields come back as they were sent. */
function expectProperSuccess(
  { reply, body: sent }: Operation,
  faultsIn: (body: unknown) => unknown[],
  { answer, payload, what }: Sent,
): void {
  const { body, status } = answer
  if (body === '' || status === 304) return
  expect(faultsIn(body), what).toEqual([])
  const kept = schemaOf(reply).properties ?? {}
  for (const [field, schema] of Object.entries(sent?.properties ?? {})) {
    if (schemaOf(schema).additionalProperties !== true || !(field in kept)) continue
    const given: Record<string, unknown> = JSON.parse(String(payload))[field] ?? {}
    const expected = Object.entries(given).filter(([, value]) => value !== null)
    expect(body[field], what).toMatchObject(Object.fromEntries(expected))
  }
}

/** Links and agents answer 422 to what is malformed; links look at the token before anything else. */
function expectedAt(operation: Operation, { params }: Draft, statuses: number[]): number[] {
  if (!isForLinks(operation.access) && !isForAgents(operation.access)) return statuses
  if (isForLinks(operation.access) && params[ownerIn(operation)] !== FRESH) return [404]
  return statuses.map((status) => (status === 400 ? 422 : status))
}

test.for(operations)('$id takes whatever its schema allows', { timeout }, async ({ operation, surface }) => {
  const send = await sender({ operation, surface })
  const faultsIn = bodyValidator(operation.reply)
  const successes = new Set<number>()
  const property = fc.asyncProperty(
    draftOf(operation),
    fc.record({ asKey: fc.boolean(), genuine: fc.boolean() }),
    async (draft, who) => {
      const sent = await send(draft, who)
      const { status, body } = sent.answer
      if (isRefusal(sent.answer)) expectProperRefusal(operation, sent)
      else expectProperSuccess(operation, faultsIn, sent)
      if (!isRefusal(sent.answer)) successes.add(status)
      const isDeclared = operation.errors.some(({ code }) => code === body.code)
      const isAllowed = isDeclared || isTurnedSpan(draft, sent.answer) || isAmountOfAnotherCurrency(sent.answer)
      expect(isAllowed || ![400, 405, 413, 415].includes(status), sent.what).toBe(true)
      expect(body.code, sent.what).not.toBe('route_not_found')
    },
  )
  await assertHolds(property)
  for (const cases of tries) if (successes.size === 0) await assertHolds(property, cases)
  expect([...successes], 'some of it succeeds').not.toEqual([])
})

// The longest allowed text must fit into every index it reaches. An entry holds 2,704 bytes across all columns.
test.runIf(backend === 'postgres').for(operations.filter(({ operation }) => operation.body))(
  '$id takes texts that are as long as its schema allows, and as many bytes as they can be',
  { timeout },
  async ({ operation, surface }) => {
    const send = await sender({ operation, surface })
    const [draft] = fc.sample(draftOf(operation), { numRuns: 1, seed: 7 })
    if (!draft) throw new Error('no draft was made')
    const plain: Record<string, unknown> = JSON.parse(String(draft.payload))
    const longest = longestTexts(operation.body ?? {})
    const alone = Object.entries(longest).map(([field, text]) => ({ [field]: text }))
    const bodies = soakCases === undefined ? [longest] : [longest, ...alone]
    for (const texts of bodies) {
      const payload = JSON.stringify({ ...plain, ...texts })
      const { answer, what } = await send({ ...draft, payload }, { asKey: false, genuine: true })
      expect(answer.status, what).toBeLessThan(500)
      expect(answer.body.code, what).not.toBe('text_too_long')
    }
  },
)

// It is refused before the database is asked.
test.runIf(backend === 'postgres' || soakCases !== undefined).for(operations)(
  '$id refuses what is malformed and changes nothing',
  { timeout },
  async ({ operation, surface }) => {
    const send = await sender({ operation, surface })
    await assertHolds(
      fc.asyncProperty(brokenOf(operation), fc.boolean(), async ({ what: broken, draft, statuses }, asKey) => {
        const sent = await send(draft, { asKey, genuine: false })
        if (isRefusal(sent.answer)) expectProperRefusal(operation, sent)
        const expected = statuses && expectedAt(operation, draft, statuses)
        expect(expected ?? [sent.answer.status], `${broken}: ${sent.what}`).toContain(sent.answer.status)
      }),
    )
  },
)
