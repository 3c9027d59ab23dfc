import { Type } from 'typebox'
import { inTransaction } from '#core/context.ts'
import { randomToken } from '#core/crypto.ts'
import { closed, Email, Line, Uuid } from '#core/schema.ts'
import { listKeys } from '#modules/identity/api-key.queries.ts'
import { ApiKeyCreate } from '#modules/identity/api-key.schema.ts'
import { createKey, revokeKey } from '#modules/identity/api-key.service.ts'
import { MemberAdd } from '#modules/identity/member.schema.ts'
import { findProven } from '#modules/identity/member.queries.ts'
import { addMember, enrol } from '#modules/identity/member.service.ts'
import { createUser, verifyUser } from '#modules/identity/user.service.ts'
import { createWorkspace } from '#modules/identity/workspace.service.ts'
import { checked, enter, required, Slug, text, WrongCall, type Command } from './command.ts'

const NewWorkspace = closed({
  id: Slug,
  name: Line(200),
  currency: Type.String({ format: 'currency-code' }),
  timezone: Type.String({ format: 'time-zone' }),
})
const NewUser = closed({ email: Email, fullName: Line(200), password: Type.String({ minLength: 10, maxLength: 200 }) })
const KeyId = closed({ key: Uuid })

const PAGE_MAX = 100

export const workspaceCreate: Command = {
  name: 'workspace create',
  usage: '--id SLUG --name NAME [--currency EUR] [--timezone UTC]',
  summary: 'make a workspace',
  options: { id: text, name: text, currency: text, timezone: text },
  async run(ctx, { id, name, currency = 'EUR', timezone = 'UTC' }) {
    const input = checked<Parameters<typeof createWorkspace>[1]>(NewWorkspace, { id, name, currency, timezone })
    return { workspaceId: await createWorkspace(ctx, input) }
  },
}

export const userCreate: Command = {
  name: 'user create',
  usage: '--email E-MAIL --name NAME [--password …] [--workspace ID --role member|manager|admin]',
  summary: 'make an account, and a member of a workspace if one is named',
  options: { email: text, name: text, password: text, workspace: text, role: text },
  async run(ctx, { email, name, password = randomToken(12), workspace, role }) {
    if (role !== undefined && workspace === undefined) throw new WrongCall('--role needs --workspace.')
    const input = { email, fullName: name, password }
    const user = checked<Parameters<typeof createUser>[1]>(NewUser, input, { fullName: 'name' })
    const inside = workspace === undefined ? undefined : await enter(ctx, workspace)
    return inTransaction(inside ?? ctx, async (ctx) => {
      const { id } = await createUser(ctx, user)
      if (workspace === undefined) return { userId: id, email, password }
      const input = { email, fullName: name, role: role ?? 'member' }
      const member = checked<Parameters<typeof addMember>[1]>(MemberAdd, input)
      const { id: membershipId } = await enrol({ ...ctx, workspaceId: workspace }, id, member)
      return { userId: id, email, password, membershipId, role: member.role }
    })
  },
}

export const memberAdd: Command = {
  name: 'member add',
  usage: '--workspace ID --email E-MAIL [--role member|manager|admin] [--name NAME]',
  summary: 'add a person to a workspace; one who has no account gets one, and then needs a name',
  options: { workspace: text, email: text, role: text, name: text },
  async run(ctx, values) {
    const { email, role = 'member', name } = values
    const inside = await enter(ctx, required(values, 'workspace'))
    const known = await findProven(ctx.db, required(values, 'email'))
    // A person who has an account keeps the name they have. The operator vouches for them, so nobody is asked.
    const input = { email, fullName: name ?? (known ? email : undefined), role }
    const member = checked<Parameters<typeof addMember>[1]>(MemberAdd, input, { fullName: 'name' })
    const added = known ? await enrol(inside, known.id, member) : await addMember(inside, member)
    const { id, userId, fullName } = added
    const temporaryPassword = 'temporaryPassword' in added ? added.temporaryPassword : null
    await ctx.services.bus.settle()
    return { membershipId: id, userId, email, name: fullName, role, temporaryPassword }
  },
}

export const userVerify: Command = {
  name: 'user verify',
  usage: '--email E-MAIL [--workspace ID]',
  summary:
    'vouch that an account belongs to its e-mail, so that the person can join other workspaces with it (where several have made one, name the workspace): everybody is signed out of it, and the temporary password printed is for the person alone',
  options: { email: text, workspace: text },
  async run(ctx, values) {
    const verified = await verifyUser(ctx, required(values, 'email'), values.workspace)
    await ctx.services.bus.settle()
    return verified
  },
}

export const keyCreate: Command = {
  name: 'key create',
  usage:
    "--workspace ID --name NAME --scopes 'tasks:read,…' [--type server|restricted] [--expires 2027-01-01T00:00:00Z]",
  summary: 'make an API key; its value is printed this once',
  options: { workspace: text, name: text, scopes: text, type: text, expires: text },
  async run(ctx, values) {
    const { name, type = 'server', expires } = values
    const scopes = values.scopes?.split(',').map((scope) => scope.trim())
    const input = checked<Parameters<typeof createKey>[1]>(
      ApiKeyCreate,
      { name, integrationType: type, scopes, expiresAt: expires },
      { integrationType: 'type', expiresAt: 'expires' },
    )
    if (input.integrationType === 'tool-client') throw new WrongCall('--type: A tool-client key is made by its person.')
    const { id, value } = await createKey(await enter(ctx, required(values, 'workspace')), input)
    return { keyId: id, value }
  },
}

export const keyList: Command = {
  name: 'key list',
  usage: '--workspace ID',
  summary: 'list API keys, revoked ones included',
  options: { workspace: text },
  async run(ctx, values) {
    const inside = await enter(ctx, required(values, 'workspace'))
    const keys = []
    for (let offset = 0, more = true; more; offset += PAGE_MAX) {
      const { items, pagination } = await listKeys(inside, { limit: PAGE_MAX, offset })
      keys.push(
        ...items.map(({ id, name, integrationType, scopes, lastUsedAt, expiresAt, revokedAt }) => ({
          id,
          name,
          integrationType,
          scopes,
          lastUsedAt,
          expiresAt,
          revokedAt,
        })),
      )
      more = pagination.hasMore
    }
    return keys
  },
}

export const keyRevoke: Command = {
  name: 'key revoke',
  usage: '--workspace ID --key ID',
  summary: 'revoke an API key at once, on every node',
  options: { workspace: text, key: text },
  async run(ctx, values) {
    const { key } = checked<{ key: string }>(KeyId, { key: required(values, 'key') })
    const revoked = await revokeKey(await enter(ctx, required(values, 'workspace')), key)
    await ctx.services.bus.settle()
    return revoked
  },
}
