import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { coreFailures, type Failure } from '#core/errors.ts'
import { run } from '#core/db.ts'
import type { DatabaseSettings } from '#core/database.ts'
import { createLogger } from '#core/log.ts'
import { sql } from '#core/sql.ts'
import { addressFailures, unreadableFailures } from '#http/openapi/failures.ts'
import { openApiDocument, renderDocument } from '#http/openapi/document.ts'
import { publicSubject } from '#http/openapi/public.ts'
import { createApp } from '#src/app.ts'
import { publicApi } from '#src/catalogue.ts'
import { clientOf, type Answer } from './client.ts'
import { exampleOf, idsFor, queryFor, send } from './contract-calls.ts'
import { callersOf, provocationsOf, usedKey } from './contract-provocations.ts'
import { contractOf, type Entry } from './contract.ts'
import { backend, newDatabase } from './database.ts'
import { harness, startTestApp, type Harness } from './harness.ts'
import { startProxy } from './proxy.ts'
import { mounted } from './surfaces.ts'

const document = openApiDocument(publicApi, publicSubject('http://localhost:3000'))
const contract = contractOf(document, publicApi)
const { entries } = contract
const core: Failure[] = Object.values(coreFailures)

/** Codes that a request by itself cannot bring about. */
const OUT_OF_REACH = ['idempotency_in_progress', 'rate_limited', 'internal_error', 'unavailable']

let home: Harness
let other: Harness

beforeAll(async () => {
  home = await harness()
  other = await harness()
})

function expectKept(entry: Entry, answer: Answer, what = entry.operationId): void {
  expect(contract.faultsIn(entry, answer), what).toEqual([])
}

function codesOf({ responses }: Entry): string[] {
  return Object.values(responses).flatMap(({ content }) =>
    Object.keys(content?.['application/problem+json']?.examples ?? {}),
  )
}

async function tokenFor(entry: Entry): Promise<string | undefined> {
  return Object.values(await callersOf(home, entry))[0]
}

describe.each(entries)('$operationId', (entry) => {
  const { operation } = entry

  test('answers as documented to everyone it is open to', async () => {
    for (const [who, token] of Object.entries(await callersOf(home, entry))) {
      const answer = await send(home, entry, { token, query: queryFor(entry) })
      expect(answer.status, `${who}: ${JSON.stringify(answer.body)}`).toBe(operation.status)
      expectKept(entry, answer, who)
    }
  })

  test('refuses as documented, and for every reason that it documents', async () => {
    const provoked = new Set<string>()
    for (const { what, code, call } of await provocationsOf(home, other, entry)) {
      const answer = await send(home, entry, call)
      expect(answer.body, what).toMatchObject({ code, status: answer.status })
      expectKept(entry, answer, what)
      provoked.add(code)
    }
    const own = operation.errors.filter((failure) => !core.includes(failure)).map(({ code }) => code)
    const left = codesOf(entry).filter((code) => !provoked.has(code))
    expect(left.filter((code) => !OUT_OF_REACH.includes(code) && !own.includes(code))).toEqual([])
  })
})

test.each(entries.filter(({ responses }) => responses[304]))(
  '$operationId answers 304 to the ETag it gave',
  async (entry) => {
    const token = await tokenFor(entry)
    const ids = await idsFor(home, entry)
    const { headers } = await send(home, entry, { token, ids })
    const answer = await send(home, entry, { token, ids, headers: { 'if-none-match': headers.etag ?? '' } })
    expect(answer.status).toBe(304)
    expectKept(entry, answer)
  },
)

const repeatable = entries.filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))

test.each(repeatable)('$operationId is done once, however often it is sent with a key', async (entry) => {
  const token = await tokenFor(entry)
  const { ids, body, key, answer } = await usedKey(home, entry, token)
  const replay = await send(home, entry, { token, ids, body, headers: { 'idempotency-key': key } })
  expect(replay).toMatchObject({
    status: answer.status,
    body: answer.body,
    headers: { 'idempotency-replayed': 'true' },
  })
  expectKept(entry, answer)
  expectKept(entry, replay)

  const fresh = await idsFor(home, entry)
  const once = { token, ids: fresh, body, headers: { 'idempotency-key': `${key}-at-once` } }
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(home, entry, once)))
  for (const at of answers) expectKept(entry, at)
  const firsts = answers.filter(({ status, headers }) => status < 300 && !headers['idempotency-replayed'])
  expect(firsts).toHaveLength(1)
})

/** The same server once more, with nothing remembered and with other limits. */
async function anotherApp(rateLimit = home.runtime.config.rateLimit): Promise<Harness> {
  const { runtime } = home
  const app = createApp({ ...runtime, config: { ...runtime.config, rateLimit } }, { logger: createLogger('silent') })
  await app.ready()
  return { ...home, app }
}

test('every operation answers 429 as documented', async () => {
  const busy = await anotherApp({ perMinute: 1, burst: 1, addressPerMinute: 1 })
  for (const entry of entries) {
    const token = await tokenFor(entry)
    let answer: Answer
    do answer = await send(busy, entry, { token, query: '?no-such-parameter=1' })
    while (answer.status === 400)
    expect(answer.body).toMatchObject({ code: 'rate_limited', retryable: true })
    expectKept(entry, answer)
  }
  await busy.app.close()
})

/** Asks for everything without making anything first. */
async function expectTrouble(server: Harness, code: string): Promise<void> {
  const { workspaceId, admin } = server
  for (const entry of entries) {
    const { access, params } = entry.operation
    const ids = { ...Object.fromEntries(Object.keys(params.properties).map((name) => [name, newId()])), workspaceId }
    const token = access === 'public' ? undefined : admin.token
    const answer = await send(server, entry, { token, ids, body: exampleOf(entry) })
    expect(answer.body, entry.operationId).toMatchObject({ code, retryable: true })
    expectKept(entry, answer)
  }
}

test('every operation answers 500 as documented', async () => {
  const { pool } = home.runtime.database
  const broken = await anotherApp()
  await run(pool, sql`alter table rate_buckets rename to rate_buckets_away`)
  try {
    await expectTrouble(broken, 'internal_error')
  } finally {
    await run(pool, sql`alter table rate_buckets_away rename to rate_buckets`)
    await broken.app.close()
  }
})

// The embedded database is in the same process and cannot be away.
test.runIf(backend === 'postgres')('every operation answers 503 as documented', async () => {
  const database = await newDatabase()
  const proxy = await startProxy(database.kind === 'postgres' ? database.url : '')
  const server = await startTestApp({ config: { database: { ...database, url: proxy.url } as DatabaseSettings } })
  const cutOff = await harness(server)
  await proxy.refuse()
  await expectTrouble(cutOff, 'unavailable')
  await server.close()
})

test('an address that belongs to no operation answers as documented', async () => {
  const { send } = clientOf(home.app, '/api/v1')
  const answers = [await send('GET', '/api/v1/no-such-address'), await send('DELETE', '/api/v1/workspaces')]
  expect(answers.map(({ body }) => body.code)).toEqual(addressFailures.map(({ code }) => code))
  for (const answer of answers) expect(contract.faultsInProblem(answer)).toEqual([])
})

test('every code of the closed list can be had, and each has one meaning', () => {
  const declared = mounted.flatMap(({ operation }) => operation.errors)
  const meanings = Map.groupBy(new Set([...core, ...declared]), ({ code }) => code)
  expect([...meanings.values()].filter((failures) => failures.length > 1)).toEqual([])

  const answered = new Set([
    ...entries.flatMap(codesOf),
    ...[...addressFailures, ...unreadableFailures].map(({ code }) => code),
  ])
  expect(contract.codes).toEqual([...answered].toSorted())
})

test('every operation says who may call it, what it does, what it takes and what it answers', () => {
  expect(entries.map(({ operationId }) => operationId)).toEqual([
    ...new Set(entries.map(({ operationId }) => operationId)),
  ])
  for (const { operation, summary, description, security, requestBody, responses, ...entry } of entries) {
    const { access, body, status } = operation
    expect(access, operation.id).toBeDefined()
    expect(summary.length, operation.id).toBeGreaterThan(5)
    expect(security, operation.id).toEqual(access === 'public' ? [] : undefined)
    const scope =
      access !== 'public' && 'scope' in access ? `Required scope: \`${access.scope}\`` : 'Required scope: none'
    expect(description, operation.id).toContain(scope)
    expect(requestBody?.content['application/json']?.example !== undefined, entry.operationId).toBe(body !== undefined)
    const { example, examples } = responses[status]?.content?.['application/json'] ?? {}
    expect(example ?? examples, operation.id).toBeDefined()
  }
})

// It knows nothing of databases: once is enough.
test.runIf(backend === 'postgres')('the document passes the strict linter without a warning', async () => {
  const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
  const file = join(mkdtempSync(join(tmpdir(), 'innkeeper-test-')), 'openapi.public.json')
  writeFileSync(file, renderDocument(publicApi))
  const { stderr } = await promisify(execFile)(process.execPath, [redocly, 'lint', file, '--config=redocly.yaml'])
  expect(stderr).toContain('Your API description is valid')
  expect(stderr).not.toMatch(/warning/i)
})
