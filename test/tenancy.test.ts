import { afterAll, beforeAll, expect, test } from 'vitest'
import { admitsKeys, entersWorkspace, isForAgents, isForLinks, SCOPES } from '#core/access.ts'
import { newId } from '#core/crypto.ts'
import { many } from '#core/db.ts'
import type { Operation } from '#core/operation.ts'
import { sql } from '#core/sql.ts'
import { forbiddenScopes } from '#modules/identity/api-key.rules.ts'
import { schemaOf, type Schema } from './arbitrary.ts'
import { clientOf, type Answer } from './client.ts'
import type { Harness } from './harness.ts'
import { tablesIn } from './snapshot.ts'
import { leaksIn, requiredOnly, sampleOf, strangers, type Strangers } from './strangers.ts'
import { referred } from './referred.ts'
import { missing } from './subjects.ts'
import { mounted as operations, ownerIn, type Mounted } from './surfaces.ts'

const UNKNOWN_WORKSPACE = 'ws-that-nobody-made'
const RESTRICTED_SCOPES = SCOPES.filter((scope) => forbiddenScopes('restricted', [scope]).length === 0)

/** The workspace whose walls are tested, and somebody of another. */
let owner: Harness
let ownerIds: Record<string, string>
let other: Harness
let otherIds: Record<string, string>
let otherKeys: Credential[]
let secrets: Strangers['secrets']
let expectUntouched: () => Promise<void>
let place: Strangers

beforeAll(async () => {
  place = await strangers()
  ;({ owner, ownerIds, other, otherIds, secrets, expectUntouched } = place)
  otherKeys = await keysOf(other)
})
afterAll(() => place.close())

interface Credential {
  name: 'server key' | 'restricted key' | 'tool-client key' | 'session'
  token: string
}

async function keysOf({ make, admin }: Harness): Promise<Credential[]> {
  const restricted = await make.key({ integrationType: 'restricted', scopes: RESTRICTED_SCOPES })
  const toolClient = await make.key({ integrationType: 'tool-client', by: admin })
  return [
    { name: 'server key', token: (await make.key()).value },
    { name: 'restricted key', token: restricted.value },
    { name: 'tool-client key', token: toolClient.value },
  ]
}

/** All that the administrator of another workspace can come with. A new session each time, because an operation may end it. */
async function credentials(): Promise<Credential[]> {
  return [...otherKeys, { name: 'session', token: (await other.make.person({ role: 'admin' })).token }]
}

interface Call {
  method: string
  url: string
  body: unknown
}

/** A well-formed request; a stranger's fault must not be what stops it. */
function callOf({ operation, surface }: Mounted, ids: Record<string, string>, body = bodyFor(operation)): Call[] {
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? missing(name))
  const filters = Object.entries(operation.query.properties).flatMap(([field, schema]) => {
    const name = referred(field, schemaOf(schema))
    if (name !== undefined) return [`${field}=${ids[name] ?? missing(name)}`]
    const { examples = [] } = schema as { examples?: unknown[] }
    return requiredIn(operation.query).includes(field) ? [`${field}=${encodeURIComponent(String(examples[0]))}`] : []
  })
  const url = [surface + path, filters.join('&')].filter((part) => part !== '').join('?')
  return operation.methods.map((method) => ({ method, url, body }))
}

function requiredIn(schema: Schema): string[] {
  return schemaOf(schema).required ?? []
}

function bodyFor({ id, body }: Operation): unknown {
  if (!body) return undefined
  const { examples } = body as { examples?: unknown[] }
  return examples?.[0] ?? sampleOf(requiredOnly(body), id)
}

async function send({ method, url, body }: Call, token: string): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  return clientOf(owner.app, '', token).send(
    method,
    url,
    text,
    // Some changes must say what they are based on.
    { 'if-match': '*', ...(text === undefined ? {} : { 'content-type': 'application/json' }) },
  )
}

/** The answer, and all further pages if it is the first of a list: what leaks is not always what is newest. */
async function sendThrough(call: Call, token: string): Promise<Answer[]> {
  const answers = [await send(call, token)]
  for (let last = answers[0]; last?.body.pagination?.hasMore; last = answers.at(-1)) {
    const { limit, offset } = last.body.pagination
    answers.push(
      await send(
        { ...call, url: `${call.url}${call.url.includes('?') ? '&' : '?'}limit=100&offset=${offset + limit}` },
        token,
      ),
    )
  }
  return answers
}

function refusalOfStranger({ name }: Credential, workspace: 'foreign' | 'unknown'): [number, string] {
  if (name !== 'session') return [401, 'invalid_token']
  return workspace === 'foreign' ? [403, 'workspace_forbidden'] : [404, 'workspace_not_found']
}

/** Whoever has the token of a link has its access: what is tested there is a token that nobody was given. */
function namedByStranger({ access }: Operation): Record<string, string> {
  return isForLinks(access) ? { ...ownerIds, shareToken: newId(), doorToken: newId() } : ownerIds
}

test.for(operations)('$id in another workspace reads nothing and changes nothing', async (mounted) => {
  const { operation } = mounted
  for (const credential of await credentials()) {
    for (const call of callOf(mounted, namedByStranger(operation))) {
      const unknown = { ...call, url: call.url.replace(owner.workspaceId, UNKNOWN_WORKSPACE) }
      const [answer, nowhere] = await Promise.all([send(call, credential.token), send(unknown, credential.token)])
      const what = `${call.method} ${call.url} with a ${credential.name}`
      expect(leaksIn(secrets, call, [answer.headers, answer.body]), what).toEqual([])
      expect(leaksIn(secrets, unknown, [nowhere.headers, nowhere.body]), what).toEqual([])
      const isUnknown = isForLinks(operation.access) && answer.body.code !== 'link_unknown'
      expect(isUnknown, what).toBe(false)
      if (!entersWorkspace(operation.access)) continue
      expect([answer.status, answer.body.code], what).toEqual(refusalOfStranger(credential, 'foreign'))
      expect([nowhere.status, nowhere.body.code], what).toEqual(refusalOfStranger(credential, 'unknown'))
    }
  }
  await expectUntouched()
})

/** What a credential gets in its own workspace for the id of a thing elsewhere: a 404 that the operation declares. */
function refusalsOfForeignId({ access, errors, raw }: Operation, { name }: Credential): [number, string][] {
  if (name !== 'session' && !admitsKeys(access) && !isForLinks(access)) return [[401, 'invalid_token']]
  const scope = access !== 'public' && 'scope' in access ? access.scope : undefined
  if (name === 'restricted key' && scope && !RESTRICTED_SCOPES.includes(scope)) return [[403, 'insufficient_scope']]
  // There is no form here, which is said before anything is looked for; its own test sends one.
  if (raw?.kind === 'upload' && !isForLinks(access)) return [[415, 'unsupported_media_type']]
  const unknown = errors.filter(({ status }) => status === 404).map(({ code }): [number, string] => [404, code])
  // Where a session decides about the workspace, a person without access to that is told so.
  return isForAgents(access) ? [...unknown, [403, 'workspace_forbidden']] : unknown
}

test.for(operations)('$id in the own workspace sees nothing of another, by whatever id', async (mounted) => {
  const { operation } = mounted
  const own = ownerIn(operation)
  const namesThings = Object.keys(operation.params.properties).some((name) => name !== own && name !== 'workspaceId')
  for (const credential of await credentials()) {
    for (const call of callOf(mounted, { ...ownerIds, [own]: otherIds[own] ?? missing(own) })) {
      for (const answer of await sendThrough(call, credential.token)) {
        const what = `${call.method} ${call.url} with a ${credential.name}: ${JSON.stringify(answer.body).slice(0, 300)}`
        expect(leaksIn(secrets, call, [answer.headers, answer.body]), what).toEqual([])
        expect(answer.status, what).toBeLessThan(500)
        if (!namesThings) continue
        expect(refusalsOfForeignId(operation, credential), what).toContainEqual([answer.status, answer.body.code])
      }
    }
  }
  await expectUntouched()
})

/** A field, however deep, that refers to a thing of the workspace: where it stands, and a body that holds only it. */
interface Reference {
  where: string
  name: string
  body(id: string): unknown
}

function referencesIn(given: Schema, seed: string): Reference[] {
  const schema = schemaOf(given)
  const inItems = schema.items ? referencesIn(schema.items, seed) : []
  const inArray = inItems.map((inner) => ({
    ...inner,
    where: `*/${inner.where}`,
    body: (id: string) => [inner.body(id)],
  }))
  const base = schema.properties ? () => sampleOf(requiredOnly(schema), seed) as object : () => ({})
  const inFields = Object.entries(schema.properties ?? {}).flatMap(([field, inner]): Reference[] => {
    const name = referred(field, inner)
    const nested = name === undefined ? referencesIn(inner, seed) : []
    const own = name === undefined ? [] : [{ where: field, name, body: (id: string) => (inner.items ? [id] : id) }]
    return [...own, ...nested.map((reference) => ({ ...reference, where: `${field}/${reference.where}` }))].map(
      (reference) => ({ ...reference, body: (id: string) => ({ ...base(), [field]: reference.body(id) }) }),
    )
  })
  return [...inArray, ...inFields]
}

const references = operations.flatMap((mounted) => {
  const { operation } = mounted
  // A form is no JSON; what it refers to has tests of its own.
  const inBody = operation.body && !operation.raw ? referencesIn(operation.body, operation.id) : []
  return inBody.map((reference) => ({ id: operation.id, where: reference.where, mounted, reference }))
})

test.for(references)('$id never accepts a $where of another workspace', async ({ mounted, reference }) => {
  const foreign = ownerIds[reference.name] ?? missing(reference.name)
  for (const call of callOf(mounted, otherIds, reference.body(foreign))) {
    const answer = await send(call, other.admin.token)
    const what = `${call.method} ${JSON.stringify(call.body)}: ${JSON.stringify(answer.body)}`
    // A 400 would mean that the request is malformed and nothing was tried.
    const forbidden = isForAgents(mounted.operation.access) ? [403] : []
    expect([404, 409, 422, ...forbidden], what).toContain(answer.status)
    expect(leaksIn(secrets, call, [answer.headers, answer.body]), what).toEqual([])
  }
  await expectUntouched()
})

test('after all of it, everything is as it was', async () => {
  const { expectAllThere } = place
  await expectAllThere()
})

test('there is an operation, a secret and a reference to test', () => {
  expect(secrets.map(({ text }) => text)).toContain(ownerIds.propertyId)
  expect(operations.length).toBeGreaterThan(10)
  expect(references.map(({ where }) => where)).toContain('departmentIds')
})

/** Not a thing of the workspace but a queue that the relay empties in the order of its numbers. */
const QUEUES = ['outbox']

test('the workspace leads the primary key of every table that has one', async () => {
  const { pool } = owner.runtime.database
  const keys = await many<{ name: string; leading: string }>(
    pool,
    sql`
    select c.relname as name, a.attname as leading
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'p' and c.relnamespace = current_schema()::regnamespace`,
  )
  const leading = new Map(keys.map((key) => [key.name, key.leading]))
  const tenants = (await tablesIn(pool)).filter(({ name, hasWorkspace }) => hasWorkspace && !QUEUES.includes(name))
  expect(tenants.length).toBeGreaterThan(5)
  expect(tenants.filter(({ name }) => leading.get(name) !== 'workspace_id')).toEqual([])
})

test('a foreign key between tables of a workspace carries the workspace', async () => {
  const { pool } = owner.runtime.database
  const links = await many<{ name: string; from: string; to: string; pairs: string[] }>(
    pool,
    sql`
    select k.conname as name, f.relname as "from", t.relname as "to",
      array(select fa.attname || '=' || ta.attname
        from unnest(k.conkey, k.confkey) as pair (f, t)
        join pg_attribute fa on fa.attrelid = k.conrelid and fa.attnum = pair.f
        join pg_attribute ta on ta.attrelid = k.confrelid and ta.attnum = pair.t) as pairs
    from pg_constraint k
    join pg_class f on f.oid = k.conrelid
    join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relnamespace = current_schema()::regnamespace`,
  )
  const tenants = new Set((await tablesIn(pool)).filter(({ hasWorkspace }) => hasWorkspace).map(({ name }) => name))
  const between = links.filter(({ from, to }) => tenants.has(from) && tenants.has(to))
  expect(between.length).toBeGreaterThan(0)
  expect(between.filter(({ pairs }) => !pairs.includes('workspace_id=workspace_id'))).toEqual([])
})
