import { Writable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admitsKeys } from '#core/access.ts'
import { coreFailures } from '#core/errors.ts'
import type { Operation } from '#core/operation.ts'
import { appApi, publicApi } from '#src/app.ts'
import { clientOf, type Answer } from './client.ts'
import { harness, type Harness, type TestApp } from './harness.ts'
import { brokenOf, draftOf, FRESH, type Draft } from './mutations.ts'
import { secondNode } from './second-node.ts'
import { watchWrites, type Watch } from './snapshot.ts'
import { makeSubject } from './subjects.ts'

/** 25 cases an operation in `npm test`, thousands in `npm run soak`. A failure prints its seed. */
const numRuns = Number(process.env.FUZZ_CASES ?? 25)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_115)

const operations = [
  ...publicApi.map((operation) => ({ id: operation.id, operation, surface: '/api/v1' })),
  ...appApi.map((operation) => ({ id: operation.id, operation, surface: '/api/app/v1' })),
]

const logged: string[] = []
let server: TestApp
let watch: Watch

beforeAll(async () => {
  server = await secondNode({ logTo: new Writable({ write: (line, _, done) => (logged.push(String(line)), done()) }) })
  watch = await watchWrites(server.runtime.database.pool)
})
afterAll(async () => {
  await watch.stop()
  await server.close()
})

interface Case {
  operation: Operation
  surface: string
  home: Harness
}

/** Sends a draft as somebody who may do it, to things made for it. */
async function send({ operation, surface, home }: Case, draft: Draft, isGenuine = false): Promise<{ answer: Answer; writes: string[]; sent: string }> {
  const params: Record<string, string> = { workspaceId: home.workspaceId, ...draft.params }
  for (const [name, value] of Object.entries(params)) if (value === FRESH) params[name] = await makeSubject(home, name, 'fuzz')
  const { token, payload } = await actorFor(operation, home, draft, isGenuine)
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const url = `${surface}${path}${draft.query === '' ? '' : `?${draft.query}`}`
  await watch.writes()
  logged.length = 0
  const answer = await clientOf(server.app, '', token).send(draft.method, url, payload, draft.headers)
  return { answer, writes: await watch.writes(), sent: `${draft.method} ${url} ${String(payload)}` }
}

/** Fields that only work with a value made for the caller. */
const PASSWORD = 'correct horse battery staple'
const GENUINE = ['email', 'password', 'currentPassword', 'refreshToken']

/** Each write gets a person of its own, because it may end their session or their membership. */
async function actorFor({ access, body }: Operation, home: Harness, { method, payload, params }: Draft, isGenuine: boolean) {
  if (method === 'GET' || method === 'HEAD') {
    const isKey = admitsKeys(access) && (params.workspaceId ?? '').length % 2 === 1
    return { token: isKey ? home.asKey.token : home.admin.token, payload }
  }
  const wanted = Object.keys(body?.properties ?? {}).filter((field) => GENUINE.includes(field))
  const usesPassword = isGenuine && wanted.some((field) => /password/i.test(field))
  const person = await home.make.person({ role: 'admin', ...(usesPassword && { password: PASSWORD }) })
  const { token, email, refreshToken } = person
  const token2 = admitsKeys(access) && isGenuine ? home.asKey.token : token
  if (!isGenuine || wanted.length === 0 || typeof payload !== 'string') return { token: token2, payload }
  const genuine: Record<string, string> = { email, refreshToken, password: PASSWORD, currentPassword: PASSWORD }
  const fields = Object.fromEntries(wanted.map((field) => [field, genuine[field]]))
  return { token: token2, payload: JSON.stringify({ ...JSON.parse(payload), ...fields }) }
}

/** Never our fault, always in the form and the words we declare, and without a trace in the database. */
function expectRefusal({ errors }: Operation, { status, headers, body }: Answer, writes: string[], what: string): void {
  expect(status, `${what}\n${logged.join('')}`).toBeLessThan(500)
  expect(writes, `rows changed by a ${status}: ${what}`).toEqual([])
  expect(headers['x-request-id'], what).toBeTruthy()
  if (body === '') return
  expect(headers['content-type'], what).toBe('application/problem+json; charset=utf-8')
  const codes = [...Object.keys(coreFailures), ...errors.map(({ code }) => code)]
  expect(codes, what).toContain(body.code)
  expect(body, what).toMatchObject({ status, requestId: headers['x-request-id'] })
  if (status !== 400 || body.code === 'invalid_json') return
  expect(body.errors.length, `names what is wrong: ${what}`).toBeGreaterThan(0)
  for (const fault of body.errors) expect(typeof (fault.pointer ?? fault.parameter), what).toBe('string')
}

const isRefusal = (status: number): boolean => status >= 400

test.for(operations)('$id takes whatever its schema allows', async ({ operation, surface }) => {
  const home = await harness(server)
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(draftOf(operation), fc.boolean(), async (draft, isGenuine) => {
      const { answer, writes, sent } = await send({ operation, surface, home }, draft, isGenuine)
      const what = `${sent}\n${answer.status} ${JSON.stringify(answer.body)}`
      statuses.add(answer.status)
      if (isRefusal(answer.status)) expectRefusal(operation, answer, writes, what)
      expect([400, 405, 413, 415], what).not.toContain(answer.status)
      expect(answer.body.code, what).not.toBe('route_not_found')
    }),
    { numRuns, seed },
  )
  expect([...statuses].filter((status) => !isRefusal(status)), 'some of it succeeds').not.toEqual([])
})

test.for(operations)('$id refuses what is malformed and changes nothing', async ({ operation, surface }) => {
  const home = await harness(server)
  await fc.assert(
    fc.asyncProperty(brokenOf(operation), async ({ what: broken, draft, statuses }) => {
      const { answer, writes, sent } = await send({ operation, surface, home }, draft)
      const what = `${broken}: ${sent.slice(0, 2000)}\n${answer.status} ${JSON.stringify(answer.body)}`
      if (isRefusal(answer.status)) expectRefusal(operation, answer, writes, what)
      if (statuses) expect(statuses, what).toContain(answer.status)
    }),
    { numRuns, seed },
  )
})
