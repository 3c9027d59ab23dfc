import { randomBytes } from 'node:crypto'
import type { WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import type { IntegrationType, Role } from '#core/principal.ts'
import { fixed, insertion, sql } from '#core/sql.ts'
import { createKey } from '#modules/identity/api-key.service.ts'
import { openSession } from '#modules/identity/session.service.ts'
import { insertWorkspace } from '#modules/identity/workspace.queries.ts'
import { createProperty } from '#modules/properties/property.service.ts'
import type { PropertyCreate } from '#modules/properties/property.schema.ts'
import type { Runtime } from '#src/runtime.ts'

/** Where the companies of tests are. */
export const ZONE = 'Europe/Lisbon'

export interface Person {
  userId: string
  membershipId: string
  email: string
  fullName: string
  token: string
  refreshToken: string
}

/** Makes what a test needs in one workspace, by the product's own services. */
export interface Makers {
  person(options?: { role?: Role; password?: string }): Promise<Person>
  /** A signed-in person without a membership. */
  stranger(): Promise<Person>
  key(options?: {
    integrationType?: IntegrationType
    scopes?: string[]
    expiresAt?: string
    by?: Person
  }): Promise<{ id: string; value: string }>
  department(options?: {
    name?: string
    kind?: 'field_ops' | 'office'
  }): Promise<{ id: string; name: string; slug: string }>
  vendor(): Promise<{ id: string; name: string }>
  contact(): Promise<{ id: string }>
  reservation(propertyId: string): Promise<{ id: string }>
  tag(options?: { name?: string }): Promise<{ id: string; name: string }>
  template(): Promise<{ id: string }>
  property(options?: Partial<PropertyCreate>): Promise<{ id: string; name: string }>
}

const FIRST_NAMES = ['Teresa', 'Bruno', 'Marta', 'Diogo', 'Helena', 'Nuno', 'Carla', 'Rafael', 'Lúcia', 'Tomás', 'Eva']
const LAST_NAMES = [
  'Antunes',
  'Barros',
  'Cardoso',
  'Duarte',
  'Esteves',
  'Faria',
  'Gomes',
  'Leite',
  'Moura',
  'Pinto',
  'Reis',
  'Vaz',
]
let named = 0

/**
 * Another one each time: the lists have no common divisor, so the same two meet again only after 132. Then a number
 * stands between them, so that no name is a part of another.
 */
function nextName(): string {
  const [first, last] = [FIRST_NAMES[named % FIRST_NAMES.length], LAST_NAMES[named % LAST_NAMES.length]]
  const round = Math.floor(named / (FIRST_NAMES.length * LAST_NAMES.length))
  named += 1
  return round === 0 ? `${first} ${last}` : `${first} ${round + 1} ${last}`
}

export async function makeWorkspace({ database }: Runtime): Promise<string> {
  const id = `ws-${randomBytes(6).toString('hex')}`
  await insertWorkspace(database.pool, {
    id,
    name: `Workspace ${id}`,
    currency: 'EUR',
    timezone: ZONE,
    now: new Date(),
  })
  return id
}

export function makersIn(runtime: Runtime, workspaceId: string): Makers {
  const db = runtime.database.pool
  const context = (principal: WorkspaceCtx['principal'] = { kind: 'system' }): WorkspaceCtx => ({
    db,
    workspaceId,
    principal,
    now: new Date(),
    requestId: newId(),
    log: runtime.log,
    services: runtime.services,
  })

  async function user(password?: string): Promise<Person> {
    const userId = newId()
    const fullName = nextName()
    const email = `person-${randomBytes(5).toString('hex')}@example.com`
    const hash = password === undefined ? null : await runtime.services.passwords.hash(password)
    await run(
      db,
      sql`
      insert into users (id, email, full_name, password_hash, created_at, email_verified_at)
      values (${userId}, ${email}, ${fullName}, ${hash}, ${new Date()}, ${new Date()})`,
    )
    const { accessToken, refreshToken } = await openSession(context(), userId, hash)
    return {
      userId,
      membershipId: '',
      email,
      fullName,
      token: accessToken,
      refreshToken,
    }
  }

  async function row<Fields extends object>(table: string, fields: Fields): Promise<Fields & { id: string }> {
    const id = newId()
    const now = new Date()
    await run(
      db,
      sql`insert into ${fixed(table)} ${insertion({ workspaceId, id, ...fields, createdAt: now, updatedAt: now })}`,
    )
    return { id, ...fields }
  }

  return {
    stranger: () => user(),
    async person({ role = 'member', password } = {}) {
      const person = await user(password)
      const membershipId = newId()
      await run(
        db,
        sql`
        insert into memberships (workspace_id, id, user_id, role, created_at, updated_at)
        values (${workspaceId}, ${membershipId}, ${person.userId}, ${role}, ${new Date()}, ${new Date()})`,
      )
      return { ...person, membershipId }
    },
    async key({ integrationType = 'server', scopes = ['*'], expiresAt, by } = {}) {
      const principal = by ? ({ kind: 'user', userId: by.userId, sessionId: newId() } as const) : undefined
      const input = { name: 'Test key', integrationType, scopes: scopes as ['*'], expiresAt: expiresAt ?? null }
      return createKey(context(principal), input)
    },
    async department({ name = 'Cleaning', kind = 'field_ops' } = {}) {
      const row = { id: newId(), name, slug: `${name.toLowerCase()}-${randomBytes(3).toString('hex')}` }
      await run(
        db,
        sql`
        insert into departments (workspace_id, id, name, slug, kind, created_at, updated_at)
        values (${workspaceId}, ${row.id}, ${row.name}, ${row.slug}, ${kind}, ${new Date()}, ${new Date()})`,
      )
      return row
    },
    vendor: () => row('vendors', { name: 'Blue Pool Service' }),
    contact: () => row('contacts', { fullName: 'Grace Guest' }),
    reservation: (propertyId) =>
      row('reservations', { propertyId, status: 'CONFIRMED', checkinDate: '2026-12-01', checkoutDate: '2026-12-05' }),
    tag: (options = {}) => row('task_tags', { name: `Tag ${newId()}`, color: '#2f6f4f', ...options }),
    template: () => row('task_templates', { name: 'Turnover' }),
    property: (options = {}) => createProperty(context(), { name: 'Casa Azul', ...options }),
  }
}
