import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tool } from '#core/tool.ts'
import { tools } from '#src/catalogue.ts'
import type { Schema } from './arbitrary.ts'
import { fittingArguments, referencesIn } from './fitting-arguments.ts'
import { listening, plainCall, plainRequest, type PlainAnswer } from './mcp.ts'
import { leaksIn, strangers, type Strangers } from './strangers.ts'
import { referred } from './referred.ts'
import { missing } from './subjects.ts'

type Json = Record<string, unknown>

let place: Strangers
let url: string
let tokens: string[]

beforeAll(async () => {
  const server = await listening()
  url = server.url
  place = await strangers(server)
  const { make, admin } = place.other
  const toolClient = await make.key({ integrationType: 'tool-client', by: admin })
  tokens = [(await make.key()).value, toolClient.value]
})
afterAll(() => place.close())

/** Arguments in which all is right but the things named by `foreign`: they are the owner's. */
const argumentsFor = (tool: Tool, foreign: readonly string[]): Json =>
  fittingArguments(tool, (field) => (foreign.includes(field) ? place.ownerIds : place.otherIds), foreign)

/** Whoever is asked whether to go on says yes. */
async function carriedThrough(token: string, name: string, args: Json): Promise<PlainAnswer> {
  const answer = await plainCall(url, token, name, args)
  if (answer.data['outcome'] !== 'confirmation_required') return answer
  expect(leaksIn(place.secrets, args, answer.data), `${name} asks`).toEqual([])
  return plainCall(url, token, name, { ...args, confirmationToken: answer.data['confirmationToken'] })
}

const cases = tools.flatMap((tool) => {
  const fields = [...referencesIn(tool).keys()]
  const together = fields.length > 1 ? [{ name: tool.name, which: 'any id', tool, foreign: fields }] : []
  return [...fields.map((field) => ({ name: tool.name, which: field, tool, foreign: [field] })), ...together]
})

/** Why the answer is not the refusal that it must be. */
function faultOf({ operation }: Tool, foreign: readonly string[], { isError, data }: PlainAnswer): string | undefined {
  const { params, query, errors } = operation
  const { code, status } = data
  if (foreign.some((field) => field in params.properties)) {
    const isUnknown = errors.some((failure) => failure.status === 404 && failure.code === code)
    return isUnknown ? undefined : 'what the address names must be unknown'
  }
  const found = data['items'] as unknown[] | undefined
  if (foreign.every((field) => field in query.properties)) {
    const isNothing = isError ? status === 404 : found?.length === 0
    return isNothing ? undefined : 'a filter by what one cannot see must find nothing'
  }
  const faults = (data['errors'] ?? []) as { pointer?: string }[]
  const isNamed = foreign.length > 1 || faults.some(({ pointer }) => pointer?.startsWith(`/${foreign[0]}`))
  return status === 404 || (status === 422 && isNamed) ? undefined : 'the id must be refused by name'
}

test.for(cases)('$name does not know the $which of another workspace', async ({ tool, foreign }) => {
  const args = argumentsFor(tool, foreign)
  for (const token of tokens) {
    const answer = await carriedThrough(token, tool.name, args)
    const what = `${JSON.stringify(args)}: ${JSON.stringify(answer.data)}`
    expect(leaksIn(place.secrets, args, answer.data), what).toEqual([])
    expect(faultOf(tool, foreign, answer), what).toBeUndefined()
  }
  await place.expectUntouched()
})

const readers = tools.filter(({ effect }) => effect === 'read').map((tool) => ({ name: tool.name, tool }))

test.for(readers)('$name answers nothing of another workspace', async ({ tool }) => {
  const args = argumentsFor(tool, [])
  for (const token of tokens) {
    const { isError, data } = await plainCall(url, token, tool.name, tool.isPaged ? { ...args, limit: 100 } : args)
    expect(isError, JSON.stringify(data)).toBe(false)
    expect(leaksIn(place.secrets, args, data)).toEqual([])
  }
})

test('search, fetch and resources reach nothing of another workspace, by words, by kind or by number', async () => {
  const { mark, secrets, ownerIds } = place
  const kinds = tools.flatMap(({ fetches, input }) =>
    fetches ? [{ kind: fetches.kind, name: referred(fetches.by, input.properties[fetches.by] as Schema) }] : [],
  )
  expect(kinds.map(({ kind }) => kind)).toContain('task')
  for (const token of tokens) {
    expect((await plainCall(url, token, 'search', { query: mark })).data).toEqual({ results: [] })
    for (const { kind, name = '' } of kinds) {
      const id = `${kind}:${ownerIds[name] ?? missing(name)}`
      const { data } = await plainCall(url, token, 'fetch', { id })
      expect([id, data['status']]).toEqual([id, 404])
      expect(leaksIn(secrets, id, data)).toEqual([])
    }
    for (const uri of [`ops://tasks/${ownerIds['taskId']}`, `ops://kb/${ownerIds['articleId']}`]) {
      await expect(plainRequest(url, token, 'resources/read', { uri })).rejects.toThrow('Resource not found')
    }
  }
  await place.expectUntouched()
  await place.expectAllThere()
})

test('a confirmation that was given in one workspace is not known in another', async () => {
  const { owner, ownerIds, otherIds, other } = place
  const wish = { taskId: ownerIds['taskId'] }
  const asked = await plainCall(url, owner.asKey.token ?? '', 'delete_task', wish)
  const confirmationToken = asked.data['confirmationToken']
  expect(typeof confirmationToken).toBe('string')
  const stolen = { taskId: otherIds['taskId'], confirmationToken }
  const { data } = await plainCall(url, tokens[0] ?? '', 'delete_task', stolen)
  expect(data['code']).toBe('confirmation_unknown')
  expect((await other.asKey.get(`/tasks/${otherIds['taskId']}`)).status).toBe(200)
})
