import { roleSuffices, type Role } from '#core/principal.ts'
import type { Json, Line } from './agent-line.ts'
import { WrongCall } from './command.ts'

interface Assigned {
  user_ids: string[]
  roles: Role[]
}

/** Whether the signed-in person may answer what is asked. */
export async function isForThem(
  line: Line,
  { assigned_to: assigned, workspace_id: workspaceId }: Json,
): Promise<boolean> {
  const { user_ids: userIds, roles } = assigned as Assigned
  if (userIds.includes(line.userId())) return true
  if (roles.length === 0) return false
  const role = (await workspacesOf(line)).find(({ id }) => id === workspaceId)?.role
  // Behind the first page of their workspaces: the server says it when they answer.
  return role === undefined || roles.some((needed) => roleSuffices(role, needed))
}

const NAMES: Record<Role, string> = { member: 'A member', manager: 'A manager', admin: 'An administrator' }

/** For those who may not. */
export function whoAnswers({ assigned_to: assigned, kind }: Json): string {
  const [role] = (assigned as Assigned).roles
  const who = role === undefined ? 'Somebody else' : NAMES[role]
  return `${who} has to ${kind === 'tool_approval' ? 'agree to' : 'answer'} this.`
}

/** The workspace of a person who need not say which. */
export async function onlyWorkspace(line: Line): Promise<string> {
  const [only, ...others] = await workspacesOf(line)
  if (!only) throw new WrongCall('You are in no workspace.')
  if (others.length === 0) return only.id
  const ids = [only, ...others].map(({ id }) => id).join(', ')
  throw new WrongCall(`You are in several workspaces. Say with --workspace in which: ${ids}.`)
}

async function workspacesOf(line: Line): Promise<{ id: string; role: Role }[]> {
  return (await line.get('/api/app/v1/me/workspaces?limit=100'))['items'] as { id: string; role: Role }[]
}
