import { randomToken } from '#core/crypto.ts'
import { inTransaction, type Ctx } from '#core/context.ts'
import { one } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { createKey } from '#modules/identity/api-key.service.ts'
import { createDepartment } from '#modules/identity/department.service.ts'
import { addMember, enrol, updateMember } from '#modules/identity/member.service.ts'
import { createUser } from '#modules/identity/user.service.ts'
import { createWorkspace } from '#modules/identity/workspace.service.ts'
import { createProperty } from '#modules/properties/property.service.ts'
import { DEPARTMENTS, PEOPLE, PROPERTIES, WORKSPACE } from './portfolio.ts'
import { seedAgents } from './seed-agents.ts'
import { seedAutomations } from './seed-automations.ts'
import { seedLinks } from './seed-links.ts'
import { seedTalks } from './seed-talks.ts'
import { seedWork } from './seed-work.ts'

/** What the person who starts the product for the first time needs to know; the secrets are shown once. */
export interface Seeded {
  workspaceId: string
  adminEmail: string
  adminPassword: string
  apiKey: string
  /** The page of an outside technician. */
  technicianUrl: string
  /** The page of a guest, with the door. */
  guestUrl: string
}

const ADMIN_EMAIL = 'admin@seaside-homes.example'
const ADMIN_NAME = 'Alex Moreira'

/** Fills an empty installation with the demo, all or nothing. Answers nothing when there is a workspace already. */
export async function seedDemo(ctx: Ctx, admin: { email?: string; password?: string }): Promise<Seeded | undefined> {
  if (await hasWorkspace(ctx)) return undefined
  const { email: adminEmail = ADMIN_EMAIL, password: adminPassword = randomToken(12) } = admin
  return inTransaction(ctx, async (ctx) => {
    const { id: adminId } = await createUser(ctx, { email: adminEmail, fullName: ADMIN_NAME, password: adminPassword })
    const inside = { ...ctx, workspaceId: await createWorkspace(ctx, WORKSPACE) }
    const admin = await enrol(inside, adminId, { role: 'admin' })

    const departmentIds = new Map<string, string>()
    const membershipIds = new Map<string, string>()
    const userIds = new Map([[ADMIN_NAME, admin.userId]])
    for (const { fullName, email, role } of PEOPLE) {
      const { id, userId } = await addMember(inside, { email, fullName, role })
      membershipIds.set(fullName, id)
      userIds.set(fullName, userId)
    }
    for (const { name, kind } of DEPARTMENTS) {
      const leader = PEOPLE.find(({ leads }) => leads === name)?.fullName ?? ''
      const membershipId = membershipIds.get(leader)
      const defaultAssignees = membershipId ? [{ membershipId, role: 'PRIMARY' as const }] : []
      departmentIds.set(name, (await createDepartment(inside, { name, kind, defaultAssignees })).id)
    }
    for (const { fullName, departments } of PEOPLE) {
      const ids = departments.flatMap((name) => departmentIds.get(name) ?? [])
      await updateMember(inside, membershipIds.get(fullName) ?? '', { departmentIds: ids })
    }
    const propertyIds = new Map<string, string>()
    for (const property of PROPERTIES) {
      propertyIds.set(property.name, (await createProperty(inside, property)).id)
    }
    const names = { departments: departmentIds, properties: propertyIds, people: userIds, memberships: membershipIds }
    const work = await seedWork(inside, names, WORKSPACE.timezone)
    const links = await seedLinks(inside, names, work)
    await seedTalks(inside, names, work.stays)
    await seedAgents(inside)
    await seedAutomations(inside, departmentIds)
    const key = await createKey(inside, { name: 'Demo key', integrationType: 'server', scopes: ['*'] })
    return { workspaceId: WORKSPACE.id, adminEmail, adminPassword, apiKey: key.value, ...links }
  })
}

async function hasWorkspace({ db }: Ctx): Promise<boolean> {
  return (await one(db, sql`select 1 from workspaces limit 1`)) !== undefined
}
