import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { entersWorkspace, isForAgents, isForLinks, SCOPES } from '#core/access.ts'
import { newId } from '#core/crypto.ts'
import { ROLES } from '#core/principal.ts'
import { forbiddenScopes } from '#modules/identity/api-key.rules.ts'
import { validOf, type Schema } from './arbitrary.ts'
import { bodyFor, exampleOf, idsFor, send, type Call } from './contract-calls.ts'
import type { Entry } from './contract.ts'
import type { Harness } from './harness.ts'

/** A request that must be refused with this code. */
export interface Provocation {
  what: string
  code: string
  call: Call
}

const TOO_LARGE = JSON.stringify({ name: 'x'.repeat(1_048_576) })

/** Everyone the operation is open to, with no more rights than it needs. */
export async function callersOf(
  { make, admin }: Harness,
  { operation }: Entry,
): Promise<Record<string, string | undefined>> {
  const { access } = operation
  if (access === 'public' || isForLinks(access)) return { nobody: undefined }
  if (!entersWorkspace(access)) {
    const key =
      'credential' in access && access.credential === 'any'
        ? { key: (await make.key({ scopes: ['tasks:read'] })).value }
        : {}
    return { ...key, session: admin.token }
  }
  const person = await make.person({ role: access.role })
  if (!('scope' in access)) return { session: person.token }
  const scopes = [access.scope]
  const isForRestricted = forbiddenScopes('restricted', scopes).length === 0
  return {
    key: (await make.key({ scopes })).value,
    'tool-client key': (await make.key({ scopes, integrationType: 'tool-client', by: person })).value,
    session: person.token,
    ...(isForRestricted ? { 'restricted key': (await make.key({ scopes, integrationType: 'restricted' })).value } : {}),
  }
}

/** Every refusal that can be had from any operation of its kind, without knowing what it is about. */
export async function provocationsOf(home: Harness, other: Harness, entry: Entry): Promise<Provocation[]> {
  const [token] = Object.values(await callersOf(home, entry))
  return [
    ...(await byCredential(home, other, entry)),
    ...byAddress(entry, token),
    ...(entry.method === 'GET' ? [] : await byBody(home, entry, token)),
    ...(await byHeader(home, entry, token)),
  ]
}

async function byCredential(home: Harness, other: Harness, { operation }: Entry): Promise<Provocation[]> {
  const { access } = operation
  const { make } = home
  if (access === 'public' || isForLinks(access)) return []
  const refused = (what: string, code: string, token?: string, ids?: Call['ids']): Provocation => ({
    what,
    code,
    // What a stranger sends beside the credential is wrong too: it must not matter.
    call: { token, query: '?no-such-parameter=1', ...(ids && { ids }) },
  })
  const found = [
    refused('no credential', 'invalid_token'),
    refused('a key that nobody made', 'invalid_token', 'ink_nobody_made_this_key'),
    refused('a token that nobody signed', 'invalid_token', 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln'),
  ]
  if (!entersWorkspace(access)) {
    const { value } = await make.key()
    return isForAgents(access) || ('credential' in access && access.credential === 'user')
      ? [...found, refused('an API key', 'invalid_token', value)]
      : found
  }
  const foreign = (await other.make.key()).value
  found.push(
    refused('a key of another workspace', 'invalid_token', foreign),
    refused('a key in a workspace that is not there', 'invalid_token', foreign, { workspaceId: 'not-there' }),
    refused('a person who is no member', 'workspace_forbidden', (await make.stranger()).token),
    refused('a workspace that is not there', 'workspace_not_found', home.admin.token, { workspaceId: 'not-there' }),
  )
  if ('scope' in access) {
    const scopes = SCOPES.filter((scope) => scope !== access.scope)
    found.push(refused('a key without the scope', 'insufficient_scope', (await make.key({ scopes })).value))
  }
  const lowerRole = ROLES[ROLES.indexOf(access.role) - 1]
  if (lowerRole) {
    const person = await make.person({ role: lowerRole })
    const { value } = await make.key({ integrationType: 'tool-client', by: person })
    found.push(refused('too low a role', 'insufficient_role', person.token))
    if ('scope' in access) found.push(refused('a tool-client key of too low a role', 'insufficient_role', value))
  }
  return found
}

function byAddress({ operation }: Entry, token: string | undefined): Provocation[] {
  const absent = operation.errors.filter(({ status }) => status === 404).map(({ code }) => code)
  /** `tagId` is missed as `tag_not_found` where that is declared. */
  const missing = (name: string): string =>
    absent.find((code) => code.endsWith(`${name.replace(/Id$/, '')}_not_found`)) ??
    absent.at(-1) ??
    'some 404, which must be declared'
  const ids = Object.keys(operation.params.properties).filter((name) => name !== 'workspaceId')
  const isUuid = (name: string): boolean => (operation.params.properties[name] as Schema).format === 'uuid'
  return [
    { what: 'an unknown query parameter', code: 'invalid_request', call: { token, query: '?no-such-parameter=1' } },
    ...ids.filter(isUuid).map((name) => ({
      what: `a ${name} that is no UUID`,
      code: 'invalid_request',
      call: { token, ids: { [name]: 'not-a-uuid' } },
    })),
    ...ids.map((name) => ({
      what: `a ${name} that is not there`,
      code: missing(name),
      call: { token, ids: { [name]: newId() } },
    })),
  ]
}

async function byBody(home: Harness, entry: Entry, token: string | undefined): Promise<Provocation[]> {
  const { operation } = entry
  const body = await bodyFor(home, entry)
  const found: Provocation[] = [
    { what: 'an unknown field', code: 'invalid_request', call: { token, body: { ...body, noSuchField: 1 } } },
    { what: 'a body that is a list', code: 'invalid_request', call: { token, body: [1] } },
    { what: 'a body that is not JSON', code: 'invalid_json', call: { token, raw: '{"name":' } },
    { what: 'a body of more than 1 MB', code: 'body_too_large', call: { token, raw: TOO_LARGE } },
    {
      what: 'a body of another type',
      code: 'unsupported_media_type',
      call: { token, raw: 'name=Casa', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    },
  ]
  const properties: Record<string, Schema> = operation.body?.properties ?? {}
  const typed = Object.keys(properties).filter((field) => properties[field]?.type !== undefined)
  if (typed.length > 0) {
    // No field is a list of lists.
    const wrong = Object.fromEntries(typed.map((field) => [field, [[]]]))
    found.push({ what: 'fields of a wrong type', code: 'invalid_request', call: { token, body: wrong } })
  }
  const example = exampleOf(entry)
  if (operation.access === 'public' && example) {
    // As it stands in the document it proves nothing. Tries are counted per e-mail, so this one is nobody's else.
    const body = 'email' in example ? { ...example, email: `${newId()}@example.com` } : example
    found.push({ what: 'a proof that is not true', code: 'invalid_token', call: { token, body } })
  }
  if ('customFields' in properties) {
    const customFields = { long: 'x'.repeat(70_000) }
    found.push({ what: 'too large fields', code: 'fields_too_large', call: { token, body: { ...body, customFields } } })
  }
  if ('id' in properties) {
    found.push({ what: 'another id', code: 'read_only_field', call: { token, body: { id: newId() } } })
  }
  return found
}

async function byHeader(home: Harness, entry: Entry, token: string | undefined): Promise<Provocation[]> {
  const names = entry.parameters.map(({ name }) => name)
  const found: Provocation[] = []
  if (entry.method !== 'GET') {
    found.push({
      what: 'an old version',
      code: names.includes('If-Match') ? 'precondition_failed' : 'invalid_request',
      call: { token, headers: { 'if-match': '"999.old"' } },
    })
  }
  if (names.includes('Idempotency-Key')) {
    const { ids, key, body } = await usedKey(home, entry, token)
    found.push(
      { what: 'a blank key', code: 'idempotency_key_invalid', call: { token, headers: { 'idempotency-key': ' ' } } },
      {
        what: 'a used key with another body',
        code: 'idempotency_key_reused',
        call: { token, ids, body: anotherBody(entry, body), headers: { 'idempotency-key': key } },
      },
    )
  }
  return found
}

/** A request that was done once under a key, to be repeated. */
export async function usedKey(home: Harness, entry: Entry, token: string | undefined) {
  const key = randomUUID()
  const ids = await idsFor(home, entry)
  const body = await bodyFor(home, entry)
  const answer = await send(home, entry, { token, ids, body, headers: { 'idempotency-key': key } })
  return { ids, key, body, answer }
}

/** Another body that the operation would take. */
function anotherBody({ operation }: Entry, body: unknown): unknown {
  if (!operation.body) return {}
  const samples = fc.sample(validOf(operation.body), { numRuns: 20, seed: 1 })
  return samples.find((sample) => !isDeepStrictEqual(sample, body))
}
